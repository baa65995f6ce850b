/** Calls of analyses: tables in every form, options, errors. */

import { create, load, type Table, tensor } from 'posenc/compat';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();
const { analysis } = pe;

const table = pe.sinusoidal({ length: 12, dim: 6 });
const rows = Array.from({ length: 12 }, (_, i) =>
  Array.from(table.data.subarray(i * 6, i * 6 + 6)),
);

/** Every analysis that takes one table. */
const functions: Record<string, (x: Table) => unknown> = {
  gram: (x) => analysis.gram(x).data,
  toeplitz: (x) => analysis.toeplitz(x),
  distanceCurve: (x) => analysis.distanceCurve(x),
  wavelengths: (x) => analysis.wavelengths(x),
  spectrum: (x) => analysis.spectrum(x),
  shiftMatrix: (x) => analysis.shiftMatrix(x, { tolerance: 1e-9 }),
  collisions: (x) => analysis.collisions(x),
  singularValues: (x) => analysis.singularValues(x, { tolerance: 1e-9 }),
  sumOrConcat: (x) => analysis.sumOrConcat({ embeddings: x, table: x }),
};

describe.each(Object.entries(functions))('%s', (name, run) => {
  it('takes a table in any form and does not change it', () => {
    const want = run(table);
    const before = table.data.slice();
    using here = pe.resident({ shape: [12, 6], data: table.data });
    using wide = pe.resident({
      shape: [12, 6],
      dtype: 'float64',
      data: Float64Array.from(table.data),
    });
    for (const form of [
      here,
      wide,
      rows,
      { data: table.data, shape: [12, 6] },
      { data: [...table.data], shape: [12, 6] },
      tensor(Float64Array.from(table.data), [12, 6]),
    ]) {
      expect(run(form)).toEqual(want);
    }
    expect(table.data).toEqual(before);
    expect(wide.data).toEqual(Float64Array.from(table.data));
  });

  it('takes 16-bit tables by their values', () => {
    for (const dtype of ['float16', 'bfloat16'] as const) {
      const half = pe.sinusoidal({ length: 12, dim: 6, dtype });
      using here = pe.resident({ shape: [12, 6], dtype, data: half.data });
      expect(run(here)).toEqual(run(half));
    }
  });

  it('gives the same without SIMD', async () => {
    const scalar = await create({ simd: false });
    expect(scalar.simd).toBe(false);
    const data = table.data.map((v, i) => v + i / 7);
    const x = tensor(data, [12, 6]);
    const argument = name === 'sumOrConcat' ? { embeddings: x, table: x } : x;
    const [plain, fast] = [scalar, pe].map((from) => {
      const all: Record<string, unknown> = { ...from.analysis };
      return (all[name] as (x: unknown) => unknown)(argument);
    });
    expect(plain).toEqual(fast);
  });

  it.each([[Number.NaN], [-Infinity], [2 ** 481]])(
    'names the first number that is refused: %d',
    (bad) => {
      const x = rows.map((row) => [...row]);
      (x[2] as number[])[4] = bad;
      (x[3] as number[])[0] = bad;
      const error = thrown(() => run(x));
      const param = name === 'sumOrConcat' ? 'embeddings' : 'table';
      expect(error).toMatchObject({
        code: 'ERR_RANGE',
        param: `${param}[2, 4]`,
        value: bad,
      });
      expect(error.message).toBe(
        `analysis.${name}: ${param}[2, 4] must be a finite number up to 2^480, ` +
          `got ${bad}`,
      );
    },
  );

  it.each<[unknown, string, string]>([
    [undefined, '', 'ERR_TYPE'],
    [7, '', 'ERR_TYPE'],
    [new Float32Array(72), '', 'ERR_TYPE'],
    [{ data: table.data }, '', 'ERR_TYPE'],
    [{ data: table.data, shape: [72] }, '.shape', 'ERR_SHAPE'],
    [{ data: new Float32Array(0), shape: [0, 6] }, '.shape', 'ERR_SHAPE'],
    [{ data: new Float32Array(0), shape: [6, 0] }, '.shape', 'ERR_SHAPE'],
    [{ data: table.data, shape: [12, 7] }, '.data.length', 'ERR_SHAPE'],
    [{ data: new Int8Array(72), shape: [12, 6] }, '.data', 'ERR_TYPE'],
    [{ data: ['1'], shape: [1, 1] }, '.data[0]', 'ERR_TYPE'],
    [
      { data: table.data, shape: [12, 6], dtype: 'int8' },
      '.dtype',
      'ERR_CHOICE',
    ],
    [[], '.shape', 'ERR_SHAPE'],
    [[1, 2], '[0]', 'ERR_TYPE'],
    [[[1, 2], [1]], '[1].length', 'ERR_SHAPE'],
    [
      [
        [1, 2],
        [1, null],
      ],
      '[1][1]',
      'ERR_TYPE',
    ],
  ])('refuses the table %j', (bad, suffix, code) => {
    const param = name === 'sumOrConcat' ? 'embeddings' : 'table';
    if (name === 'sumOrConcat' && bad === undefined) return;
    expect(thrown(() => run(bad as Table))).toMatchObject({
      param: param + suffix,
      code,
    });
  });

  it('refuses tables whose memory is gone', () => {
    const gone = pe.resident({ shape: [12, 6] });
    const { data } = gone;
    gone.dispose();
    expect(thrown(() => run({ data, shape: [12, 6] })).code).toBe(
      'ERR_DISPOSED',
    );
    const sent = table.data.slice();
    structuredClone(sent, { transfer: [sent.buffer] });
    expect(thrown(() => run({ data: sent, shape: [12, 6] })).code).toBe(
      'ERR_DETACHED',
    );
  });
});

describe('options', () => {
  const a = analysis;
  it.each<[string, string, () => unknown]>([
    ['normalise', 'ERR_TYPE', () => a.gram(table, { normalise: 1 as never })],
    ['rows[1]', 'ERR_RANGE', () => a.gram(table, { rows: [0, 13] })],
    ['rows[1]', 'ERR_RANGE', () => a.gram(table, { rows: [3, 2] })],
    ['columns[1]', 'ERR_RANGE', () => a.gram(table, { columns: [0, 13] })],
    ['columns', 'ERR_TYPE', () => a.gram(table, { columns: 3 as never })],
    ['dtype', 'ERR_CHOICE', () => a.gram(table, { dtype: 'float16' as never })],
    ['out', 'ERR_UNKNOWN_OPTION', () => a.gram(table, { out: 1 } as never)],
    [
      'measure',
      'ERR_CHOICE',
      () => a.distanceCurve(table, { measure: 'sine' as never }),
    ],
    [
      'anchors[1]',
      'ERR_RANGE',
      () => a.distanceCurve(table, { anchors: [0, 12] }),
    ],
    [
      'anchors[0]',
      'ERR_RANGE',
      () => a.distanceCurve(table, { anchors: [-1] }),
    ],
    [
      'anchors.length',
      'ERR_SHAPE',
      () => a.distanceCurve(table, { anchors: [] }),
    ],
    ['shift', 'ERR_RANGE', () => a.shiftMatrix(table, { shift: 12 })],
    ['shift', 'ERR_RANGE', () => a.shiftMatrix(table, { shift: -12 })],
    ['shift', 'ERR_RANGE', () => a.shiftMatrix(table, { shift: 0.5 })],
    ['tolerance', 'ERR_RANGE', () => a.shiftMatrix(table, { tolerance: -1 })],
    ['tolerance', 'ERR_RANGE', () => a.singularValues(table, { tolerance: 2 })],
    ['tolerance', 'ERR_RANGE', () => a.collisions(table, { tolerance: -1 })],
    [
      'tolerance',
      'ERR_TYPE',
      () => a.collisions(table, { tolerance: '0' as never }),
    ],
    ['table.shape', 'ERR_SHAPE', () => a.wavelengths([[1, 2]])],
    ['table.shape', 'ERR_SHAPE', () => a.spectrum([[1, 2]])],
    ['embeddings', 'ERR_MISSING', () => a.sumOrConcat({ table } as never)],
    [
      'table',
      'ERR_MISSING',
      () => a.sumOrConcat({ embeddings: table } as never),
    ],
    [
      'embeddings',
      'ERR_SHAPE',
      () => a.sumOrConcat({ embeddings: [[1, 2]], table }),
    ],
    ...(['scale', 'embeddingScale', 'energy', 'bins'] as const).map(
      (param): [string, string, () => unknown] => [
        param,
        'ERR_RANGE',
        () => a.sumOrConcat({ embeddings: table, table, [param]: Number.NaN }),
      ],
    ),
    [
      'energy',
      'ERR_RANGE',
      () => a.sumOrConcat({ embeddings: table, table, energy: 0 }),
    ],
    [
      'bins',
      'ERR_RANGE',
      () => a.sumOrConcat({ embeddings: table, table, bins: 0 }),
    ],
  ])('%s: %s', (param, code, run) => {
    expect(thrown(run)).toMatchObject({ param, code });
  });

  it('null options are refused, undefined ones count as none', () => {
    expect(thrown(() => a.gram(table, null as never)).code).toBe('ERR_TYPE');
    expect(a.gram(table, undefined).shape).toEqual([12, 12]);
  });
});

describe('gram', () => {
  it('computed in blocks equals the whole map', () => {
    const whole = analysis.gram(table, { normalise: true });
    const block = analysis.gram(table, {
      normalise: true,
      rows: [3, 10],
      columns: [5, 11],
    });
    expect(block.shape).toEqual([7, 6]);
    block.data.forEach((x, i) => {
      const at = (3 + Math.floor(i / 6)) * 12 + 5 + (i % 6);
      expect(x).toBe(whole.data[at]);
    });
    expect(analysis.gram(table, { rows: [4, 4] }).shape).toEqual([0, 12]);
  });

  it('computed in tiles equals the whole map', () => {
    const long = pe.sinusoidal({ length: 1100, dim: 4 });
    const { data } = analysis.gram(long);
    for (const row of [0, 500, 1099]) {
      expect(data.subarray(row * 1100, (row + 1) * 1100)).toEqual(
        analysis.gram(long, { rows: [row, row + 1] }).data,
      );
    }
  });

  it('that does not fit into memory is refused', () => {
    const error = thrown(() =>
      analysis.gram({ data: new Float32Array(2 ** 21), shape: [2 ** 21, 1] }),
    );
    expect(error).toMatchObject({ code: 'ERR_MEMORY' });
    expect(error.message).toContain('16.0 TiB');
  });
});

describe('collisions', () => {
  it('finds equal rows; 0 equals -0', () => {
    const got = analysis.collisions([
      [0, 1],
      [2, 3],
      [-0, 1],
      [2, 3],
      [5, 5],
      [0, 1],
    ]);
    expect(got).toEqual({
      groups: [
        [0, 2, 5],
        [1, 3],
      ],
      distinct: 3,
    });
  });

  it('finds the period of a table that repeats', () => {
    const data = Float32Array.from({ length: 3000 }, (_, i) => i % 21);
    const got = analysis.collisions({ data, shape: [1000, 3] });
    expect(got.distinct).toBe(7);
    expect(got.groups.map((group) => group.length)).toEqual([
      143, 143, 143, 143, 143, 143, 142,
    ]);
    expect(got.groups[3]?.slice(0, 3)).toEqual([3, 10, 17]);
  });

  it('compares with the first row of a group, within the tolerance', () => {
    const column = [0, 0.1, 0.2, 0.25, 5].map((x) => [x, 1]);
    expect(analysis.collisions(column, { tolerance: 0.15 })).toEqual({
      groups: [
        [0, 1],
        [2, 3],
      ],
      distinct: 3,
    });
    expect(analysis.collisions(column, { tolerance: 1 }).groups).toEqual([
      [0, 1, 2, 3],
    ]);
  });
});

it('tables of zeros give finite results', () => {
  const zeros = { data: new Float32Array(40), shape: [8, 5] };
  expect(analysis.toeplitz(zeros).residual).toBe(0);
  expect(analysis.singularValues(zeros)).toEqual({
    values: new Float64Array(5),
    rank: 0,
    effectiveRank: 0,
    conditionNumber: Infinity,
    tolerance: 2 ** -23,
  });
  const shift = analysis.shiftMatrix(zeros);
  expect([shift.residual, shift.rank]).toEqual([0, 0]);
  const met = analysis.sumOrConcat({ embeddings: zeros, table: zeros });
  expect(met.cosine.pairs).toBe(0);
  expect(met.principalAngles.length).toBe(0);
});

describe('the condition number', () => {
  const shape = [32, 3];
  // Two orthogonal columns of waves, and a third that is the second but for
  // `apart`, in place of the first.
  const nearly = (apart: number) =>
    Float64Array.from({ length: 96 }, (_, i) => {
      const angle = (2 * Math.PI * Math.floor(i / 3)) / 32;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      return [c, s, s + apart * Math.cos(2 * angle)][i % 3] ?? 0;
    });

  it.each([
    ['float64', 2 ** -10, true],
    ['float64', 2 ** -35, true],
    ['float64', 0, false],
    ['float32', 2 ** -10, true],
    ['float32', 2 ** -30, false],
    ['float16', 2 ** -2, true],
    ['float16', 2 ** -13, false],
    ['bfloat16', 2 ** -2, true],
    ['bfloat16', 2 ** -10, false],
  ] as const)(
    'of %s with columns %d apart: known %s',
    (dtype, apart, known) => {
      const data =
        dtype === 'float64' ? nearly(apart) : new Float32Array(nearly(apart));
      const half = dtype === 'float16' || dtype === 'bfloat16';
      const table = half
        ? pe.learned({ table: data as Float32Array, dim: 3, length: 32, dtype })
        : { data, shape };
      const { conditionNumber, rank, tolerance } =
        analysis.singularValues(table);
      expect(rank).toBe(known ? 3 : 2);
      if (!known) {
        expect(conditionNumber).toBe(Infinity);
        return;
      }
      // The singular values of columns s and s + a: those of [1 1; 1 1 + a²].
      const [sum, det] = [2 + apart ** 2, apart ** 2];
      const largest = (sum + Math.sqrt(sum ** 2 - 4 * det)) / 2;
      const want = largest / apart;
      const part = Math.abs(conditionNumber / want - 1);
      expect(part).toBeLessThan(10 * want * tolerance);
    },
  );

  it('of repeated rows is infinite in every dtype', () => {
    for (const dtype of [
      'float32',
      'float64',
      'float16',
      'bfloat16',
    ] as const) {
      const options = { length: 256, dim: 64, window: 48, dtype };
      const found = analysis.singularValues(pe.windowed(options));
      expect(found.rank).toBe(48);
      expect(found.conditionNumber).toBe(Infinity);
    }
  });

  it('of rows that have a later row says the same', () => {
    const repeated = pe.windowed({ length: 256, dim: 64, window: 48 });
    const { rank, conditionNumber } = analysis.shiftMatrix(repeated);
    expect([rank, conditionNumber]).toEqual([48, Infinity]);
  });
});

describe('periods', () => {
  const periodsOf = (value: Parameters<typeof analysis.wavelengths>[0]) => [
    ...analysis.wavelengths(value).periods,
  ];

  it('of binary code are powers of two, while two of them are there', () => {
    const code = pe.code({ length: 64, dim: 6 });
    expect(periodsOf(code)).toEqual([2, 4, 8, 16, 32, Number.NaN]);
  });

  it('of windows are those of the window, in every dtype', () => {
    for (const dtype of [
      'float32',
      'float64',
      'float16',
      'bfloat16',
    ] as const) {
      const options = { length: 256, dim: 8, window: 48, dtype };
      expect(periodsOf(pe.windowed(options))).toEqual(Array(8).fill(48));
    }
  });

  it('of what never repeats there are none', () => {
    for (const some of [
      pe.sinusoidal({ length: 512, dim: 64 }),
      pe.normalised({ length: 64, dim: 8 }),
      pe.exponential({ length: 64, dim: 8 }),
      pe.polynomial({ length: 64, dim: 8, basis: 'legendre' }),
    ]) {
      const { periods, wavelengths } = analysis.wavelengths(some);
      const constant = (c: number) => wavelengths[c] === Infinity;
      expect(
        [...periods].map((_, c) => (constant(c) ? 1 : Number.NaN)),
      ).toEqual([...periods]);
    }
  });
});

it('embeddings may have any number of axes', () => {
  const data = Float32Array.from({ length: 72 }, (_, i) => Math.sin(i * i));
  const flat = { embeddings: tensor(data, [12, 6]), table };
  const deep = { embeddings: tensor(data, [2, 2, 3, 6]), table };
  expect(analysis.sumOrConcat(deep)).toEqual(analysis.sumOrConcat(flat));
});

it('frees all memory in the instance', async () => {
  const own = await create();
  const long = own.sinusoidal({ length: 600, dim: 64 });
  const all = () => {
    own.analysis.gram(long);
    own.analysis.shiftMatrix(long);
    own.analysis.sumOrConcat({ embeddings: long, table: long });
    own.analysis.spectrum(long);
    own.analysis.wavelengths(long);
    own.analysis.collisions(long);
    own.analysis.toeplitz(long);
  };
  all();
  const before = own.heapBytes;
  for (let i = 0; i < 5; ++i) all();
  expect(own.heapBytes).toBe(before);
});
