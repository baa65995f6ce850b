/**
 * Sums and concatenations of tables and embeddings: shapes, scales, outputs,
 * errors.
 */

import { load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

/** A tensor of distinct numbers: 0.5, 1.5, 2.5, … */
function counting(...shape: number[]): Tensor<'float32'> {
  const size = shape.reduce((a, b) => a * b, 1);
  return tensor(
    Float32Array.from({ length: size }, (_, i) => i + 0.5),
    shape,
  );
}

const table = pe.sinusoidal({ length: 5, dim: 6 });

/** The definition, with the table's rows from `start`. */
function sum(x: Tensor, e: number, s: number, start = 0): Float32Array {
  const [length = 0, width = 0] = x.shape.slice(-2);
  return Float32Array.from(x.data, (v, i) => {
    const at = ((Math.floor(i / width) % length) + start) * width + (i % width);
    return e * v + s * (table.data[at] as number);
  });
}

describe('addTo', () => {
  it.each([[[5, 6]], [[3, 5, 6]], [[2, 3, 5, 6]], [[0, 5, 6]]])(
    'over embeddings %j',
    (shape) => {
      const x = counting(...shape);
      const before = x.data.slice();
      for (const [embeddingScale, scale] of [
        [1, 1],
        [3, 1],
        [1, 0.1],
        [-2, 0],
      ] as const) {
        const got = pe.addTo(x, table, { scale, embeddingScale });
        expect(got.shape).toEqual(shape);
        expect(got.data).toEqual(sum(x, embeddingScale, scale));
      }
      expect(x.data).toEqual(before);
    },
  );

  it('scales by the root of the width', () => {
    const x = counting(5, 6);
    const got = pe.addTo(x, table, { embeddingScale: 'rootDim' });
    expect(got.data).toEqual(sum(x, Math.sqrt(6), 1));
  });

  it('takes an array of any number of sequences', () => {
    const { data } = counting(3, 5, 6);
    expect(pe.addTo(data, table).shape).toEqual([3, 5, 6]);
    expect(pe.addTo(data.subarray(30, 60), table).shape).toEqual([5, 6]);
    expect(pe.addTo(new Float32Array(0), table).shape).toEqual([0, 5, 6]);
  });

  it('takes rows of a longer table', () => {
    for (const start of [0, 2]) {
      const x = counting(2, 3, 6);
      const got = pe.addTo(x, table, { start });
      expect(got.data).toEqual(sum(x, 1, 1, start));
    }
    const error = thrown(() => pe.addTo(counting(2, 3, 6), table));
    expect(error.message).toBe(
      'addTo: embeddings must be [.., rows, width] = [.., 5, 6], got [2, 3, 6]',
    );
  });

  it('works in place, in JavaScript and in the instance', () => {
    const want = sum(counting(4, 5, 6), 2, 1);
    const x = counting(4, 5, 6);
    const got = pe.addTo(x, table, { embeddingScale: 2, out: x });
    expect(got).toBe(x);
    expect(x.data).toEqual(want);

    const { data } = counting(4, 5, 6);
    using here = pe.resident({ shape: [4, 5, 6], data });
    using rows = pe.resident({ shape: [5, 6], data: table.data });
    for (const t of [table, rows]) {
      here.data.set(data);
      pe.addTo(here, t, { embeddingScale: 2, out: here });
      expect(here.data).toEqual(want);
    }
    // One operand in JavaScript's memory, the other in the instance's.
    here.data.set(data);
    expect(pe.addTo(here, table, { embeddingScale: 2 }).data).toEqual(want);
    const { data: plain } = counting(4, 5, 6);
    pe.addTo(plain, rows, { embeddingScale: 2, out: here });
    expect(here.data).toEqual(want);
  });

  it('reads every number before it is overwritten', () => {
    const buffer = new Float32Array(80);
    const x = buffer.subarray(0, 60);
    x.set(counting(2, 5, 6).data);
    const want = sum(counting(2, 5, 6), 1, 1);
    expect(pe.addTo(x, table, { out: buffer.subarray(7, 67) }).data).toEqual(
      want,
    );
    // The table overlaps the result.
    const both = new Float32Array(60);
    both.set(table.data);
    const own = tensor(both.subarray(0, 30), [5, 6]);
    pe.addTo(counting(2, 5, 6), own, { out: both });
    expect(both).toEqual(want);
  });

  it('gives the same in tiles as in one piece', () => {
    const long = pe.sinusoidal({ length: 300, dim: 400 });
    const x = Float32Array.from({ length: 2 * 300 * 400 }, (_, i) => i % 97);
    const got = pe.addTo(x, long, { scale: 0.3 }).data;
    for (let i = 0; i < x.length; ++i) {
      const want = (x[i] ?? 0) + 0.3 * (long.data[i % long.data.length] ?? 0);
      if (got[i] !== Math.fround(want)) expect(got[i]).toBe(Math.fround(want));
    }
  });

  it('passes NaN and infinities through', () => {
    const x = counting(5, 6);
    x.data[7] = Number.NaN;
    x.data[8] = Infinity;
    const got = pe.addTo(x, table, { scale: 2 }).data;
    expect(got[7]).toBeNaN();
    expect(got[8]).toBe(Infinity);
  });

  it.each([
    ['embeddings', () => pe.addTo([1] as never, table), 'ERR_TYPE'],
    [
      'embeddings.length',
      () => pe.addTo(new Float32Array(31), table),
      'ERR_SHAPE',
    ],
    ['embeddings', () => pe.addTo(counting(5, 5), table), 'ERR_SHAPE'],
    ['embeddings', () => pe.addTo(counting(30), table), 'ERR_SHAPE'],
    ['table', () => pe.addTo(counting(5, 6), table.data as never), 'ERR_TYPE'],
    ['table', () => pe.addTo(counting(5, 6), counting(30)), 'ERR_SHAPE'],
    [
      'table.dtype',
      () =>
        pe.addTo(
          counting(5, 6),
          pe.sinusoidal({ length: 5, dim: 6, dtype: 'float64' }) as never,
        ),
      'ERR_TYPE',
    ],
    [
      'scale',
      () => pe.addTo(counting(5, 6), table, { scale: NaN }),
      'ERR_RANGE',
    ],
    [
      'embeddingScale',
      () => pe.addTo(counting(5, 6), table, { embeddingScale: Infinity }),
      'ERR_RANGE',
    ],
    [
      'embeddingScale',
      () =>
        pe.addTo(counting(5, 6), table, {
          embeddingScale: 'sqrt' as 'rootDim',
        }),
      'ERR_CHOICE',
    ],
    [
      'embeddingScale',
      () => pe.addTo(counting(5, 6), table, { embeddingScale: null as never }),
      'ERR_TYPE',
    ],
    ['start', () => pe.addTo(counting(5, 6), table, { start: 1 }), 'ERR_RANGE'],
    [
      'start',
      () => pe.addTo(counting(5, 6), table, { start: -1 }),
      'ERR_RANGE',
    ],
    [
      'out.length',
      () => pe.addTo(counting(5, 6), table, { out: new Float32Array(29) }),
      'ERR_SHAPE',
    ],
    [
      'outs',
      () => pe.addTo(counting(5, 6), table, { outs: 1 } as never),
      'ERR_UNKNOWN_OPTION',
    ],
  ])('refuses %s', (param, run, code) => {
    expect(thrown(run)).toMatchObject({ param, code });
  });
});

describe('concat', () => {
  it.each([[[5, 2]], [[3, 5, 2]], [[2, 2, 5, 40]], [[5, 0]]])(
    'after embeddings %j',
    (shape) => {
      const x = counting(...shape);
      const got = pe.concat(x, table);
      const d = shape.at(-1) as number;
      expect(got.shape).toEqual([...shape.slice(0, -1), d + 6]);
      for (let row = 0; row < got.data.length / (d + 6); ++row) {
        const at = row * (d + 6);
        expect(got.data.subarray(at, at + d)).toEqual(
          x.data.subarray(row * d, row * d + d),
        );
        expect(got.data.subarray(at + d, at + d + 6)).toEqual(
          table.data.subarray((row % 5) * 6, (row % 5) * 6 + 6),
        );
      }
    },
  );

  it('writes into arrays that overlap its inputs', () => {
    const out = new Float32Array(40);
    const x = tensor(out.subarray(0, 10), [5, 2]);
    x.data.set(counting(5, 2).data);
    const want = pe.concat(x, table).data;
    expect(pe.concat(x, table, { out }).data).toEqual(want);
    expect(out).toEqual(want);
    using here = pe.resident({ shape: [5, 8] });
    expect(pe.concat(counting(5, 2), table, { out: here })).toBe(here);
    expect(here.data).toEqual(want);
  });

  it('takes rows from a start on', () => {
    const got = pe.concat(counting(2, 1), table, { start: 3 });
    expect(got.data.subarray(1, 7)).toEqual(table.data.subarray(18, 24));
    expect(got.data.subarray(8, 14)).toEqual(table.data.subarray(24, 30));
  });

  it.each([
    [
      'embeddings',
      () => pe.concat(new Float32Array(5) as never, table),
      'ERR_TYPE',
    ],
    ['embeddings', () => pe.concat(counting(4, 2), table), 'ERR_SHAPE'],
    ['embeddings', () => pe.concat(counting(5), table), 'ERR_SHAPE'],
    [
      'table',
      () => pe.concat(counting(5, 2), new Float32Array(30) as never),
      'ERR_TYPE',
    ],
    [
      'start',
      () => pe.concat(counting(5, 2), table, { start: 1 }),
      'ERR_RANGE',
    ],
    [
      'start',
      () => pe.concat(counting(5, 2), table, { start: 0.5 }),
      'ERR_RANGE',
    ],
    [
      'out.shape',
      () => pe.concat(counting(5, 2), table, { out: counting(8, 5) }),
      'ERR_SHAPE',
    ],
    [
      'scale',
      () => pe.concat(counting(5, 2), table, { scale: 1 } as never),
      'ERR_UNKNOWN_OPTION',
    ],
  ])('refuses %s', (param, run, code) => {
    expect(thrown(run)).toMatchObject({ param, code });
  });
});
