/** The position of the first row of caches and tables. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import {
  cacheMade,
  frequenciesMade,
  type Rounding,
  sinesMade,
} from './detect-made.js';

const pe = await load();

/** A cache of a plain rope that begins at a position. */
const cacheFrom = (start: number, pairs: number, dtype: Rounding = 'float32') =>
  cacheMade({
    frequencies: frequenciesMade(10000, pairs),
    ...{ order: 'pairs', length: 64, start, dtype },
  });

it.each([
  [20000, 16],
  [25000, 32],
  [50000, 32],
  [1000000, 64],
  [-70000, 32],
])('%i is far: the slowest pair has wrapped', (start, pairs) => {
  const cache = cacheFrom(start, pairs);
  const rope = { method: 'rope', headDim: 2 * pairs } as const;
  for (const given of [{ start, rope }, { start }, { rope }, {}]) {
    const report = pe.detectSchedule({ ...cache, ...given });
    const mistakes = 'start' in given ? [] : ['start'];
    expect(report).toMatchObject({ verdict: 'found', mistakes });
    expect(report.spec).toMatchObject({ start });
  }
});

it('a table far from 0', () => {
  for (const [start, base, dtype] of [
    [50000, 10000, 'float32'],
    [5000, 500, 'bfloat16'],
  ] as const) {
    const table = sinesMade({ length: 300, dim: 64, start, base, dtype });
    expect(pe.detectTable({ table, start })).toMatchObject({
      ...{ verdict: 'found', mistakes: [], spec: { start } },
    });
    expect(pe.detectTable({ table })).toMatchObject({
      ...{ verdict: 'found', mistakes: ['start'], spec: { start } },
    });
  }
});

describe('few pairs', () => {
  it.each([
    [1, 7],
    [1, 710],
    [2, 1000],
    [4, 5000],
  ])('%i of them from %i', (pairs, start) => {
    for (const dtype of ['float64', 'float32', 'bfloat16'] as const) {
      const cache = cacheFrom(start, pairs, dtype);
      const { verdict, spec, candidates } = pe.detectSchedule(cache);
      // Other positions have nearly the same angles, and fractions are none.
      if (verdict === 'found') expect(spec).toMatchObject({ start });
      const starts = candidates.map((one) => one.start);
      expect(starts.every(Number.isInteger)).toBe(true);
      const rope = { method: 'rope', headDim: 2 * pairs } as const;
      const report = pe.detectSchedule({ ...cache, rope, start });
      expect(report).toMatchObject({ verdict: 'found', mistakes: [] });
      expect(report.spec).toMatchObject({ start });
    }
  });

  it('in float64 tell the start', () => {
    const cache = cacheFrom(1000, 2, 'float64');
    expect(pe.detectSchedule(cache)).toMatchObject({
      ...{ verdict: 'found', spec: { start: 1000 }, mistakes: ['start'] },
    });
  });
});

describe('a row of zeros for padding', () => {
  const [length, dim] = [50, 64];
  const { data } = sinesMade({ length, dim });
  it.each([0, 1, 15, length - 1])('at position %i is no mistake', (row) => {
    const padded = Float32Array.from(data);
    padded.fill(0, row * dim, (row + 1) * dim);
    const report = pe.detectTable({ table: tensor(padded, [length, dim]) });
    expect(report).toMatchObject({ verdict: 'found', mistakes: [] });
    expect(report.spec).toMatchObject({ dim, length, zeroPosition: row });
    expect(report.spec?.start ?? 0).toBe(0);
  });

  it('before positions that begin at 1 is a mistake', () => {
    const late = sinesMade({ length, dim, start: 1 }).data;
    const padded = Float32Array.from(late);
    padded.fill(0, 0, dim);
    const report = pe.detectTable({ table: tensor(padded, [length, dim]) });
    expect(report).toMatchObject({ verdict: 'found', mistakes: ['start'] });
    expect(report.spec).toMatchObject({ start: 1, zeroPosition: 1 });
  });
});
