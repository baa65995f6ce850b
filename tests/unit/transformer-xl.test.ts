/** The terms of Transformer-XL, against the formula and one another. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { sines } from '../support/attention-oracle/relative.js';
import { noise } from '../support/noise.mjs';
import { expectSame } from '../support/same.js';
import { dot, expectSlopes } from '../support/slopes.js';
import { thrown } from './thrown.js';

const pe = await load();

const sizes = { heads: 4, keyHeads: 2, headDim: 3 };
const { heads, keyHeads, headDim } = sizes;
const [queries, keys, dim] = [4, 7, 6];
const width = heads * headDim;

/** Fresh arrays, which a test may change. */
const given = () => ({
  q: noise(queries * width, 1),
  k: noise(keys * keyHeads * headDim, 2),
  positionWeight: noise(width * dim, 3),
  contentBias: noise(width, 4),
  positionBias: noise(width, 5),
});
const input = { ...sizes, ...given() };

/** W_R R for one head. */
const projected = (head: number, distance: number) =>
  Array.from({ length: headDim }, (_, c) => {
    const row = (head * headDim + c) * dim;
    return dot(
      input.positionWeight.subarray(row, row + dim),
      sines(distance, dim),
    );
  });

const ofHead = (x: Float32Array, row: number, count: number, head: number) =>
  x.subarray(
    (row * count + head) * headDim,
    (row * count + head + 1) * headDim,
  );

/** A map from a function of head, query and key. */
const mapOf = (value: (h: number, i: number, j: number) => number) =>
  Array.from({ length: heads * queries * keys }, (_, n) =>
    value(
      Math.floor(n / (queries * keys)),
      Math.floor(n / keys) % queries,
      n % keys,
    ),
  );

function expectNear(found: ArrayLike<number> | undefined, wanted: number[]) {
  expect(found).toHaveLength(wanted.length);
  wanted.forEach((want, n) => {
    expect(Math.abs(Number(found?.[n]) - want), `entry ${n}`).toBeLessThan(
      3e-6,
    );
  });
}

describe('the terms', () => {
  it('are those of the formula, with queries behind a memory', () => {
    const memory = keys - queries;
    const terms = pe.transformerXL({ ...input, scale: 0.5, terms: true });
    expect(Object.keys(terms)).toEqual([
      ...['position', 'contentBias', 'positionBias'],
    ]);
    const position = (x: (h: number, i: number) => Float32Array) =>
      mapOf((h, i, j) => 0.5 * dot(x(h, i), projected(h, memory + i - j)));
    expectNear(
      terms.position?.data,
      position((h, i) => ofHead(input.q, i, heads, h)),
    );
    expectNear(
      terms.positionBias?.data,
      position((h) => ofHead(input.positionBias, 0, heads, h)),
    );
    expectNear(
      terms.contentBias?.data,
      mapOf(
        (h, _, j) =>
          0.5 *
          dot(
            ofHead(input.contentBias, 0, heads, h),
            ofHead(input.k, j, keyHeads, Math.floor(h / 2)),
          ),
      ),
    );
  });

  it('add up to the scores of attention', () => {
    const { q, k, positionWeight, contentBias, positionBias } = input;
    const weights = { positionWeight, contentBias, positionBias };
    const { scores, terms = {} } = pe.attention({
      ...{ q, k, ...sizes, terms: true },
      relative: { method: 'transformerXL', ...weights },
    });
    const sum = scores.data.map((_, n) =>
      Object.values(terms).reduce(
        (total, { data }) => total + Number(data[n]),
        0,
      ),
    );
    expectNear(scores.data, Array.from(sum));
    const scale = 1 / Math.sqrt(headDim);
    const alone = pe.transformerXL({ ...input, scale, terms: true });
    for (const name of ['position', 'contentBias']) {
      expectSame(terms[name]?.data ?? [], alone[name]?.data ?? []);
    }
  });

  it('depend on the distance alone', () => {
    const [near, far] = [0, 1e6].map(
      (keyStart) => pe.transformerXL({ ...input, keyStart }).data,
    );
    expect(far).toEqual(near);
  });
});

describe('positions', () => {
  it('may be lists, in any order', () => {
    const range = pe.transformerXL(input);
    const keyPositions = Array.from({ length: keys }, (_, j) => j);
    expectSame(pe.transformerXL({ ...input, keyPositions }).data, range.data);
    const backwards = pe.transformerXL({
      ...input,
      queryPositions: [3, 4, 5, 6],
      keyPositions: keyPositions.toReversed(),
      terms: true,
    }).position?.data;
    const forwards = pe.transformerXL({ ...input, terms: true }).position?.data;
    mapOf((h, i, j) => {
      const row = (h * queries + i) * keys;
      expect(backwards?.[row + j]).toBe(forwards?.[row + keys - 1 - j]);
      return 0;
    });
  });

  it('are clamped to a distance, on either side', () => {
    const [whole, clamped] = [undefined, 2].map(
      (clampLength) =>
        pe.transformerXL({ ...input, queryStart: 1, clampLength, terms: true })
          .position?.data,
    );
    // The last query, at 4, has the keys 0 to 6.
    const row = (queries - 1) * keys;
    const at = (data: Float32Array | undefined, key: number) =>
      data?.[row + key];
    for (const key of [2, 3, 4, 5, 6]) {
      expect(at(clamped, key)).toBe(at(whole, key));
    }
    for (const key of [0, 1]) expect(at(clamped, key)).toBe(at(whole, 2));
  });
});

describe('a table', () => {
  it('of sinusoids gives what the method computes', () => {
    const positions = Array.from({ length: keys }, (_, t) => keys - 1 - t);
    const table = pe.sinusoidal({ positions, dim, layout: 'blocks' });
    const [own, tabled] = [undefined, table].map((rows) =>
      pe.transformerXL({ ...input, table: rows, terms: true }),
    );
    for (const name of ['position', 'positionBias']) {
      mapOf((h, i, j) => {
        const n = (h * queries + i) * keys + j;
        // Behind the query, the table has only its last row: distance 0.
        const at = Math.min(j, i + keys - queries);
        const want = own?.[name]?.data[n - j + at];
        expect(tabled?.[name]?.data[n]).toBe(want);
        return 0;
      });
    }
  });

  it('may have features for both sides, such as those of Enformer', () => {
    const length = 5;
    const table = pe.enformer({
      ...{ start: -length + 1, length: 2 * length - 1 },
      ...{ dim: 6, seqLength: length },
    });
    const shape = {
      ...input,
      k: input.k.slice(0, length * keyHeads * headDim),
    };
    const found = pe.transformerXL({
      ...{ ...shape, table, bidirectional: true, terms: true },
    }).position?.data;
    for (const [i, j] of [
      [0, 4],
      [3, 0],
      [2, 2],
    ] as const) {
      const row = length - 1 + (j - (i + length - queries));
      const features = table.data.subarray(row * 6, row * 6 + 6);
      const key = Array.from({ length: headDim }, (_, c) =>
        dot(input.positionWeight.subarray(c * dim, (c + 1) * dim), features),
      );
      const want = dot(ofHead(input.q, i, heads, 0), key);
      expect(found?.[i * length + j]).toBeCloseTo(want, 5);
    }
  });

  it('may be learned, with a bias for each distance', () => {
    const rows = 3;
    const terms = true;
    const table = tensor(noise(rows * width, 6), [rows, heads, headDim]);
    const tableBias = noise(rows * heads, 7);
    const { positionWeight: _, positionBias: __, ...rest } = input;
    const maps = pe.transformerXL({ ...rest, table, tableBias, terms });
    expectNear(
      maps.tableBias?.data,
      mapOf((h, i, j) => {
        const row = Math.max(0, Math.min(rows - 1, rows - 1 + j - i - 3));
        return Number(tableBias[row * heads + h]);
      }),
    );
    expectNear(
      maps.position?.data,
      mapOf((h, i, j) => {
        const row = Math.max(0, Math.min(rows - 1, rows - 1 + j - i - 3));
        return dot(
          ofHead(input.q, i, heads, h),
          ofHead(table.data, row, heads, h),
        );
      }),
    );
  });
});

describe('the gradient', () => {
  it('is the slope, for queries, keys and all weights', () => {
    const { q, k, ...weights } = given();
    const scoresUpstream = noise(heads * queries * keys, 8);
    const options = {
      ...{ q, k, ...sizes },
      relative: { method: 'transformerXL', ...weights },
    } as const;
    const loss = () => dot(pe.attention(options).scores.data, scoresUpstream);
    const found = pe.attentionGradient({ ...options, scoresUpstream });
    const relative = found.relative as Record<string, { data: Float32Array }>;
    expectSlopes(q, found.q?.data, loss);
    expectSlopes(k, found.k?.data, loss);
    for (const [name, numbers] of Object.entries(weights)) {
      expectSlopes(numbers, relative[name]?.data, loss);
    }
  });

  it('reaches a table, projected or not, and its bias', () => {
    const { q, k, positionWeight } = given();
    const rows = 3;
    const scoresUpstream = noise(heads * queries * keys, 8);
    for (const form of [
      { table: noise(rows * dim, 6), positionWeight },
      { table: noise(rows * width, 6), tableBias: noise(rows * heads, 7) },
    ]) {
      const options = {
        ...{ q, k, ...sizes },
        relative: { method: 'transformerXL', ...form },
      } as const;
      const loss = () => dot(pe.attention(options).scores.data, scoresUpstream);
      const found = pe.attentionGradient({ ...options, scoresUpstream });
      const relative = found.relative as Record<string, { data: Float32Array }>;
      for (const [name, numbers] of Object.entries(form)) {
        expectSlopes(numbers, relative[name]?.data, loss);
      }
    }
  });
});

describe('wrong options', () => {
  const { positionWeight, contentBias } = input;
  it.each([
    [{ positionWeight: undefined }, 'positionWeight is required'],
    [{ dim: 8 }, 'dim must be 6, the width of positionWeight'],
    [{ k: undefined, keys }, 'k is required'],
    [{ contentBias: contentBias.slice(1) }, 'contentBias.length must be 12'],
    [{ positionWeight: positionWeight.slice(1) }, 'a multiple of 12'],
    [{ tableBias: noise(8, 1) }, 'table is required, as there is a tableBias'],
    [{ table: noise(18, 1), clampLength: 3 }, 'clampLength and table exclude'],
    [{ table: noise(12, 1), bidirectional: true }, 'must be odd'],
  ])('are named: %o', (wrong, message) => {
    const error = thrown(() => pe.transformerXL({ ...input, ...wrong }));
    expect(error.message).toContain('transformerXL: ');
    expect(error.message).toContain(message);
  });
});
