/** Error messages: they have one pattern, with the rule and the value. */

import { load, PosencRangeError, PosencTypeError, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();
const rope = pe.rope({ headDim: 64 });
const q = new Float32Array(128);

// Deliberately of the wrong kind: callers in JavaScript have no type checks.
const sinusoidal = pe.sinusoidal as (options: unknown) => unknown;
const makeRope = pe.rope as (options: unknown) => unknown;
const cosSin = rope.cosSin as (options: unknown) => unknown;
const rotate = rope.rotate as (x: unknown, options?: unknown) => unknown;
const attention = pe.attention as (options: unknown) => unknown;
const makeTensor = tensor as (...args: unknown[]) => unknown;

describe.each<[string, () => unknown, string, string]>([
  [
    'rope: headDim must be an even integer ≥ 2, got 63',
    () => makeRope({ headDim: 63 }),
    'ERR_RANGE',
    'headDim',
  ],
  [
    'rope: headDim must be an even integer ≤ 2^20, got 2097152',
    () => makeRope({ headDim: 2 ** 21 }),
    'ERR_RANGE',
    'headDim',
  ],
  [
    'rope: rotaryDim must be an even integer ≤ headDim = 64, got 66',
    () => makeRope({ headDim: 64, rotaryDim: 66 }),
    'ERR_RANGE',
    'rotaryDim',
  ],
  [
    'sinusoidal: dim must be an integer ≥ 1, got 2.5',
    () => sinusoidal({ length: 1, dim: 2.5 }),
    'ERR_RANGE',
    'dim',
  ],
  [
    'sinusoidal: base must be a finite number ≥ 1, got NaN',
    () => sinusoidal({ length: 1, dim: 2, base: Number.NaN }),
    'ERR_RANGE',
    'base',
  ],
  [
    'sinusoidal: start must be a finite number from -2^53 to 2^53, got Infinity',
    () => sinusoidal({ length: 1, dim: 2, start: Infinity }),
    'ERR_RANGE',
    'start',
  ],
  [
    'sinusoidal: layout must be "interleaved" or "blocks", got "half"; did you mean "blocks"?',
    () => sinusoidal({ length: 1, dim: 2, layout: 'half' }),
    'ERR_CHOICE',
    'layout',
  ],
  [
    'sinusoidal: dim is required, an integer ≥ 1',
    () => sinusoidal({ length: 1 }),
    'ERR_MISSING',
    'dim',
  ],
  [
    'sinusoidal: dim must be an integer ≥ 1, got "64"',
    () => sinusoidal({ length: 1, dim: '64' }),
    'ERR_TYPE',
    'dim',
  ],
  [
    'sinusoidal: options must be an object such as { length, dim }, got null',
    () => sinusoidal(null),
    'ERR_TYPE',
    'options',
  ],
  [
    'sinusoidal: options must be an object such as { length, dim }, got 512',
    () => (pe.sinusoidal as (...args: unknown[]) => unknown)(512, 64),
    'ERR_TYPE',
    'options',
  ],
  [
    'attention: options must be an object such as { q, k, v }, got a Float32Array',
    () => (pe.attention as (...args: unknown[]) => unknown)(q, q, q),
    'ERR_TYPE',
    'options',
  ],
  [
    'sinusoidal: dtype must be "float32", "float64", "float16" or "bfloat16", got "fp16"; did you mean "float16"?',
    () => sinusoidal({ length: 1, dim: 2, dtype: 'fp16' }),
    'ERR_CHOICE',
    'dtype',
  ],
  [
    'rope: layout must be "half" or "interleaved", got "neox"; did you mean "half"?',
    () => makeRope({ headDim: 64, layout: 'neox' }),
    'ERR_CHOICE',
    'layout',
  ],
  [
    'make: method is required, the name of a method; "type" is called "method" here',
    () => (pe.make as (spec: unknown) => unknown)({ type: 'rope' }),
    'ERR_MISSING',
    'method',
  ],
  [
    'attention: bias.method must be the name of a bias, got undefined; "type" is called "method" here',
    () =>
      attention({ q, k: q, heads: 2, headDim: 64, bias: { type: 'alibi' } }),
    'ERR_TYPE',
    'bias.method',
  ],
  [
    'alibi: there is no option "length"; did you mean "queries"?',
    () => (pe.alibi as (options: unknown) => unknown)({ heads: 1, length: 4 }),
    'ERR_UNKNOWN_OPTION',
    'length',
  ],
  [
    'sinusoidal: there is no option "lenght"; did you mean "length"?',
    () => sinusoidal({ lenght: 4, dim: 4 }),
    'ERR_UNKNOWN_OPTION',
    'lenght',
  ],
  [
    'sinusoidal: out must be a Float32Array or a float32 tensor, got a Float64Array',
    () => sinusoidal({ length: 1, dim: 2, out: new Float64Array(2) }),
    'ERR_TYPE',
    'out',
  ],
  [
    'sinusoidal: out.length must be 8, as the result is [2, 4], got 7',
    () => sinusoidal({ length: 2, dim: 4, out: new Float32Array(7) }),
    'ERR_SHAPE',
    'out.length',
  ],
  [
    'rope.cosSin: full must be true or false, got 1',
    () => cosSin({ length: 2, full: 1 }),
    'ERR_TYPE',
    'full',
  ],
  [
    'rope.rotate: x must be a Float32Array, a Uint16Array or a tensor, got an array',
    () => rotate([1, 2]),
    'ERR_TYPE',
    'x',
  ],
  [
    'rope.rotate: x.length must be a multiple of 3 × 64, heads by width, got 128',
    () => rotate(q, { heads: 3 }),
    'ERR_SHAPE',
    'x.length',
  ],
  [
    'rope.rotate: positions.length must be 2, one position for each row, got 1',
    () => rotate(q, { heads: 1, positions: [7] }),
    'ERR_SHAPE',
    'positions.length',
  ],
  [
    'rope.rotate: heads is required, an integer ≥ 1',
    () => rotate(q),
    'ERR_MISSING',
    'heads',
  ],
  [
    'tensor: data must be a Float32Array, Float64Array, Float16Array or Uint16Array, got undefined',
    () => makeTensor(undefined, [1]),
    'ERR_TYPE',
    'data',
  ],
  [
    'tensor: dtype is required for a Uint16Array, "float16" or "bfloat16"',
    () => makeTensor(new Uint16Array(2), [2]),
    'ERR_MISSING',
    'dtype',
  ],
  [
    'tensor: data must be a Uint16Array, got a Float64Array',
    () => makeTensor(new Float64Array(2), [2], 'float16'),
    'ERR_TYPE',
    'data',
  ],
  [
    'attention: q must be [batch, queries, heads, headDim] = ' +
      '[1, 2, 2, 32], got [2, 1, 2, 32]',
    () =>
      attention({
        ...{ q: tensor(q, [2, 1, 2, 32]), k: q },
        ...{ batch: 1, heads: 2, headDim: 32 },
      }),
    'ERR_SHAPE',
    'q',
  ],
  [
    'sinusoidal: base must be a finite number ≤ 2^126, got 1e+308',
    () => sinusoidal({ length: 1, dim: 2, base: 1e308 }),
    'ERR_RANGE',
    'base',
  ],
  [
    'attention: heads is required, an integer ≥ 1',
    () => attention({ q, k: q }),
    'ERR_MISSING',
    'heads',
  ],
  [
    'attention: keyHeads must be a divisor of heads = 2, got 3',
    () => attention({ q, k: q, heads: 2, headDim: 64, keyHeads: 3 }),
    'ERR_SHAPE',
    'keyHeads',
  ],
  [
    'attention: rotary must be what rope() gives, or { method: "rope", … }, got an object',
    () => attention({ q, k: q, heads: 2, rotary: { headDim: 64 } }),
    'ERR_TYPE',
    'rotary',
  ],
])('%s', (message, run, code, param) => {
  it(code, () => {
    const error = thrown(run);
    expect(error.message).toBe(message);
    expect(error).toMatchObject({ code, param });
  });
});

describe('an error', () => {
  it('for a wrong kind is a TypeError', () => {
    const error = thrown(() => makeRope({ headDim: null }));
    expect(error).toBeInstanceOf(PosencTypeError);
    expect(error).toBeInstanceOf(TypeError);
    expect(error.name).toBe('PosencTypeError');
    expect(error.constructor.name).toBe('PosencTypeError');
    expect(error.value).toBe(null);
  });

  it('for a wrong value is a RangeError', () => {
    const error = thrown(() => makeRope({ headDim: 63 }));
    expect(error).toBeInstanceOf(PosencRangeError);
    expect(error).toBeInstanceOf(RangeError);
    expect(error.name).toBe('PosencRangeError');
    expect(error.value).toBe(63);
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    [5n, '5n'],
    [Symbol('s'), 'Symbol(s)'],
    ['x'.repeat(99), `"${'x'.repeat(40)}…"`],
    [() => 1, 'a function'],
    [new Map(), 'an object'],
    [[1], 'an array'],
    [new Int8Array(1), 'a Int8Array'],
    [{ toString: () => expect.unreachable('ran') }, 'an object'],
  ])('shows %o without running it', (value, text) => {
    const error = thrown(() => rotate(value === undefined ? undefined : value));
    expect(error.message.endsWith(`, got ${text}`)).toBe(true);
  });
});

it('for a detached array names the possible causes', () => {
  const gone = new Float32Array(64);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  const error = thrown(() => rotate(gone, { heads: 1 }));
  expect(error).toMatchObject({ code: 'ERR_DETACHED', param: 'x' });
  expect(error.message).toBe(
    'rope.rotate: x must be an array that still has its buffer (neither ' +
      'transferred, nor a view of a resident tensor from before the memory ' +
      'grew), got a Float32Array',
  );
});

it('counts and axes of -0 are 0', () => {
  const { shape } = pe.sinusoidal({ length: -0, dim: 2 });
  expect(Object.is(shape[0], 0)).toBe(true);
  expect(Object.is(tensor(new Float32Array(0), [-0]).shape[0], 0)).toBe(true);
});

it('for a tensor with more bytes than float64 can count tells so', () => {
  const { message } = thrown(() => pe.resident({ shape: [1e200, 1e200] }));
  expect(message).toMatch(
    /^resident: needs more than 10\^308 B of WebAssembly memory; at most 2\.0 GiB is possible/,
  );
});

it('for a table beyond memory names what it needs and what is possible', () => {
  const error = thrown(() => sinusoidal({ length: 2 ** 39, dim: 1024 }));
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({ code: 'ERR_MEMORY', value: 2 ** 51 });
  expect(error.message).toMatch(
    /^sinusoidal: the result needs 2\.0 PiB \(549755813888 × 1024 float32\); at most (\d+\.0 [GM]iB) is possible$/,
  );
  expect(pe.sinusoidal({ length: 1, dim: 2 }).data.join()).toBe('0,1');
});
