/** Tables of grids: the parts of a cell's row, in every form. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../support/rows.js';
import { expectSame } from '../support/same.js';
import { thrown } from './thrown.js';

const pe = await load();

/** Rows of a sinusoidal table along a line, to compare with. */
function line(positions: number[], dim: number, options: object = {}) {
  const { data } = pe.sinusoidal({ positions, dim, ...options });
  return rowsOf(data, dim);
}

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

  describe('of widths of its own, in an order of its own:', () => {
    const grid = [2, 3, 4];
    const own = { grid, dim: 20, widths: [4, 6, 10], order: [2, 0, 1] };
    const cells = Array.from({ length: 24 }, (_, i) => [
      ...[Math.floor(i / 12), Math.floor(i / 4) % 3, i % 4],
    ]);
    const partsOf = (layout: 'blocks' | 'interleaved') => {
      const lines = own.widths.map((width) =>
        line([0, 1, 2, 3], width, { layout }),
      );
      return cells.map((cell) =>
        own.order.map((axis) => lines[axis]?.[cell[axis] ?? 0] ?? []),
      );
    };

    it.each(['blocks', 'interleaved'] as const)('%s', (layout) => {
      const { data } = pe.sinusoidalGrid({ ...own, layout });
      expect(rowsOf(data, 20)).toEqual(
        partsOf(layout).map((row) => row.flat()),
      );
    });

    it('waves', () => {
      const { data } = pe.sinusoidalGrid({ ...own, layout: 'waves' });
      const rows = partsOf('blocks').map((parts) => [
        ...parts.flatMap((part) => part.slice(0, part.length / 2)),
        ...parts.flatMap((part) => part.slice(part.length / 2)),
      ]);
      expect(rowsOf(data, 20)).toEqual(rows);
    });

    it('with coordinates before the columns of each axis', () => {
      const options = { ...own, dim: 23, includeCoordinates: true };
      const { data } = pe.sinusoidalGrid(options);
      const rows = partsOf('blocks').map((parts, cell) =>
        parts.flatMap((part, place) => [
          cells[cell]?.[own.order[place] ?? 0] ?? Number.NaN,
          ...part,
        ]),
      );
      expect(rowsOf(data, 23)).toEqual(rows);
    });

    it('the last axis first', () => {
      const { order: _, ...rest } = own;
      const reversed = pe.sinusoidalGrid({ ...rest, lastAxisFirst: true });
      const ordered = pe.sinusoidalGrid({ ...own, order: [2, 1, 0] });
      expectSame(reversed.data, ordered.data);
    });

    it.each<[object, string]>([
      [{ widths: [4, 6] }, 'widths.length'],
      [{ widths: [5, 5, 10] }, 'widths[0]'],
      [{ widths: [4, 6, 8] }, 'widths'],
      [{ share: 'down' }, 'widths'],
      [{ order: [0, 1] }, 'order'],
      [{ order: [0, 1, 1] }, 'order'],
      [{ lastAxisFirst: true }, 'order'],
    ])('refuses %j', (options, param) => {
      const run = () => pe.sinusoidalGrid({ ...own, ...options });
      expect(thrown(run)).toMatchObject({ param });
    });
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

describe('a batch of masks', () => {
  const [height, width, dim] = [3, 4, 12];
  const cells = height * width;
  const grid = [height, width];
  // Padding at the right and below, none, in between, and everywhere.
  const masks: number[][] = [
    [0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1],
    Array(cells).fill(0),
    [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0],
    Array(cells).fill(1),
  ];
  const nested = masks.map((mask) =>
    [0, 1, 2].map((y) => mask.slice(y * width, (y + 1) * width)),
  );
  const flat = masks.flat();

  /** DETR's position embedding of an image, as [cells, dim]. */
  function detr(mask: number[]) {
    const counts = (line: number[]) =>
      line.map(
        (_, end) => line.slice(0, end + 1).filter((i) => mask[i] === 0).length,
      );
    const shares = (line: number[], place: number) => {
      const sums = counts(line);
      const last = (sums.at(-1) ?? 0) + 1e-6;
      return ((sums[place] ?? 0) / last) * 2 * Math.PI;
    };
    return mask.flatMap((_, cell) => {
      const [y, x] = [Math.floor(cell / width), cell % width];
      const column = [0, 1, 2].map((row) => row * width + x);
      const row = [0, 1, 2, 3].map((place) => y * width + place);
      return [shares(column, y), shares(row, x)].flatMap((share) =>
        Array.from({ length: dim / 2 }, (_, i) => {
          const angle = share / 10000 ** ((4 * Math.floor(i / 2)) / dim);
          return i % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
        }),
      );
    });
  }

  it('gives the rows of DETR, one image after the other', () => {
    const spec = { grid, dim, preset: 'detr', dtype: 'float64' } as const;
    const { data, shape } = pe.sinusoidalGrid({ ...spec, mask: nested });
    expect(shape).toEqual([4 * cells, dim]);
    masks.flatMap(detr).forEach((value, i) => {
      expect(Math.abs((data[i] ?? Number.NaN) - value), `${i}`).toBeLessThan(
        1e-14,
      );
    });
  });

  it('takes the same masks in every form', () => {
    const spec = { grid, dim, preset: 'detr' } as const;
    const whole = pe.sinusoidalGrid({ ...spec, mask: flat });
    const shape = [4, height, width];
    const float16 = Uint16Array.from(flat, (one) => one * 0x3c00);
    for (const mask of [
      Uint8Array.from(flat),
      nested,
      masks,
      masks.map((mask) => Int32Array.from(mask)),
      tensor(Float32Array.from(flat), shape),
      tensor(float16, shape, 'float16'),
      { data: Uint8Array.from(flat), shape, dtype: 'bool' },
      { data: flat, shape: [4, cells] },
    ]) {
      expect(pe.sinusoidalGrid({ ...spec, mask })).toEqual(whole);
    }
    const one = pe.sinusoidalGrid({ ...spec, mask: masks[2] as number[] });
    expect(pe.sinusoidalGrid({ ...spec, mask: nested[2] ?? [] })).toEqual(one);
    // A line has cells of one axis.
    const line = { grid: [cells], dim, normalise: 'last' } as const;
    const lines = pe.sinusoidalGrid({ ...line, mask: masks });
    expect(pe.sinusoidalGrid({ ...line, mask: flat })).toEqual(lines);
  });

  it.each([
    { grid, dim, preset: 'detr' },
    { grid, dim, classTokens: 3, normalise: 'symmetric' },
    { grid: [2, 3, 2], dim: 20, share: 'down', offset: -0.5, classTokens: 1 },
    { grid: [cells], dim: 5, share: 'down', includeCoordinates: true },
  ] as const)('equals single masks, wherever it is cut: %o', (options) => {
    const each = masks.flatMap((mask) =>
      Array.from(pe.sinusoidalGrid({ ...options, mask }).data),
    );
    const spec = { ...options, mask: flat };
    // Numbers that were there before do not shine through.
    const out = new Float32Array(each.length).fill(7);
    const { data, shape } = pe.sinusoidalGrid({ ...spec, out });
    expectSame(data, Float32Array.from(each));
    const [rows = 0, width = 0] = shape;
    expect(rows).toBe(
      4 * (cells + ('classTokens' in options ? options.classTokens : 0)),
    );
    for (let from = 0; from < rows; ++from) {
      for (let to = from + 1; to <= rows; to += 5) {
        const part = pe.sinusoidalGrid({ ...spec, rows: [from, to] });
        expectSame(part.data, data.subarray(from * width, to * width));
      }
    }
    const plan = pe.plan({ method: 'sinusoidalGrid', ...spec });
    expect(plan.shape).toEqual(shape);
    const parts = [...plan.cut(7 * 4 * width)];
    expect(parts).toHaveLength(Math.ceil(rows / 7));
    const joined = parts.flatMap((part) => Array.from(pe.make(part).data));
    expectSame(joined, data);
  });

  it('a plan keeps the masks that it was given', () => {
    const spec = { method: 'sinusoidalGrid', grid, dim } as const;
    const whole = pe.make({ ...spec, mask: flat });
    const data = Uint8Array.from(flat);
    for (const mask of [data, { data, shape: [4, ...grid] }, [...nested]]) {
      const plan = pe.plan({ ...spec, mask });
      if (Array.isArray(mask)) mask.reverse();
      else data.fill(0);
      const parts = [...plan.cut(1)].map((part) => pe.make(part).data);
      expectSame(
        parts.flatMap((part) => Array.from(part)),
        whole.data,
      );
      data.set(flat);
    }
  });

  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  it.each([
    [
      [],
      'ERR_SHAPE',
      'mask.length',
      'a multiple of 12, the number of cells, and not 0, got 0',
    ],
    [
      Array(30).fill(0),
      'ERR_SHAPE',
      'mask.length',
      'a multiple of 12, the number of cells, and not 0, got 30',
    ],
    [
      tensor(new Float32Array(24), [2, 4, 3]),
      'ERR_SHAPE',
      'mask',
      '[3, 4] or [batch, 3, 4] = [2, 3, 4] or [batch, 12], got [2, 4, 3]',
    ],
    [
      tensor(new Float32Array(12), [4, 3]),
      'ERR_SHAPE',
      'mask',
      '[3, 4] or [batch, 3, 4] or [batch, 12], got [4, 3]',
    ],
    [
      { data: [0], shape: [2] },
      'ERR_SHAPE',
      'mask.data.length',
      '2, the product of mask.shape [2], got 1',
    ],
    [
      { data: [0], shape: 1 },
      'ERR_TYPE',
      'mask.shape',
      'an array of integers, got 1',
    ],
    [
      [[0, 0], [0]],
      'ERR_SHAPE',
      'mask[1].shape',
      '[2], the shape of mask[0], got [1]',
    ],
    [
      [[0, 0], 1],
      'ERR_TYPE',
      'mask[1]',
      'an array or typed array of integers, got 1',
    ],
    [[[0, 2]], 'ERR_RANGE', 'mask[0][1]', '0, 1 or a boolean, got 2'],
    [
      tensor(Float64Array.of(0.5), [1]),
      'ERR_RANGE',
      'mask.data[0]',
      'an integer from 0 to 1, got 0.5',
    ],
    [cyclic, 'ERR_TYPE', 'mask[0][0][0]', '0, 1 or a boolean, got an array'],
    [
      true,
      'ERR_TYPE',
      'mask',
      'an array or typed array of integers or booleans, nested arrays, or a tensor, got true',
    ],
    [
      new Float32Array(12),
      'ERR_TYPE',
      'mask',
      'an array or typed array of integers, got a Float32Array',
    ],
  ])('%#: refuses what is no mask', (mask, code, param, rest) => {
    const run = () => pe.sinusoidalGrid({ grid, dim, mask } as never);
    const error = thrown(run);
    expect(error).toMatchObject({ code, param });
    expect(error.message).toBe(`sinusoidalGrid: ${param} must be ${rest}`);
  });
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
  [
    { grid: [2, 3], divisors: [2 ** -20, 1], start: 2 ** 50, dim: 8 },
    ...(['ERR_RANGE', 'divisors'] as const),
  ],
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
