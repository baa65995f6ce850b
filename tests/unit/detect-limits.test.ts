/** Detectors at the limits of numbers, and of what numbers tell. */

import { load, toFloat32 } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  cacheMade,
  frequenciesMade,
  sinesMade,
  yarnFactor,
} from './detect-made.js';

const pe = await load();

describe('large numbers', () => {
  it.each([1e39, 1e160, 1e300, Number.MAX_VALUE])('%d in tables', (large) => {
    for (const rows of [
      [
        [large, 0],
        [0, 1],
      ],
      [
        [1, 0, 1, 0],
        [0, large, -large, 1],
        [large, large, large, large],
      ],
    ]) {
      for (const report of [
        pe.detectTable({ table: rows }),
        ...['cache', 'cos', 'sin'].map((name) =>
          pe.detectSchedule({ [name]: rows }),
        ),
        pe.detectSchedule({
          ...{ before: rows.map((row) => [row]), after: rows.map((x) => [x]) },
        }),
        pe.detectSchedule({
          before: rows.map((row) => [row.map(() => 1)]),
          after: rows.map((row) => [row]),
        }),
      ]) {
        expect(report.spec).toBeNull();
        expect(report.residual).toBeGreaterThanOrEqual(0);
        expect(report.residual).toBeLessThanOrEqual(1e3);
      }
    }
  });

  it.each([
    [[1e300, 1e200]],
    [[Number.MAX_VALUE, -Number.MAX_VALUE]],
    [[1, Number.MAX_VALUE, Number.MIN_VALUE]],
    [[3e38, 1]],
  ])('frequencies %j', (frequencies) => {
    const report = pe.detectSchedule({ frequencies });
    expect(report).toMatchObject({ verdict: 'unknown', spec: null });
    expect(report.residual).toBeGreaterThan(0);
    expect(report.candidates.some(({ fits }) => fits)).toBe(false);
  });
});

describe('YaRN', () => {
  const [theta, pairs, originalMaxPosition] = [1e6, 64, 32768];
  // A million positions over a power of two.
  it.each([3.814698, 18.310547])('with the factor %d', (factor) => {
    const scaling = { type: 'yarn', factor, originalMaxPosition } as const;
    const frequencies = frequenciesMade(theta, pairs, scaling);
    const cache = cacheMade({
      ...{ frequencies, order: 'hf', length: 2048 },
      factor: yarnFactor(factor),
    });
    for (const [given, most] of [
      [{ frequencies }, 1e-9],
      [{ frequencies: Float32Array.from(frequencies) }, 1e-6],
      [cache, 1e-5],
    ] as const) {
      const { verdict, spec, candidates } = pe.detectSchedule(given);
      expect(candidates.length).toBeGreaterThan(0);
      expect(verdict).toBe('found');
      expect(spec).toMatchObject({ theta, scaling: { originalMaxPosition } });
      const { factor: own } = Reflect.get(spec ?? {}, 'scaling');
      expect(Math.abs(own / factor - 1)).toBeLessThan(most);
    }
  });

  it('with the length 40960, as with 36000 and 42000', () => {
    const make = (length: number) =>
      frequenciesMade(theta, pairs, {
        ...{ type: 'yarn', factor: 4, originalMaxPosition: length },
      });
    const frequencies = make(40960);
    expect(make(36000)).toEqual(frequencies);
    expect(make(42000)).toEqual(frequencies);
    const { verdict, spec } = pe.detectSchedule({ frequencies });
    expect([verdict, spec]).toEqual(['ambiguous', null]);
    const scaling = {
      type: 'yarn',
      factor: 4,
      originalMaxPosition: 40960,
    } as const;
    const rope = { method: 'rope', headDim: 128, theta, scaling } as const;
    expect(pe.detectSchedule({ frequencies, rope })).toMatchObject({
      ...{ verdict: 'found', mistakes: [], spec: { scaling } },
    });
  });

  it('with slow pairs of another factor does not fit', () => {
    const scaling = {
      type: 'yarn',
      factor: 4,
      originalMaxPosition,
    } as const;
    const frequencies = frequenciesMade(theta, pairs, scaling).map((w, k) =>
      k < pairs - 8 ? w : w * 1.01,
    );
    const factor = yarnFactor(4);
    const cache = cacheMade({ frequencies, order: 'hf', length: 2048, factor });
    const rope = { method: 'rope', headDim: 128, theta, scaling } as const;
    const { candidates } = pe.detectSchedule({ ...cache, rope });
    expect(candidates.some(({ fits }) => fits)).toBe(false);
  });
});

describe('a width of 3', () => {
  it.each([100, 10000, 77])('with base %i', (base) => {
    const table = sinesMade({ length: 50, dim: 3, base });
    const report = pe.detectTable({ table });
    expect(report).toMatchObject({ verdict: 'found', mistakes: [] });
    expect(report.spec?.base ?? 10000).toBe(base);
    const again = toFloat32(pe.make(report.spec as never) as never);
    const far = again.findIndex(
      (x, i) => Math.abs(x - (table.data[i] as number)) > 1e-6,
    );
    expect(far).toBe(-1);
  });

  it('whose last column is wrong has a residual that says so', () => {
    const table = sinesMade({ length: 50, dim: 3 });
    for (let i = 0; i < 50; ++i) table.data[3 * i + 2] = Math.sin(i * i) / 2;
    const { verdict, residual } = pe.detectTable({ table });
    expect(verdict).toBe('unknown');
    expect(residual).toBeGreaterThan(0.1);
  });
});
