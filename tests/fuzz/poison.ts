/** Wrong values for an argument, and some right ones. */

/** The error that an object throws when a member is read. */
export class Boom extends Error {}

function boom(): never {
  throw new Boom('boom');
}

/** An object whose every member throws, also those that engines read. */
function unreadable(): object {
  return new Proxy(
    {},
    { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom },
  );
}

/** An array whose buffer has been transferred. */
function detached(): Float32Array {
  const array = new Float32Array(12);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}

const NUMBERS = [
  ...[Number.NaN, Infinity, -Infinity, -1, -0, 0, 0.5, 1.5, -2.5],
  ...[2 ** 31, 2 ** 31 - 1, -(2 ** 31), 2 ** 32, 2 ** 53, 2 ** 53 + 2, 1e308],
  5e-324,
];

const WORDS = ['', '4', 'half', 'Interleaved', 'float32 ', '__proto__', '🦀'];

/** New values at each call, because some of them can be written to. */
export function poison(): unknown[] {
  return [
    ...NUMBERS,
    ...WORDS,
    ...[null, true, false, 3n, -(2n ** 64n), Symbol('s'), Symbol.iterator],
    ...[() => 1, class {}, new Date(0), /x/, new Map(), new Error('e')],
    ...[{}, Object.create(null), { length: 3 }, { valueOf: () => 4 }],
    ...[{ valueOf: boom, toString: boom, [Symbol.toPrimitive]: boom }],
    ...[{ length: -1, data: 1, shape: 2, dtype: 3 }, unreadable()],
    ...[[], [1], ['1'], [Number.NaN], [null], [1n], [[1]], new Array(3)],
    ...[new Array(2 ** 32 - 1), [Infinity, 0, 1], Object.freeze([1, 2, 3])],
    ...[new Float32Array(0), new Float32Array(3), new Float32Array(12)],
    ...[new Float64Array(12), new Uint16Array(12), new Int8Array(3)],
    ...[new BigInt64Array(3), new Float64Array([Number.NaN, 1, 2])],
    ...[new ArrayBuffer(48), new DataView(new ArrayBuffer(48)), detached()],
    ...tensors(),
  ];
}

/** Objects that resemble tensors: wrong ones, and unusual right ones. */
function tensors(): unknown[] {
  const data = new Float32Array(12);
  return [
    { data, shape: [3, 4], dtype: 'float32' },
    { data, shape: [3, 1, 4], dtype: 'float32' },
    { data, shape: [5], dtype: 'float32' },
    { data, shape: [-3, -4], dtype: 'float32' },
    { data, shape: [Number.NaN], dtype: 'float32' },
    { data, shape: '12', dtype: 'float32' },
    { data, shape: [2.5, 4.8], dtype: 'float32' },
    { data, shape: [3, 4], dtype: 'float64' },
    { data, shape: [3, 4], dtype: 'int8' },
    { data: [1, 2, 3], shape: [3], dtype: 'float32' },
    { data: null, shape: [], dtype: 'float32' },
    { data: detached(), shape: [0], dtype: 'float32' },
    { cos: data, sin: data },
    { cos: new Float32Array(6) },
    {
      get cos() {
        return boom();
      },
      sin: data,
    },
    {
      get data() {
        return boom();
      },
      shape: [3, 4],
      dtype: 'float32',
    },
  ];
}

/** A value in a few words, for the name of a test. */
export function describeValue(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    try {
      const text = JSON.stringify(value)?.slice(0, 40);
      return `${Object.prototype.toString.call(value)} ${text}`;
    } catch {
      return 'an object that cannot be shown';
    }
  }
  return String(value);
}
