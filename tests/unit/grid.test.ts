/** Tables of grids: the parts of a cell's row, in every form. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../support/same.js';
import { thrown } from './thrown.js';

const pe = await load();

/** Rows of a sinusoidal table along a line, to compare with. */
function line(positions: number[], dim: number, options: object = {}) {
  const { data } = pe.sinusoidal({ positions, dim, ...options });
  return positions.map((_, i) =>
    Array.from(data.slice(i * dim, (i + 1) * dim)),
  );
}

const rowsOf = (data: ArrayLike<number>, dim: number) =>
  Array.from({ length: data.length / dim }, (_, i) =>
    Array.from({ length: dim }, (_, k) => data[i * dim + k]),
  );

describe('a cell has a part for each axis', () => {
  const axes = { layout: 'blocks' } as const;
  const [h, w, dim] = [3, 5, 16];
  const y = line([0, 1, 2], dim / 2, axes);
  const x = line([0, 1, 2, 3, 4], dim / 2, axes);
  const cells = Array.from({ length: h * w }, (_, i) => i);
  const partOf = (cell: number) =>
    [y[Math.floor(cell / w)] ?? [], x[cell % w] ?? []] as const;

  it('the slowest axis comes first', () => {
    const { data, shape } = pe.sinusoidalGrid({ grid: [h, w], dim });
    expect(shape).toEqual([h * w, dim]);
    expect(rowsOf(data, dim)).toEqual(cells.map((c) => partOf(c).flat()));
  });

  it('or last, after a class token', () => {
    const options = { grid: [h, w], dim, classTokens: 2 };
    const { data } = pe.sinusoidalGrid({ ...options, preset: 'mae' });
    const zeros = Array(dim).fill(0);
    const rows = cells.map((c) => [...partOf(c)].reverse().flat());
    expect(rowsOf(data, dim)).toEqual([zeros, zeros, ...rows]);
  });

  it('sines of all axes before cosines', () => {
    const { data } = pe.sinusoidalGrid({ grid: [h, w], dim, preset: 'timm' });
    const rows = cells.map((c) => {
      const parts = partOf(c);
      const half = dim / 4;
      return [
        ...parts.flatMap((part) => part.slice(0, half)),
        ...parts.flatMap((part) => part.slice(half)),
      ];
    });
    expect(rowsOf(data, dim)).toEqual(rows);
  });

  it('interleaved', () => {
    const options = { grid: [h, w], dim, layout: 'interleaved' } as const;
    const pairs = line([0, 1, 2, 3, 4], dim / 2);
    const rows = cells.map((c) =>
      [pairs[Math.floor(c / w)], pairs[c % w]].flat(),
    );
    expect(rowsOf(pe.sinusoidalGrid(options).data, dim)).toEqual(rows);
  });
});

it('a volume has three axes, a line one', () => {
  const { data } = pe.sinusoidalGrid({ grid: [2, 3, 4], dim: 12 });
  const parts = line([0, 1, 2, 3], 4, { layout: 'blocks' });
  const rows = Array.from({ length: 24 }, (_, c) => [
    ...(parts[Math.floor(c / 12)] ?? []),
    ...(parts[Math.floor(c / 4) % 3] ?? []),
    ...(parts[c % 4] ?? []),
  ]);
  expect(rowsOf(data, 12)).toEqual(rows);
  const one = pe.sinusoidalGrid({ grid: [700], dim: 10 });
  const same = pe.sinusoidal({ length: 700, dim: 10, layout: 'blocks' });
  expect(one).toEqual(same);
});

it('coordinates give the same table as a grid', () => {
  const grid = pe.sinusoidalGrid({ grid: [2, 3], dim: 8, start: 5 });
  const coordinates = [5, 5, 5, 6, 5, 7, 6, 5, 6, 6, 6, 7];
  expect(pe.sinusoidalGrid({ coordinates, dim: 8 })).toEqual(grid);
  const typed = Float64Array.from(coordinates);
  const given = pe.sinusoidalGrid({ coordinates: typed as never, dim: 8 });
  expect(given).toEqual(grid);
  expect(pe.sinusoidalGrid({ coordinates: [], dim: 8 }).shape).toEqual([0, 8]);
});

it('an empty mask counts every cell', () => {
  for (const normalise of ['none', 'last', 'symmetric'] as const) {
    const options = { grid: [3, 4], dim: 8, start: 1, normalise };
    const mask = new Uint8Array(12);
    const plain = pe.sinusoidalGrid(options);
    expect(pe.sinusoidalGrid({ ...options, mask })).toEqual(plain);
  }
});

it('coordinates from -1 to 1 include both ends and the middle', () => {
  const options = { grid: [5], dim: 2, normalise: 'symmetric' } as const;
  const { data } = pe.sinusoidalGrid({ ...options, dtype: 'float64' });
  const expected = [-1, -0.5, 0, 0.5, 1].flatMap((x) => [
    Math.sin(x),
    Math.cos(x),
  ]);
  expected.forEach((value, i) => {
    expect(data[i]).toBeCloseTo(value, 15);
  });
});

describe('rows equal those of the whole table, wherever it is cut', () => {
  it.each([
    { grid: [5, 7], dim: 8 },
    { grid: [3, 2, 11], dim: 18, layout: 'interleaved', classTokens: 3 },
    { grid: [40, 2], dim: 9, share: 'down', includeCoordinates: true },
    { grid: [2, 700], dim: 12, normalise: 'last', start: 1, layout: 'waves' },
  ] as const)('%o', (options) => {
    const { data, shape } = pe.sinusoidalGrid(options);
    const [length = 0, dim = 0] = shape;
    for (let from = 0; from < Math.min(length, 50); ++from) {
      for (const to of [from + 1, from + 8, length]) {
        if (to > length) continue;
        const part = pe.sinusoidalGrid({ ...options, rows: [from, to] });
        expectSame(part.data, data.subarray(from * dim, to * dim));
      }
    }
  });
});

it('columns of no axis are written as zeros', () => {
  const out = new Float32Array(6 * 11).fill(7);
  const options = { grid: [2, 3], dim: 11, share: 'down' } as const;
  const { data } = pe.sinusoidalGrid({ ...options, out });
  for (const row of rowsOf(data, 11)) {
    expect(row.slice(8)).toEqual([0, 0, 0]);
    expect(row.slice(0, 8).includes(7)).toBe(false);
  }
});

it.each([
  [{ dim: 8 }, 'ERR_MISSING', 'grid'],
  [{ grid: [], dim: 8 }, 'ERR_SHAPE', 'grid.length'],
  [{ grid: [2, 2, 2, 2], dim: 8 }, 'ERR_SHAPE', 'grid.length'],
  [{ grid: [0, 4], dim: 8 }, 'ERR_RANGE', 'grid[0]'],
  [{ grid: [2.5, 4], dim: 8 }, 'ERR_RANGE', 'grid[0]'],
  [{ grid: 14, dim: 8 }, 'ERR_TYPE', 'grid'],
  [{ grid: [2 ** 31, 2 ** 31], dim: 8 }, 'ERR_SHAPE', 'grid'],
  [{ grid: [2, 2], dim: 10 }, 'ERR_RANGE', 'dim'],
  [{ grid: [2, 2], dim: 2, share: 'down' }, 'ERR_RANGE', 'dim'],
  [{ grid: [2, 2], dim: 9, share: 'up' }, 'ERR_CONFLICT', 'share'],
  [{ grid: [2, 2], dim: 8, shift: 2 }, 'ERR_RANGE', 'shift'],
  [{ grid: [2, 2], dim: 8, axes: 3 }, 'ERR_SHAPE', 'grid.length'],
  [{ grid: [2, 2], dim: 8, mask: [0, 1] }, 'ERR_SHAPE', 'mask.length'],
  [{ grid: [2, 2], dim: 8, mask: [0, 1, 2, 0] }, 'ERR_RANGE', 'mask[2]'],
  [{ grid: [2], coordinates: [1, 2], dim: 8 }, 'ERR_CONFLICT', 'grid'],
  [{ coordinates: [1, 2], start: 1, dim: 8 }, 'ERR_CONFLICT', 'start'],
  [{ coordinates: [1, 2, 3], dim: 8 }, 'ERR_SHAPE', 'coordinates.length'],
  [{ coordinates: [1, NaN], dim: 8 }, 'ERR_RANGE', 'coordinates[1]'],
  [
    { grid: [2], dim: 8, bands: 'linear', precision: 'ggml' },
    'ERR_CONFLICT',
    'precision',
  ],
])('%j is refused', (options, code, param) => {
  const run = () => pe.sinusoidalGrid(options as never);
  expect(thrown(run)).toMatchObject({ code, param });
  const { data } = pe.sinusoidalGrid({ grid: [1, 1], dim: 4 });
  expect(Array.from(data)).toEqual([0, 1, 0, 1]);
});
