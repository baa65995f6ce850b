/** TUPE against its formula, with a class token and without. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { expectSame } from '../support/same.js';
import { dot, expectSlopes } from '../support/slopes.js';
import { thrown } from './thrown.js';

const pe = await load();

const sizes = { heads: 2, headDim: 3 };
const { heads, headDim } = sizes;
const [queries, dim] = [5, 4];
const width = heads * headDim;
const rows = queries + 1;

const given = () => ({
  table: noise(rows * dim, 1),
  queryWeight: noise(width * dim, 2),
  keyWeight: noise(width * dim, 3),
  queryBias: noise(width, 4),
  keyBias: noise(width, 5),
  normWeight: noise(dim, 6),
  normBias: noise(dim, 7),
});
const input = { ...sizes, ...given(), queries };

/** A row of the table, normalised. */
function rowOf(row: number): number[] {
  const x = Array.from(input.table.subarray(row * dim, (row + 1) * dim));
  const mean = x.reduce((sum, one) => sum + one / dim, 0);
  const variance = x.reduce((sum, one) => sum + (one - mean) ** 2 / dim, 0);
  return x.map(
    (one, c) =>
      ((one - mean) / Math.sqrt(variance + 1e-5)) *
        Number(input.normWeight[c]) +
      Number(input.normBias[c]),
  );
}

const side = (name: 'query' | 'key', head: number, row: number) =>
  Array.from({ length: headDim }, (_, c) => {
    const at = head * headDim + c;
    const weight = input[`${name}Weight`].subarray(at * dim, (at + 1) * dim);
    return dot(weight, rowOf(row)) + Number(input[`${name}Bias`][at]);
  });

/** The term of two positions, by the rows that they read. */
function expectRows(
  map: { readonly data: Float32Array },
  rowsOf: (query: number, key: number) => readonly [number, number],
) {
  expect(map.data).toHaveLength(heads * queries * queries);
  map.data.forEach((value, n) => {
    const head = Math.floor(n / queries ** 2);
    const [a, b] = rowsOf(Math.floor(n / queries) % queries, n % queries);
    const want = dot(side('query', head, a), side('key', head, b));
    expect(Math.abs(value - want), `entry ${n}`).toBeLessThan(2e-5);
  });
}

describe('positions', () => {
  it('read the row behind their own, and the class token has two rows', () => {
    expectRows(pe.tupe(input), (query, key) => {
      if (query === 0) return [0, 0];
      return key === 0 ? [1, 1] : [query + 1, key + 1];
    });
  });

  it('read their own row without a class token', () => {
    const map = pe.tupe({ ...input, classToken: false });
    expectRows(map, (query, key) => [query, key]);
  });

  it('may be lists', () => {
    const [whole, part] = [
      pe.tupe(input),
      pe.tupe({
        ...input,
        queries: 2,
        queryPositions: [3, 0],
        keyPositions: [4, 0, 2],
      }),
    ];
    const entry = (head: number, query: number, key: number) =>
      whole.data[(head * queries + query) * queries + key];
    expect(Array.from(part.data)).toEqual(
      [0, 1].flatMap((head) =>
        [3, 0].flatMap((query) =>
          [4, 0, 2].map((key) => entry(head, query, key)),
        ),
      ),
    );
  });

  it('are not normalised if the table is', () => {
    const normalised = Float32Array.from(
      Array.from({ length: rows }, (_, row) => rowOf(row)).flat(),
    );
    const { normWeight: _, normBias: __, ...rest } = input;
    const found = pe.tupe({ ...rest, table: normalised, normalised: false });
    const want = pe.tupe(input).data;
    found.data.forEach((x, n) => {
      expect(x).toBeCloseTo(Number(want[n]), 5);
    });
  });
});

describe('buckets', () => {
  const buckets = 8;
  const relativeTable = Float32Array.from(
    { length: (buckets + 1) * heads },
    (_, i) => i,
  );
  const options = { ...input, buckets, maxDistance: 16, relativeTable };

  it('are those of T5, but for the class token', () => {
    const { buckets: map } = pe.tupe({ ...options, terms: true });
    const t5 = (distance: number) => {
      const n = Math.abs(distance);
      // Two exact buckets a side; 2 and 3 share the third, and so does 4.
      const bucket = n < 2 ? n : n < 6 ? 2 : 3;
      return bucket + (distance > 0 ? 4 : 0);
    };
    map?.data.forEach((value, n) => {
      const head = Math.floor(n / queries ** 2);
      const [query, key] = [Math.floor(n / queries) % queries, n % queries];
      const row = query === 0 ? 4 : key === 0 ? 8 : t5(key - query);
      expect(value, `${query} ${key}`).toBe(row * heads + head);
    });
  });

  it('are not scaled', () => {
    const [one, half] = [1, 0.5].map((scale) =>
      pe.tupe({ ...options, scale, terms: true }),
    );
    expectSame(half?.buckets?.data ?? [], one?.buckets?.data ?? []);
    const positions = one?.positions?.data.map((x) => x / 2);
    expectSame(half?.positions?.data ?? [], positions ?? []);
  });
});

it('attention divides content and positions by the root of 2 · headDim', () => {
  const { queries: _, heads: __, headDim: ___, ...weights } = input;
  const [q, k] = [noise(queries * width, 8), noise(queries * width, 9)];
  const { terms = {} } = pe.attention({
    ...{ q, k, ...sizes, terms: true },
    relative: { method: 'tupe', ...weights },
  });
  const scale = 1 / Math.sqrt(2 * headDim);
  expectSame(terms.positions?.data ?? [], pe.tupe({ ...input, scale }).data);
  expect(terms.content?.data[0]).toBeCloseTo(
    scale * dot(q.subarray(0, headDim), k.subarray(0, headDim)),
    6,
  );
});

it('the gradient is the slope, also through the normalisation', () => {
  const weights = {
    ...given(),
    relativeTable: noise(9 * heads, 10),
  };
  const scoresUpstream = noise(heads * queries ** 2, 11);
  for (const normalised of [true, false]) {
    const { normWeight, normBias, ...rest } = weights;
    const own = normalised ? weights : rest;
    const options = {
      ...{
        q: noise(queries * width, 8),
        k: noise(queries * width, 9),
        ...sizes,
      },
      relative: {
        method: 'tupe',
        ...{ ...own, normalised, buckets: 8, maxDistance: 16 },
      },
    } as const;
    const loss = () => dot(pe.attention(options).scores.data, scoresUpstream);
    const found = pe.attentionGradient({ ...options, scoresUpstream });
    const relative = found.relative as Record<string, { data: Float32Array }>;
    for (const [name, numbers] of Object.entries(own)) {
      const linear = name !== 'table' || !normalised;
      // A table before the normalisation is no linear part: small steps.
      const how = linear ? {} : { step: 2 ** -8, tolerance: 2e-3 };
      expectSlopes(numbers, relative[name]?.data, loss, how);
    }
  }
});

describe('wrong options', () => {
  it.each([
    [{ queries: 7 }, 'queryPositions must be whole numbers from 0 to 4'],
    [
      { queryStart: 0, keyPositions: [0, 1, 2, 3, 0.5] },
      'keyPositions must be whole numbers from 0',
    ],
    [{ table: noise(5, 1) }, 'table.length must be a multiple of 4'],
    [{ keyWeight: noise(width * 3, 1) }, 'keyWeight.length must be 6 × 4'],
    [{ normBias: noise(3, 1) }, 'normBias.length must be 4'],
    [{ relativeTable: noise(64, 1) }, 'relativeTable.length must be 66'],
  ])('are named: %o', (wrong, message) => {
    const error = thrown(() => pe.tupe({ ...input, ...wrong }));
    expect(error.message).toContain('tupe: ');
    expect(error.message).toContain(message);
  });
});
