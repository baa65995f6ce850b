/** Resampled tables against a slow definition, and their properties. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();
const dim = 3;

type Mode = 'linear' | 'cubic';

/** Keys' cubic and the triangle, piece by piece. */
function kernel(mode: Mode, a: number, x: number): number {
  const t = Math.abs(x);
  if (mode === 'linear') return Math.max(0, 1 - t);
  if (t <= 1) return (a + 2) * t ** 3 - (a + 3) * t ** 2 + 1;
  if (t < 2) return a * t ** 3 - 5 * a * t ** 2 + 8 * a * t - 4 * a;
  return 0;
}

/** The matrix that maps the cells of an old axis to those of a new one. */
function matrix(from: number, to: number, mode: Mode, antialias: boolean) {
  const scale = from / to;
  const stretch = antialias ? Math.max(1, scale) : 1;
  const a = antialias ? -0.5 : -0.75;
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * scale - 0.5;
    const weights = new Array<number>(from).fill(0);
    if (antialias) {
      for (let j = 0; j < from; ++j) {
        weights[j] = kernel(mode, a, (centre - j) / stretch);
      }
      const sum = weights.reduce((s, w) => s + w, 0);
      return weights.map((w) => w / sum);
    }
    // Cells beyond the edge have the value of the edge.
    for (let j = -3; j < from + 3; ++j) {
      const cell = Math.min(from - 1, Math.max(0, j));
      weights[cell] = (weights[cell] ?? 0) + kernel(mode, a, centre - j);
    }
    return weights;
  });
}

/** Every weight of every old cell, however small. */
function resampled(
  table: Float32Array,
  from: readonly number[],
  to: readonly number[],
  mode: Mode,
  antialias: boolean,
) {
  const axes = from.map((n, i) => matrix(n, to[i] ?? 1, mode, antialias));
  let cells = Array.from({ length: table.length / dim }, (_, r) => ({
    at: from.map((_, axis) => {
      const after = from.slice(axis + 1).reduce((a, b) => a * b, 1);
      return Math.floor(r / after) % (from[axis] ?? 1);
    }),
    row: Array.from(table.subarray(r * dim, r * dim + dim)),
  }));
  axes.forEach((rows, axis) => {
    const others = new Map<string, { at: number[]; row: number[] }>();
    for (const { at, row } of cells) {
      rows.forEach((weights, i) => {
        const place = at.with(axis, i);
        const sum = others.get(place.join()) ?? { at: place, row: [0, 0, 0] };
        others.set(place.join(), sum);
        const weight = weights[at[axis] ?? 0] ?? 0;
        row.forEach((x, c) => {
          sum.row[c] = (sum.row[c] ?? 0) + weight * x;
        });
      });
    }
    cells = Array.from(others.values());
  });
  const index = ({ at }: { at: number[] }) =>
    at.reduce((sum, i, axis) => sum * (to[axis] ?? 1) + i, 0);
  return cells.sort((a, b) => index(a) - index(b)).flatMap(({ row }) => row);
}

const drawn = (rows: number) =>
  pe.learned({ length: rows, dim, seed: rows, std: 1 }).data;

const grids: [number[], number[]][] = [
  [[7], [11]],
  [[11], [4]],
  [[1], [3]],
  [[5], [1]],
  [
    [4, 5],
    [7, 3],
  ],
  [
    [9, 2],
    [2, 9],
  ],
  [
    [3, 2, 4],
    [2, 5, 3],
  ],
];

describe.each(['linear', 'cubic'] as const)('%s', (mode) => {
  it.each(
    grids.flatMap(([from, to]) =>
      [false, true].map((antialias) => ({ from, to, antialias })),
    ),
  )('$from to $to, antialias $antialias', ({ from, to, antialias }) => {
    const rows = from.reduce((a, b) => a * b, 1);
    const table = drawn(rows);
    const expected = resampled(table, from, to, mode, antialias);
    const options = { table, dim, from, to, mode, antialias };
    const { data } = pe.resample({ ...options, dtype: 'float64' });
    expect(data.length).toBe(expected.length);
    data.forEach((value, i) => {
      expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThan(1e-13);
    });
    const narrow = pe.resample(options).data;
    expect(narrow).toEqual(Float32Array.from(data));
  });

  it.each([false, true])(
    'keeps a grid of its size, antialias %s',
    (antialias) => {
      const options = { from: [5, 4], to: [5, 4], dim, mode, antialias };
      const table = drawn(20);
      expect(pe.resample({ ...options, table }).data).toEqual(table);
    },
  );

  it.each([false, true])('keeps a constant, antialias %s', (antialias) => {
    const table = new Float32Array(6 * 6 * dim).fill(0.7);
    const options = { table, dim, mode, antialias, from: [6, 6] };
    const { data } = pe.resample({ ...options, to: [4, 13], dtype: 'float64' });
    for (const x of data) {
      expect(Math.abs(x - Math.fround(0.7))).toBeLessThan(1e-15 * 8);
    }
  });
});

describe('aligned corners', () => {
  /** The rows and weights of a place, as torch counts them. */
  const taps = (mode: Mode, from: number, x: number) => {
    const low = Math.floor(x);
    const reach = mode === 'linear' ? [0, 1] : [-1, 0, 1, 2];
    return reach.map((step) => ({
      cell: Math.min(from - 1, Math.max(0, low + step)),
      weight: kernel(mode, -0.75, x - low - step),
    }));
  };

  it.each(['linear', 'cubic'] as const)('%s', (mode) => {
    for (const [from, to] of [
      [
        [48, 3],
        [7, 9],
      ],
      [
        [5, 4],
        [5, 1],
      ],
      [
        [1, 6],
        [4, 11],
      ],
    ] as const) {
      const table = drawn(from[0] * from[1]);
      const options = { table, dim, from, to, mode, antialias: false };
      const { data } = pe.resample({
        ...options,
        ...{ alignCorners: true, dtype: 'float64' },
      });
      const place = (axis: 0 | 1, i: number) =>
        to[axis] === 1 ? 0 : (i * (from[axis] - 1)) / (to[axis] - 1);
      for (let i = 0; i < to[0]; ++i) {
        for (let j = 0; j < to[1]; ++j) {
          for (let c = 0; c < dim; ++c) {
            let want = 0;
            for (const y of taps(mode, from[0], place(0, i))) {
              for (const x of taps(mode, from[1], place(1, j))) {
                const row = y.cell * from[1] + x.cell;
                want += y.weight * x.weight * (table[row * dim + c] ?? 0);
              }
            }
            const got = data[(i * to[1] + j) * dim + c] ?? Number.NaN;
            expect(Math.abs(got - want)).toBeLessThan(1e-13);
          }
        }
      }
    }
  });

  it('keep the first and last cells, and exclude antialiasing', () => {
    const table = drawn(7);
    const options = { table, dim, from: [7], to: [19], alignCorners: true };
    const { data } = pe.resample({ ...options, antialias: false });
    expect(data.subarray(0, dim)).toEqual(table.subarray(0, dim));
    expect(data.subarray(-dim)).toEqual(table.subarray(-dim));
    expect(thrown(() => pe.resample(options))).toMatchObject({
      ...{ code: 'ERR_CONFLICT', param: 'alignCorners' },
    });
  });
});

it('copies the prefix, and computes any rows alone', () => {
  const table = drawn(2 + 12);
  const options = { table, dim, from: [3, 4], to: [6, 5], prefix: 2 };
  const { data, shape } = pe.resample(options);
  expect(shape).toEqual([32, dim]);
  expect(data.subarray(0, 6)).toEqual(table.subarray(0, 6));
  for (const rows of [
    [0, 3],
    [1, 2],
    [17, 32],
    [5, 5],
  ] as const) {
    const part = pe.resample({ ...options, rows });
    expect(part.data).toEqual(data.subarray(rows[0] * dim, rows[1] * dim));
  }
});

it('takes the tensors of models, and makes a table for learned', () => {
  const table = tensor(drawn(1 + 9), [1, 10, dim]);
  const options = { table, from: [3, 3], to: [5, 5], preset: 'timm' } as const;
  const larger = pe.resample(options);
  expect(larger.shape).toEqual([26, dim]);
  expect(pe.learned({ table: larger, length: 26 }).data).toEqual(larger.data);
  const mae = pe.resample({ ...options, preset: 'mae' });
  expect(mae.data).not.toEqual(larger.data);
});

it('wide rows are made in parts with the same bits', () => {
  const width = 1300;
  const options = { dim: width, from: [3], to: [7], seed: 4 };
  const { data } = pe.resample(options);
  const table = pe.learned({ length: 3, dim: width, seed: 4 }).data;
  for (const c of [0, 511, 512, 1299]) {
    const column = Float32Array.from(
      [0, 1, 2],
      (r) => table[r * width + c] ?? 0,
    );
    const alone = pe.resample({ ...options, dim: 1, table: column }).data;
    expect(Array.from(alone)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((r) => data[r * width + c]),
    );
  }
});

it.each([
  [{ from: [4, 4] }, 'ERR_SHAPE', 'from'],
  [{ to: [4] }, 'ERR_SHAPE', 'to.length'],
  [{ to: [0, 4] }, 'ERR_RANGE', 'to[0]'],
  [{ to: [2.5, 4] }, 'ERR_RANGE', 'to[0]'],
  [{ from: [1, 1, 3, 4], to: [1, 1, 1, 1] }, 'ERR_SHAPE', 'from.length'],
  [{ to: [2 ** 20, 2 ** 20] }, 'ERR_RANGE', 'to'],
  [{ prefix: 1 }, 'ERR_SHAPE', 'from'],
  [{ mode: 'bicubic' }, 'ERR_CHOICE', 'mode'],
  [{ antialias: 1 }, 'ERR_TYPE', 'antialias'],
  [{ rows: [0, 21] }, 'ERR_SHAPE', 'rows[1]'],
  [{ from: undefined }, 'ERR_MISSING', 'from'],
])('refuses %o', (change, code, param) => {
  const run = pe.resample as (options: unknown) => unknown;
  const options = {
    table: drawn(12),
    dim,
    from: [3, 4],
    to: [4, 5],
    ...change,
  };
  expect(thrown(() => run(options))).toMatchObject({ code, param });
});
