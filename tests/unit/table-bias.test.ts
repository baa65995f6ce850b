/** Biases that are entries of learned tables, and the gate of URPE. */

import { load, type Posenc, type SpecOf } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

type Scheme = SpecOf<'relativeIndices'>['scheme'];
type Options = Readonly<Record<string, unknown>>;

/** Numbers of a table that are all different: [rows, heads]. */
function tableOf(rows: number, heads: number): Float32Array {
  return Float32Array.from({ length: rows * heads }, (_, i) =>
    Math.fround(Math.sin(1 + i)),
  );
}

/** Every method with the scheme of its rows, and where rows are. */
const biases: Readonly<
  Record<string, readonly [Options, Scheme, rows: number, Options]>
> = {
  t5Bias: [
    { buckets: 8, maxDistance: 20 },
    { type: 't5', buckets: 8, maxDistance: 20 },
    8,
    { queries: 30, keys: 33 },
  ],
  clippedBias: [
    { left: 3, right: 2, beyond: 'zero' },
    { type: 'zero', left: 3, right: 2 },
    6,
    { queries: 9, keys: 12 },
  ],
  gridBias: [
    { grid: [3, 2], prefix: 1 },
    { type: 'grid', grid: [3, 2], prefix: 1 },
    18,
    {},
  ],
  distanceBias: [
    { grid: [3, 4] },
    { type: 'absoluteGrid', grid: [3, 4] },
    12,
    {},
  ],
  urpe: [
    { buckets: 8, maxDistance: 20 },
    { type: 'urpe', buckets: 8, maxDistance: 20 },
    9,
    { queries: 30, keys: 33 },
  ],
};

const make = (method: string, options: Options) =>
  pe.make({ method, ...options } as Parameters<Posenc['make']>[0]) as {
    readonly data: Float32Array;
    readonly shape: readonly number[];
  };

describe.each(Object.entries(biases))(
  '%s',
  (method, [own, scheme, rows, at]) => {
    const heads = 3;
    const table = tableOf(rows, heads);
    const places: readonly Options[] = [
      at,
      // No lattice, so that it is computed row by row.
      { queryPositions: [5, 1, 3], keyPositions: [0, 4, 4, 1] },
    ];

    it.each(places)(
      'reads its table at the rows of its scheme, %j',
      (place) => {
        const found = make(method, { ...own, heads, table, ...place });
        const read = pe.relativeIndices({ scheme, ...place });
        expect(found.shape).toEqual([heads, ...read.shape]);
        const wanted = Array.from({ length: heads }, (_, h) =>
          Array.from(read.data, (row) =>
            row < 0 ? 0 : (table[row * heads + h] as number),
          ),
        );
        expect([...found.data]).toEqual(wanted.flat());
        const float64 = make(method, {
          ...{ ...own, heads, table, ...place, dtype: 'float64' },
        });
        expect([...float64.data]).toEqual(wanted.flat());
      },
    );

    it('takes heads from the axes of the table', () => {
      const like = { data: table, shape: [rows, heads], dtype: 'float32' };
      const found = make(method, { ...own, table: like, ...at });
      expect(found.shape[0]).toBe(heads);
      expect(found.data).toEqual(
        make(method, { ...own, table, heads, ...at }).data,
      );
    });

    it('refuses a table of another size', () => {
      const wrong = tableOf(rows + 1, heads);
      const error = thrown(() =>
        make(method, { ...own, heads, table: wrong, ...at }),
      );
      expect(error).toMatchObject({ param: 'table.length', code: 'ERR_SHAPE' });
      expect(error.message).toContain(`[${rows}, ${heads}]`);
    });

    it('needs a number of heads if nothing says it', () => {
      for (const given of [{}, { table }]) {
        const error = thrown(() => make(method, { ...own, ...given, ...at }));
        expect(error).toMatchObject({ param: 'heads', code: 'ERR_MISSING' });
      }
    });

    it('gives the gradient of its table', () => {
      if (method === 'urpe') return;
      for (const place of places) {
        const { data: read, shape } = pe.relativeIndices({ scheme, ...place });
        const upstream = tableOf(heads, read.length);
        const wanted = new Float64Array(rows * heads);
        upstream.forEach((value, i) => {
          const row = read[i % read.length] as number;
          const head = Math.floor(i / read.length);
          if (row >= 0)
            wanted[row * heads + head] =
              (wanted[row * heads + head] as number) + 2 * value;
        });
        const bias = {
          method,
          ...own,
          table,
          biasScale: 2,
        } as SpecOf<'t5Bias'>;
        const { table: found } = pe.biasGradient({
          bias,
          upstream: {
            data: upstream,
            shape: [heads, ...shape],
            dtype: 'float32',
          },
          ...place,
        });
        expect(found?.shape).toEqual([rows, heads]);
        found?.data.forEach((value, i) => {
          expect(value).toBeCloseTo(wanted[i] as number, 5);
        });
      }
    });
  },
);

describe('drawn tables', () => {
  it('are the same for the same seed, and others for another', () => {
    const of = (seed: number) => pe.t5Bias({ heads: 2, queries: 9, seed }).data;
    expect(of(3)).toEqual(of(3));
    expect(of(3)).not.toEqual(of(4));
  });

  it('are ones in the gate of URPE', () => {
    const { data } = pe.urpe({ heads: 2, queries: 40 });
    expect(new Set(data)).toEqual(new Set([1]));
  });
});

describe('clippedBias', () => {
  it('has rows from -d to d - 1 for maxDistance d', () => {
    const table = [[1], [2], [3], [4]];
    const at = { queries: 4, heads: 1, table };
    const [short, long] = [
      pe.clippedBias({ ...at, maxDistance: 2 }),
      pe.clippedBias({ ...at, left: 2, right: 1 }),
    ];
    expect(short).toEqual(long);
    expect([...short.data].slice(0, 4)).toEqual([3, 4, 4, 4]);
    expect([...short.data].slice(12)).toEqual([1, 1, 2, 3]);
  });

  it('takes either maxDistance or left and right', () => {
    const at = { queries: 4, heads: 1 };
    const both = () => pe.clippedBias({ ...at, maxDistance: 2, left: 2 });
    expect(thrown(both)).toMatchObject({ param: 'left', code: 'ERR_CONFLICT' });
    const one = () => pe.clippedBias({ ...at, left: 2 });
    expect(thrown(one)).toMatchObject({ param: 'right', code: 'ERR_MISSING' });
  });
});

describe('the gate of URPE by offset', () => {
  it('reads a factor for each distance', () => {
    const table = tableOf(9, 2);
    const gate = { form: 'offset', maxLength: 5, table, heads: 2 } as const;
    const { data } = pe.urpe({ ...gate, queries: 5 });
    for (let i = 0; i < 5; ++i) {
      for (let j = 0; j < 5; ++j) {
        expect(data[25 + i * 5 + j]).toBe(table[(j - i + 4) * 2 + 1]);
      }
    }
  });

  it('refuses distances that have none', () => {
    const gate = { form: 'offset', heads: 1, queries: 5 } as const;
    const far = () => pe.urpe({ ...gate, maxLength: 4 });
    expect(thrown(far)).toMatchObject({
      param: 'maxLength',
      code: 'ERR_RANGE',
    });
    const without = () => pe.urpe(gate);
    expect(thrown(without)).toMatchObject({ code: 'ERR_MISSING' });
    const other = () => pe.urpe({ ...gate, maxLength: 5, buckets: 8 });
    expect(thrown(other)).toMatchObject({ code: 'ERR_CONFLICT' });
  });
});

describe('resampled tables of grids', () => {
  const heads = 2;
  const small = { heads, tableGrid: [2, 3], grid: [4, 3] } as const;
  const table = tableOf(3 * 5, heads);

  it.each(['linear', 'cubic'] as const)(
    'have the rows of resample, %s',
    (mode) => {
      const { data } = pe.resample({
        ...{ table, dim: heads, from: [3, 5], to: [7, 5], mode },
        antialias: false,
      });
      const own = pe.gridBias({ heads, grid: [4, 3], table: data });
      const found = pe.gridBias({ ...small, table, mode, dtype: 'float64' });
      expect(found.shape).toEqual(own.shape);
      found.data.forEach((value, i) => {
        expect(value).toBeCloseTo(own.data[i] as number, 6);
      });
    },
  );

  it('keep the rows of prefix tokens', () => {
    const longer = Float32Array.of(...table, 11, 12, 21, 22, 31, 32);
    const with1 = { ...small, table: longer, prefix: 1 };
    const { data, shape } = pe.gridBias(with1);
    const [, , keys = 0] = shape;
    expect([data[0], data[1], data[keys]]).toEqual([31, 11, 21]);
    expect(data[keys * keys]).toBe(32);
  });

  it.each(['linear', 'cubic'] as const)('have the gradient of %s', (mode) => {
    const longer = Float32Array.of(...table, 0.5, 0.25, 1, 2, 3, 4);
    const spec = { ...small, prefix: 1, mode };
    const map = (weights: Float32Array) =>
      pe.gridBias({
        ...small,
        prefix: 1,
        mode,
        table: weights,
        dtype: 'float64',
      });
    const { data, shape } = map(longer);
    const upstream = {
      data: tableOf(1, data.length),
      shape,
      dtype: 'float32',
    } as const;
    const bias = { method: 'gridBias', ...spec, table: longer } as const;
    const { table: gradient } = pe.biasGradient({ bias, upstream });
    // A bias is linear in its table, so that a difference is exact.
    for (let i = 0; i < longer.length; ++i) {
      const more = longer.slice();
      more[i] = (more[i] as number) + 1;
      const step = (more[i] as number) - (longer[i] as number);
      const slope = map(more).data.reduce(
        (sum, value, n) =>
          sum +
          ((value - (data[n] as number)) / step) * (upstream.data[n] as number),
        0,
      );
      expect(gradient?.data[i]).toBeCloseTo(slope, 4);
    }
  });
});

describe('continuousGridBias', () => {
  const weights = {
    firstWeight: tableOf(5, 2),
    firstBias: tableOf(5, 1),
    secondWeight: tableOf(2, 5),
  };
  const options = { heads: 2, grid: [3, 4], hidden: 5, ...weights };

  it('is the network of Swin V2', () => {
    const { data, shape } = pe.continuousGridBias({
      ...options,
      dtype: 'float64',
    });
    expect(shape).toEqual([2, 12, 12]);
    const u = (t: number) =>
      (Math.sign(t) * Math.log2(1 + Math.abs(8 * t))) / 3;
    for (let n = 0; n < data.length; ++n) {
      const [h, i, j] = [Math.floor(n / 144), Math.floor(n / 12) % 12, n % 12];
      const y = u((Math.floor(i / 4) - Math.floor(j / 4)) / 2);
      const x = u(((i % 4) - (j % 4)) / 3);
      let sum = 0;
      for (let k = 0; k < 5; ++k) {
        const [a = 0, b = 0] = weights.firstWeight.subarray(2 * k, 2 * k + 2);
        const unit = Math.max(
          0,
          a * y + b * x + (weights.firstBias[k] as number),
        );
        sum += unit * (weights.secondWeight[5 * h + k] as number);
      }
      expect(data[n]).toBeCloseTo(16 / (1 + Math.exp(-sum)), 12);
    }
  });

  it('scales differences by the trained grid', () => {
    const wide = pe.continuousGridBias({
      ...options,
      grid: [5, 7],
      trainedGrid: [3, 4],
    });
    const plain = pe.continuousGridBias(options);
    // Neighbouring cells differ by 1 in both grids.
    expect(wide.data[1]).toBe(plain.data[1]);
    expect(
      pe.continuousGridBias({ ...options, grid: [5, 7] }).data[1],
    ).not.toBe(plain.data[1]);
  });

  it('has a grid of one row', () => {
    const { data } = pe.continuousGridBias({ ...options, grid: [1, 3] });
    expect(data.every(Number.isFinite)).toBe(true);
  });

  it('gives the gradients of its weights', () => {
    const map = (given: typeof weights) =>
      pe.continuousGridBias({ ...options, ...given, dtype: 'float64' }).data;
    const shape = [2, 12, 12];
    const upstream = {
      data: tableOf(1, 288),
      shape,
      dtype: 'float32',
    } as const;
    const loss = (given: typeof weights) =>
      map(given).reduce(
        (sum, b, n) => sum + b * (upstream.data[n] as number),
        0,
      );
    const bias = { method: 'continuousGridBias', ...options } as const;
    const gradients = pe.biasGradient({ bias, upstream });
    for (const name of ['firstWeight', 'firstBias', 'secondWeight'] as const) {
      const own = weights[name];
      own.forEach((value, i) => {
        const moved = (by: number) => {
          const some = own.slice();
          some[i] = value + by;
          return [{ ...weights, [name]: some }, some[i] as number] as const;
        };
        const [[above, a], [below, b]] = [moved(2 ** -18), moved(-(2 ** -18))];
        const slope = (loss(above) - loss(below)) / (a - b);
        expect(gradients[name]?.data[i]).toBeCloseTo(slope, 3);
      });
    }
  });
});
