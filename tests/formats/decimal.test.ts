/** Decimals are as short as possible and read back as the same bits. */

import { tensor } from 'posenc';
import { decodeCsv, encodeCsv } from 'posenc/formats';
import { describe, expect, it } from 'vitest';
import { bitsOfHalf, valueOfHalf } from '../../bindings/src/base/half.js';
import { text } from './vectors.js';

const float32 = (value: number) =>
  text(encodeCsv(tensor(Float32Array.of(value), [1]))).trimEnd();
const float16 = (bits: number) =>
  text(encodeCsv(tensor(Uint16Array.of(bits), [1], 'float16'))).trimEnd();

it.each([
  [0.1, '0.1'],
  [1 / 3, '0.33333334'],
  [Math.sin(1), '0.84147096'],
  [16777216, '16777216'],
  [2 ** 31, '2147483600'],
  [3.4028234663852886e38, '3.4028235e+38'],
  [2 ** -126, '1.1754944e-38'],
  [2 ** -149, '1e-45'],
  [0, '0'],
  [-0, '-0'],
  [-2.5, '-2.5'],
  [1e21, '1e+21'],
  [Number.NaN, 'NaN'],
  [-Infinity, '-Infinity'],
])('the float32 nearest %d is %s', (value, expected) => {
  expect(float32(value)).toBe(expected);
});

it('float64 keeps all its digits', () => {
  const given = tensor(Float64Array.of(0.1 + 0.2, -0, 5e-324), [1, 3]);
  expect(text(encodeCsv(given))).toBe('0.30000000000000004,-0,5e-324\n');
});

/** A rational number, exactly. */
type Ratio = readonly [numerator: bigint, denominator: bigint];
const less = ([a, b]: Ratio, [c, d]: Ratio) => a * d < c * b;
const ratio = (value: number): Ratio => {
  let [n, d] = [value, 1n];
  while (!Number.isInteger(n)) [n, d] = [n * 2, d * 2n];
  return [BigInt(n), d];
};
const mean = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [
  a * d + c * b,
  2n * b * d,
];
const power = (e: number): Ratio =>
  e < 0 ? [1n, 10n ** BigInt(-e)] : [10n ** BigInt(e), 1n];

/** Fewest digits of a decimal that is nearer to a value than its neighbours. */
function fewestDigits(below: number, value: number, above: number): number {
  const low = mean(ratio(below), ratio(value));
  const high = mean(ratio(value), ratio(above));
  const exponent = Number(value.toExponential().split('e')[1]);
  for (let digits = 1; ; ++digits) {
    // Decimals with this many digits are multiples of this unit.
    for (const lift of [0, 1]) {
      const [p, q] = power(exponent + lift - digits + 1);
      const steps = (low[0] * q) / (low[1] * p) + 1n;
      const decimal: Ratio = [steps * p, q];
      const fits = steps < 10n ** BigInt(digits);
      if (fits && less(low, decimal) && less(decimal, high)) return digits;
    }
  }
}

const digitsOf = (decimal: string) =>
  decimal
    .replace(/e.*/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '').length;

describe('no shorter decimal would do', () => {
  const word = new Uint32Array(1);
  const number = new Float32Array(word.buffer);
  const fromBits = (bits: number) => {
    word[0] = bits;
    return number[0] as number;
  };
  const check = (bits: number) => {
    const value = fromBits(bits);
    const decimal = float32(value);
    expect(Object.is(Math.fround(Number(decimal)), value)).toBe(true);
    const fewest = fewestDigits(fromBits(bits - 1), value, fromBits(bits + 1));
    expect(digitsOf(decimal), `${value} as ${decimal}`).toBe(fewest);
  };

  it('of powers of two, which have a nearer neighbour below', () => {
    for (let exponent = 1; exponent < 254; ++exponent) check(exponent << 23);
  });

  it('of the smallest and largest numbers', () => {
    for (let bits = 1; bits < 300; ++bits) check(bits);
    for (let bits = 0x7f7fff80; bits < 0x7f7fffff; ++bits) check(bits);
  });

  it('of numbers from anywhere', () => {
    let state = 12345;
    for (let i = 0; i < 3000; ++i) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      check((state >>> 1) % 0x7f7fffff || 1);
    }
  });
});

describe.each(['float16', 'bfloat16'] as const)('%s', (dtype) => {
  it('reads back all of its numbers', () => {
    const data = Uint16Array.from({ length: 65536 }, (_, i) => i);
    const file = encodeCsv(tensor(data, [256, 256], dtype));
    const read = decodeCsv(file, { dtype });
    expect(read.shape).toEqual([256, 256]);
    for (const [i, bits] of read.data.entries()) {
      const value = valueOfHalf(dtype, i);
      // There are many bit patterns of NaN, but files hold one.
      if (Number.isNaN(value)) expect(valueOfHalf(dtype, bits)).toBeNaN();
      else expect(bits).toBe(i);
    }
  });

  it('rounds to the nearest, of two to the even one, once', () => {
    const largest = dtype === 'float16' ? 0x7bff : 0x7f7f;
    for (let bits = 0; bits < largest; bits += 1) {
      const [a, b] = [valueOfHalf(dtype, bits), valueOfHalf(dtype, bits + 1)];
      const middle = (a + b) / 2;
      const even = bits + (bits & 1);
      expect(bitsOfHalf(dtype, middle)).toBe(even);
      // Closer than the spacing of float32.
      expect(bitsOfHalf(dtype, middle * (1 + 2 ** -52))).toBe(bits + 1);
      expect(bitsOfHalf(dtype, -middle * (1 - 2 ** -52))).toBe(0x8000 + bits);
    }
    const infinity = largest + 1;
    expect(bitsOfHalf(dtype, Infinity)).toBe(infinity);
    expect(bitsOfHalf(dtype, -Number.MAX_VALUE)).toBe(0x8000 + infinity);
    expect(bitsOfHalf(dtype, -0)).toBe(0x8000);
    expect(bitsOfHalf(dtype, 5e-324)).toBe(0);
  });
});

it('float16 is as short as can be, too', () => {
  expect(float16(0x3c00)).toBe('1');
  expect(float16(0x2e66)).toBe('0.1');
  expect(float16(0x0001)).toBe('6e-8');
  expect(float16(0x7bff)).toBe('65500');
});
