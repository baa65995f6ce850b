/**
 * The accuracy of complex-order embeddings, against the oracle.
 *
 * | what | |position · frequency| <= 2^31, |phase| <= 2^31 | bound |
 * |---|---|---|
 * | complexOrder | float32, float16, bfloat16 | 0.5001 ulp |
 * |  | float64 | 2 ulp |
 *
 * A phase may move an angle arbitrarily near to a zero of sine or cosine, or
 * onto it. Within 2^-66 of a zero (float64: 2^-50) the bound is 2^-103 of the
 * amplitude.
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { times } from '../support/sample.mjs';
import { abs, BITS, fromNumber, mul, ONE, sinCos } from './fixed.js';
import { nearQuarterTurns } from './positions.js';
import { Random } from './random.js';
import { DTYPES, FORMATS, valueAt, Worst } from './worst.js';

const pe = await load();

/**
 * Checks every row against r e^(i (omega p + phi)), computed without rounding.
 */
function expectExact(
  positions: readonly number[],
  amplitude: number,
  frequency: number,
  phase: number,
) {
  const table = (x: number) => Float32Array.of(x);
  const [r, f, phi] = [amplitude, frequency, phase].map(Math.fround) as [
    number,
    number,
    number,
  ];
  for (const dtype of DTYPES) {
    const worst = new Worst(FORMATS[dtype]);
    const made = pe.complexOrder({
      positions,
      dim: 1,
      amplitude: table(r),
      frequency: table(f),
      phase: table(phi),
      dtype,
    });
    for (const [row, p] of positions.entries()) {
      const angle = mul(fromNumber(p), fromNumber(f)) + fromNumber(phi);
      const { sin, cos } = sinCos(angle);
      const where = (part: string) => () =>
        `${part}, position ${p}, frequency ${f}, phase ${phi}`;
      const near = ONE >> (dtype === 'float64' ? 50n : 66n);
      for (const [i, exact, part] of [
        [0, cos, 'real'],
        [1, sin, 'imaginary'],
      ] as const) {
        const value = valueAt(made, 2 * row + i);
        const wanted = mul(exact, fromNumber(r));
        if (phi !== 0 && abs(exact) < near) {
          const error = abs(fromNumber(value) - wanted);
          const bound = mul(fromNumber(r), 1n << (BITS - 103n));
          // Half an ulp of the smallest 16-bit floats is more than that.
          const smallest = fromNumber(2 ** -24);
          const half = FORMATS[dtype].fraction < 23 ? smallest : 0n;
          expect(error <= bound + half, where(part)()).toBe(true);
        } else {
          worst.add(value, wanted, where(part));
        }
      }
    }
    worst.expectWithin(dtype === 'float64' ? 2 : 0.5001);
  }
}

describe('random words', () => {
  it.each([0, 1, 2, 3])('frequencies around 10^-%i', (power) => {
    const random = Random.today(power + 1);
    for (let i = 0; i < times(15, 400); ++i) {
      const frequency = (random.next() * 2 - 1) * 10 ** -power;
      const reach = 2 ** random.integer(0, 31);
      const positions = Array.from({ length: 8 }, (_, j) => {
        const p = (random.next() * 2 - 1) * reach;
        return j % 2 ? p : Math.round(p);
      });
      // At least 1, because small values underflow in float16.
      const amplitude = 1 + random.next();
      const phase = (random.next() * 2 - 1) * 2 ** random.integer(-3, 31);
      expectExact(positions, amplitude, frequency, i % 3 ? phase : 0);
    }
  });
});

it('frequencies above 1', () => {
  const random = Random.today(9);
  for (const frequency of [1.5, 7.25, 1000.1, 2 ** 20 + 3]) {
    const positions = Array.from(
      { length: 8 },
      () => (random.next() * 2 - 1) * (2 ** 31 / frequency),
    );
    expectExact(positions, 1.25, frequency, 0.3);
  }
});

describe('near zeros of sine and cosine', () => {
  it.each([1, 0.1, 0.01, 0.7853981])('frequency %f', (f) => {
    const near = nearQuarterTurns(fromNumber(Math.fround(f)), 2 ** 31);
    expectExact(near, 1.5, f, 0);
  });

  it('phases that move the angle back to a zero', () => {
    for (const p of [1, 3, 1000, 2 ** 20 + 1]) {
      for (const f of [1, 0.37, 0.001]) {
        const angle = p * Math.fround(f);
        expectExact([p], 1.5, f, -angle);
        expectExact([p], 1.5, f, Math.PI / 2 - angle);
        expectExact([p], 1.5, f, Math.PI * 1000 - angle);
      }
    }
  });
});
