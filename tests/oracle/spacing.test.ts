/**
 * The stated accuracy of sinusoidal tables with frequencies other than the
 * paper's, and with a factor of all values, against the oracle.
 *
 * | what | bound |
 * |---|---|
 * | float32, |position · frequency| <= 2^31 | 0.5001 ulp |
 * | float64, with and without a factor of all values | 1 ulp |
 * | frequencies, float64 | 0.5001 ulp |
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { sinCosAt } from './definition.js';
import { abs, exp, fromNumber, ln, ONE, PI } from './fixed.js';
import { FRACTIONS, nearQuarterTurns } from './positions.js';
import { FLOAT64 } from './ulp.js';
import { FORMATS, valueAt, Worst } from './worst.js';

const pe = await load();

const times = (a: bigint, b: bigint) => (a * b) / ONE;

/** factor · base^(-k/span) */
function falling(base: number, span: number, factor: number, k: number) {
  const exponent = (-BigInt(k) * ln(base) * ONE) / fromNumber(span);
  return times(exp(exponent), fromNumber(factor));
}

describe.each([
  { base: 10000, dim: 64, shift: 1, frequencyScale: 1 },
  { base: 20000, dim: 30, shift: 1, frequencyScale: 0.5 },
  { base: 1000, dim: 12, shift: 1, frequencyScale: 2 },
  { base: 10000, dim: 320, shift: 0, frequencyScale: 1000 },
  { base: 10000, dim: 128, shift: 0.25, frequencyScale: 1 / 3 },
  { base: 1e9, dim: 18, shift: 7.5, frequencyScale: 7.5 },
])('$base, $dim, shift $shift, times $frequencyScale', (options) => {
  const { base, dim, shift, frequencyScale } = options;
  const span = dim / 2 - shift;
  const pairs = [0, 1, dim / 2 - 2, dim / 2 - 1];
  const exact = pairs.map((k) => falling(base, span, frequencyScale, k));

  it('frequencies', () => {
    const all = pe.frequencies(options);
    expect(all.length).toBe(dim / 2);
    const worst = new Worst(FLOAT64);
    pairs.forEach((k, i) => {
      worst.add(all[k] ?? NaN, exact[i] ?? 0n, () => `pair ${k}`);
    });
    worst.expectWithin(0.5001);
  });

  it.each([1, 0.1, -4])('a table, times %f', (scale) => {
    const farthest = Math.floor(2 ** 31 / Math.max(1, frequencyScale));
    const near = exact.flatMap((f) =>
      // The continued fraction requires frequencies below a quarter turn.
      f < ONE ? nearQuarterTurns(f, farthest) : [],
    );
    const positions = [
      ...[0, 1, 2, 255, 256, 65537, -1, -300, farthest],
      ...FRACTIONS.filter((p) => Math.abs(p) <= farthest),
      ...near,
    ];
    const factor = fromNumber(scale);
    for (const dtype of ['float32', 'float64'] as const) {
      const table = pe.sinusoidal({
        ...{ ...options, scale, positions, dtype, layout: 'blocks' },
      });
      const worst = new Worst(FORMATS[dtype]);
      positions.forEach((position, row) => {
        pairs.forEach((k, i) => {
          const { sin, cos } = sinCosAt(position, exact[i] ?? 0n);
          const at = row * dim + k;
          const place = () => `position ${position}, pair ${k}`;
          worst.add(valueAt(table, at), times(sin, factor), place);
          worst.add(valueAt(table, at + dim / 2), times(cos, factor), place);
        });
      });
      worst.expectWithin({ float32: 0.5001, float64: 1 }[dtype]);
    }
  });
});

it.each(['linear', 'octaves'] as const)('%s bands of pixels', (bands) => {
  const pairs = 9;
  const maxResolution = 97;
  const positions = [-1, -0.5, 0.1, 0.25, 1 / 3, 0.7, 1, 12.5, -1234.75];
  const last = fromNumber(maxResolution / 2);
  const frequencies = Array.from({ length: pairs }, (_, k) => {
    const part = (n: bigint) => (n * BigInt(k)) / BigInt(pairs - 1);
    const steps =
      bands === 'linear'
        ? ONE + part(last - ONE)
        : exp(part(ln(maxResolution / 2)));
    return times(PI, steps);
  });
  for (const dtype of ['float32', 'float64'] as const) {
    const table = pe.sinusoidalGrid({
      ...{ coordinates: positions, axes: 1, dim: 2 * pairs },
      ...{ bands, maxResolution, dtype },
    });
    const worst = new Worst(FORMATS[dtype]);
    positions.forEach((position, row) => {
      frequencies.forEach((f, k) => {
        const exact = sinCosAt(position, f);
        const place = () => `coordinate ${position}, band ${k}`;
        for (const name of ['sin', 'cos'] as const) {
          const at = row * 2 * pairs + k + (name === 'cos' ? pairs : 0);
          const value = valueAt(table, at);
          // The library's zeros are exact to 2^-110, not to the oracle's last
          // bit.
          if (abs(exact[name]) < 2n ** 100n) {
            expect(Math.abs(Number(value))).toBeLessThan(2 ** -110);
          } else {
            worst.add(value, exact[name], place);
          }
        }
      });
    });
    worst.expectWithin({ float32: 0.5001, float64: 1 }[dtype]);
  }
});
