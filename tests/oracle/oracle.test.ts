/**
 * The oracle against known digits, identities, and independent values from
 * 90-digit arithmetic (the exact.* golden cases).
 */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Case } from '../golden/case.mjs';
import { frequency, sinCosAt } from './definition.js';
import {
  abs,
  BITS,
  exp,
  fromNumber,
  LN2,
  ln,
  ONE,
  PI,
  sinCos,
} from './fixed.js';
import {
  BFLOAT16,
  decode16,
  FLOAT16,
  FLOAT32,
  FLOAT64,
  round,
  ulpError,
  ulpError32,
} from './ulp.js';

const data = path.join(import.meta.dirname, '../golden/data');
const exactCases = readdirSync(data)
  .filter((name) => name.startsWith('exact_') && name.endsWith('.json'))
  .map((name) => new Case(path.join(data, name)));

/** The first `digits` decimals of a positive fixed-point number. */
function decimals(x: bigint, digits: number): string {
  const text = ((x * 10n ** BigInt(digits)) >> BITS).toString();
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Expects that all but the last 40 of 320 bits agree. */
function expectSame(a: bigint, b: bigint) {
  expect(abs(a - b) < ONE >> 280n).toBe(true);
}

describe('constants and functions', () => {
  it.each([
    // 64 decimals of A000796 and A002162.
    [
      'π',
      PI,
      '3.1415926535897932384626433832795028841971693993751058209749445923',
    ],
    [
      'ln 2',
      LN2,
      '0.6931471805599453094172321214581765680755001343602552541206800094',
    ],
  ])('%s', (_, value, digits) => {
    expect(decimals(value, 64).padStart(66, '0')).toBe(digits);
  });

  it.each([10, 10000, 500000, 1e9, 12345.678, 1.0000001, 2 ** 40])(
    'exp(ln %f) is the number itself',
    (x) => {
      const error = abs(exp(ln(x)) - fromNumber(x));
      expect(error < fromNumber(x) >> 270n).toBe(true);
    },
  );

  it.each([0, 0.1, 1, -1, 3.5, 1e6, -1e15, 2 ** 53])(
    'sin² + cos² = 1 and sin 2x = 2 sin x cos x at %f',
    (x) => {
      const angle = fromNumber(x);
      const { sin, cos } = sinCos(angle);
      expectSame((sin * sin + cos * cos) >> BITS, ONE);
      // 2^53 costs 53 of the bits of π.
      const twice = sinCos(2n * angle).sin;
      const product = (2n * sin * cos) >> BITS;
      expect(abs(twice - product) < ONE >> 250n).toBe(true);
    },
  );

  it('frequencies that are powers of integers', () => {
    expectSame(frequency(10000, 32, 128), ONE / 100n);
    expectSame(frequency(256, 1, 4), ONE / 16n);
    expect(frequency(10000, 0, 7)).toBe(ONE);
  });
});

describe('rounding', () => {
  it('float32: agrees with Math.fround, halves go to even', () => {
    const values = [0.1, -0.3, 1 + 2 ** -24, 1 + 3 * 2 ** -24, 2 ** -126 * 0.7];
    for (const x of [...values, 2 ** -149 * 0.5, 2 ** -149 * 1.5, 16777217]) {
      expect(round(fromNumber(x), FLOAT32)).toBe(Math.fround(x));
    }
  });

  it.each([
    { format: FLOAT16, x: 1 + 2 ** -11, rounded: 1 },
    { format: FLOAT16, x: 1 + 3 * 2 ** -11, rounded: 1 + 2 ** -9 },
    { format: FLOAT16, x: 2 ** -25, rounded: 0 },
    { format: FLOAT16, x: 3 * 2 ** -25, rounded: 2 ** -23 },
    { format: BFLOAT16, x: 1 + 2 ** -8, rounded: 1 },
    { format: BFLOAT16, x: 1 - 2 ** -9, rounded: 1 },
    { format: FLOAT64, x: 0.1, rounded: 0.1 },
  ])('$x to $format.name is $rounded', ({ format, x, rounded }) => {
    expect(round(fromNumber(x), format)).toBe(rounded);
  });

  it('16 bits read back', () => {
    expect(decode16(0x3c00, FLOAT16)).toBe(1);
    expect(decode16(0xc000, FLOAT16)).toBe(-2);
    expect(decode16(0x0001, FLOAT16)).toBe(2 ** -24);
    expect(decode16(0x7c00, FLOAT16)).toBe(Infinity);
    expect(decode16(0x3f80, BFLOAT16)).toBe(1);
    expect(decode16(0xbf01, BFLOAT16)).toBe(-0.50390625);
  });

  it('errors in ulps', () => {
    expect(ulpError32(1 + 2 ** -23, ONE)).toBe(1);
    expect(ulpError32(1, ONE + (ONE >> 24n))).toBe(0.5);
    expect(ulpError32(0.5, (ONE >> 1n) - (ONE >> 26n))).toBeCloseTo(0.5);
    expect(ulpError(1, ONE + (ONE >> 54n), FLOAT64)).toBe(0.25);
  });
});

describe('golden exact values', () => {
  const positions = exactCases.filter(
    ({ method, params }) =>
      method === 'exact.sincos_of_position' &&
      params.frequencies === 'base^(-2i/dim)',
  );

  it.each(positions)('$name', (golden) => {
    const base = golden.param('base', 0);
    const dim = golden.param('dim', 0);
    const chosen = golden.param<'all' | number[]>('columns');
    const pairs = chosen === 'all' ? [...Array(dim / 2).keys()] : chosen;
    pairs.forEach((pair, column) => {
      const f = frequency(base, pair, dim);
      expect(round(f, FLOAT64)).toBe(golden.tensor('inv_freq').data[column]);
      golden.numbers('positions').forEach((position, row) => {
        const { sin, cos } = sinCosAt(position, f);
        const i = row * pairs.length + column;
        expect(round(sin, FLOAT64)).toBe(golden.tensor('sin').data[i]);
        expect(round(cos, FLOAT64)).toBe(golden.tensor('cos').data[i]);
        expect(round(sin, FLOAT32)).toBe(golden.tensor('sin_f32').data[i]);
        expect(round(cos, FLOAT32)).toBe(golden.tensor('cos_f32').data[i]);
      });
    });
  });

  it('exact_angles', () => {
    const golden = new Case(path.join(data, 'exact_angles.json'));
    golden.numbers('angle').forEach((angle, i) => {
      const { sin, cos } = sinCos(fromNumber(angle));
      expect(round(sin, FLOAT64)).toBe(golden.tensor('sin').data[i]);
      expect(round(cos, FLOAT64)).toBe(golden.tensor('cos').data[i]);
    });
    golden.numbers('angle_f32').forEach((angle, i) => {
      const { sin, cos } = sinCos(fromNumber(angle));
      const [s, c] = [round(sin, FLOAT32), round(cos, FLOAT32)];
      expect(s).toBe(golden.tensor('sin_of_angle_f32').data[i]);
      expect(c).toBe(golden.tensor('cos_of_angle_f32').data[i]);
    });
  });
});
