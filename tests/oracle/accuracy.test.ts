/**
 * The stated accuracy of sinusoidal tables and ropes, against the oracle.
 *
 * | what | precision exact, |position| <= 2^31 | bound |
 * |---|---|---|
 * | sinusoidal, cosSin | float32 | 0.5001 ulp |
 * |  | float16, bfloat16 | 0.5001 ulp |
 * |  | float64 | 1 ulp |
 * | rope.frequencies | float64 | 0.5001 ulp |
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { ulp32 } from '../golden/compare.mjs';
import { times } from '../support/sample.mjs';
import { frequency, sinCosAt } from './definition.js';
import {
  BORDERS,
  FRACTIONS,
  FURTHEST,
  nearQuarterTurns,
  nearQuarterTurnsBetween,
} from './positions.js';
import { Random } from './random.js';
import { FLOAT64 } from './ulp.js';
import { DTYPES, type DType, FORMATS, valueAt, Worst } from './worst.js';

const BOUND: Record<DType, number> = {
  float32: 0.5001,
  float64: 1,
  float16: 0.5001,
  bfloat16: 0.5001,
};

// Usual bases, integers and fractions, and both ends of the promised range.
const BASES = [
  ...[10, 10.5, 37, 100, 1000, 10000, 12345.678, 100000, 500000, 1e6],
  ...[1e7, 123456789.1, 1e9],
];

const DIMS = [1, 2, 3, 4, 5, 8, 31, 64, 66, 127, 128, 255, 512, 1023, 1024];

const pe = await load();

type Positions = { length: number; start: number } | { positions: number[] };

/** Exact values of a row: in a range, start + row is not rounded. */
function exactAt(where: Positions, row: number, frequency: bigint) {
  if ('start' in where) return sinCosAt(where.start, frequency, row);
  return sinCosAt(where.positions[row] ?? Number.NaN, frequency);
}

function nameOf(where: Positions, row: number): string {
  if ('start' in where) return `position ${where.start} + ${row}`;
  return `position ${where.positions[row]}`;
}

/**
 * Some rows, always including the first, the last and the borders of blocks.
 */
function someRows(random: Random, count: number): number[] {
  const borders = [0, 1, 31, 32, 63, 64, 65, 127, 128, 255, 256, count - 1];
  const rows = borders.filter((row) => row < count);
  for (let i = 0; i < times(2, 30); ++i)
    rows.push(random.integer(0, count - 1));
  return rows;
}

/** Some pairs, always including the first and the last. */
function somePairs(random: Random, count: number): number[] {
  const pairs = [0, 1, count - 1].filter((pair) => pair < count);
  for (let i = 0; i < times(2, 20); ++i)
    pairs.push(random.integer(0, count - 1));
  return pairs;
}

type Layout = 'interleaved' | 'blocks';

/** Columns of the sine and the cosine of a pair (an odd width's last: none). */
function columns(layout: Layout, pair: number, dim: number) {
  const sines = Math.ceil(dim / 2);
  const [sin, cos] =
    layout === 'blocks' ? [pair, sines + pair] : [2 * pair, 2 * pair + 1];
  return { sin, cos: cos < dim ? cos : undefined };
}

/** Compares cells of tables in all dtypes with the exact values. */
function expectExact(
  { base, dim, layout }: { base: number; dim: number; layout: Layout },
  where: Positions,
  rows: number[],
  pairs: number[],
) {
  for (const pair of pairs) {
    if (pair >= Math.ceil(dim / 2)) throw new RangeError('no such pair');
  }
  const frequencies = pairs.map((pair) => frequency(base, pair, dim));
  const exact = rows.map((row) =>
    frequencies.map((f) => exactAt(where, row, f)),
  );
  for (const dtype of DTYPES) {
    const table = pe.sinusoidal({ base, dim, layout, dtype, ...where });
    const worst = new Worst(FORMATS[dtype]);
    rows.forEach((row, i) => {
      pairs.forEach((pair, j) => {
        const values = exact[i]?.[j];
        const column = columns(layout, pair, dim);
        for (const name of ['sin', 'cos'] as const) {
          if (column[name] === undefined || !values) continue;
          const value = valueAt(table, row * dim + column[name]);
          worst.add(value, values[name], () => {
            const place = `${nameOf(where, row)}, pair ${pair} of ${dim}`;
            return `${name}, ${place}, base ${base}, ${layout}`;
          });
        }
      });
    });
    worst.expectWithin(BOUND[dtype]);
  }
}

describe('sinusoidal', () => {
  it.each(BASES)('ranges, base %f', (base) => {
    const random = Random.today(base);
    for (const dim of DIMS) {
      const length = random.integer(100, 300);
      const start = random.of([
        ...[0, -100, FURTHEST - length, -FURTHEST, 131000, 16777100],
        ...[0.1, -77.3, 1e9 + 1 / 3, -1e-9, 1e-30],
        random.integer(-FURTHEST, FURTHEST - length),
        random.integer(0, 100000),
      ]);
      const layout = random.of(['interleaved', 'blocks'] as const);
      const pairs = somePairs(random, Math.ceil(dim / 2));
      const rows = someRows(random, length);
      expectExact({ base, dim, layout }, { start, length }, rows, pairs);
    }
  });

  it.each(BASES)('borders and fractions, base %f', (base) => {
    const random = Random.today(base + 1);
    const positions = [...BORDERS, ...FRACTIONS];
    const rows = [...positions.keys()];
    for (const dim of [2, 7, 128]) {
      const layout = random.of(['interleaved', 'blocks'] as const);
      const pairs = [0, Math.ceil(dim / 2) - 1];
      expectExact({ base, dim, layout }, { positions }, rows, pairs);
    }
  });

  it.each([
    { base: 10, dim: 2 },
    { base: 10000, dim: 64 },
    { base: 10000, dim: 9 },
    { base: 500000, dim: 128 },
    { base: 1e9, dim: 256 },
  ])('next to multiples of π/2, base $base, dim $dim', ({ base, dim }) => {
    const random = Random.today(base + dim);
    for (const pair of somePairs(random, Math.ceil(dim / 2))) {
      const f = frequency(base, pair, dim);
      const whole = nearQuarterTurns(f, FURTHEST);
      const between = nearQuarterTurnsBetween(f, FURTHEST);
      const positions = [...whole, ...between];
      expect(positions.length).toBeGreaterThan(3);
      const rows = [...positions.keys()];
      const options = { base, dim, layout: 'interleaved' } as const;
      expectExact(options, { positions }, rows, [pair]);
      // The same angle, computed by the kernel for ranges.
      const last = whole.at(-1) ?? 0;
      const range = { start: last - 77, length: 80 };
      expectExact(options, range, [77], [pair]);
    }
  });

  it('random positions, bases and widths', () => {
    const random = Random.today(7);
    for (let i = 0; i < times(40, 4000); ++i) {
      const base = 10 ** (1 + 8 * random.next());
      const dim = random.integer(2, 1024);
      const positions = Array.from(
        { length: 8 },
        () => (2 * random.next() - 1) * 2 ** random.integer(0, 31),
      ).map((p, j) => (j % 2 ? p : Math.round(p)));
      const pairs = somePairs(random, Math.ceil(dim / 2)).slice(-3);
      const layout = random.of(['interleaved', 'blocks'] as const);
      const rows = [...positions.keys()];
      expectExact({ base, dim, layout }, { positions }, rows, pairs);
    }
  });
});

// The oracle checks some cells of a table. float64 tables, which are right to
// an ulp, are exact enough to check all other cells of float32 tables.
describe('every cell of large tables', () => {
  it.each([
    { base: 10000, dim: 512, start: 0 },
    { base: 10000, dim: 130, start: FURTHEST - 2000 },
    { base: 500000, dim: 64, start: -1000 },
    { base: 1e9, dim: 257, start: 1048000 },
    { base: 10, dim: 66, start: -FURTHEST },
    { base: 7528.89, dim: 512, start: 3.4576414856268833e-9 },
    { base: 123.4, dim: 31, start: 99.7 },
  ])('base $base, dim $dim, from $start', ({ base, dim, start }) => {
    for (const layout of ['interleaved', 'blocks'] as const) {
      const options = { base, dim, start, layout, length: 2000 };
      const exact = pe.sinusoidal({ ...options, dtype: 'float64' }).data;
      let [worst, place] = [0, ''];
      pe.sinusoidal(options).data.forEach((x, i) => {
        const error = Math.abs(x - (exact[i] ?? NaN)) / ulp32(exact[i] ?? NaN);
        if (error <= worst) return;
        worst = error;
        place = `row ${Math.floor(i / dim)}, column ${i % dim}, ${layout}`;
      });
      expect(worst, place).toBeLessThanOrEqual(0.5001);
      expect(worst).toBeGreaterThan(0.4);
    }
  });
});

describe('rope', () => {
  it.each(BASES)('frequencies, theta %f', (theta) => {
    const worst = new Worst(FLOAT64);
    for (const headDim of [2, 4, 6, 64, 80, 96, 128, 254, 1024]) {
      const { frequencies } = pe.rope({ headDim, theta });
      frequencies.forEach((value, k) => {
        const exact = frequency(theta, k, headDim);
        worst.add(value, exact, () => `pair ${k} of ${headDim}`);
      });
    }
    worst.expectWithin(0.5001);
  });

  it.each([
    { theta: 10000, headDim: 128, layout: 'half' },
    { theta: 500000, headDim: 64, layout: 'interleaved' },
    { theta: 1e9, headDim: 10, layout: 'half' },
    { theta: 12.5, headDim: 2, layout: 'interleaved' },
  ] as const)('cosSin, theta $theta, $layout', ({ theta, headDim, layout }) => {
    const rope = pe.rope({ headDim, theta, layout });
    const pairs = headDim / 2;
    const random = Random.today(headDim);
    const places: Positions[] = [
      { start: 0, length: 200 },
      { start: FURTHEST - 150, length: 150 },
      { start: -70, length: 140 },
      { positions: [...BORDERS, ...FRACTIONS] },
    ];
    for (const where of places) {
      const length =
        'positions' in where ? where.positions.length : where.length;
      for (const dtype of DTYPES) {
        const { cos, sin } = rope.cosSin({ ...where, dtype, full: true });
        const worst = new Worst(FORMATS[dtype]);
        for (const row of someRows(random, length)) {
          for (const pair of somePairs(random, pairs)) {
            const f = frequency(theta, pair, headDim);
            const exact = exactAt(where, row, f);
            const twice =
              layout === 'half'
                ? [pair, pair + pairs]
                : [2 * pair, 2 * pair + 1];
            for (const column of twice) {
              const index = row * headDim + column;
              const place = () => `row ${row}, column ${column}`;
              worst.add(valueAt(cos, index), exact.cos, place);
              worst.add(valueAt(sin, index), exact.sin, place);
            }
          }
        }
        worst.expectWithin(BOUND[dtype]);
      }
    }
  });
});
