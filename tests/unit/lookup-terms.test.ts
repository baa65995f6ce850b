/** Shaw, relativeKey, deberta, decomposedBias and relativeLogits. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { expectSame } from '../support/same.js';
import { dot, expectSlopes } from '../support/slopes.js';
import { thrown } from './thrown.js';

const pe = await load();

const [queries, keys, heads, keyHeads, headDim] = [5, 7, 4, 2, 3];
const sizes = { heads, keyHeads, headDim };
const width = heads * headDim;

/** Fresh arrays, which a test may change. */
const content = () => ({
  q: noise(queries * width, 1),
  k: noise(keys * keyHeads * headDim, 2),
  v: noise(keys * keyHeads * headDim, 3),
});

type Relative = NonNullable<Parameters<typeof pe.attention>[0]['relative']>;

/** Checks the gradients of all given arrays by differences of attention. */
function expectGradients(
  spec: Record<string, unknown>,
  arrays: Readonly<Record<string, Float32Array>>,
  places: object = {},
): void {
  const { q, k, v } = content();
  const relative = { ...spec, ...arrays } as unknown as Relative;
  const options = { q, k, v, ...sizes, relative, ...places, scale: 0.5 };
  const upstream = noise(queries * width, 4);
  const scoresUpstream = noise(heads * queries * keys, 5);
  const gradient = pe.attentionGradient({
    ...{ ...options, upstream, scoresUpstream },
  });
  const loss = () => {
    const { output, scores } = pe.attention(options);
    return dot(output?.data ?? [], upstream) + dot(scores.data, scoresUpstream);
  };
  const how = { step: 2 ** -7, tolerance: 2e-3 };
  expectSlopes(q, gradient.q?.data, loss, how);
  expectSlopes(k, gradient.k?.data, loss, how);
  expectSlopes(v, gradient.v?.data, loss, how);
  const found = gradient.relative as unknown as Record<
    string,
    { data: Float32Array; shape: number[] }
  >;
  for (const [name, numbers] of Object.entries(arrays)) {
    expectSlopes(numbers, found[name]?.data, loss, how);
  }
}

/** Positions that do not count up, so that each pair has a row of its own. */
const uneven = {
  queryPositions: [4, 0, 2, 9, 3],
  keyPositions: [1, 5, 0, 8, 2, 2, 7],
};

describe.each([{}, uneven])('gradients, places %#', (places) => {
  it('of clipped keys and values of each head', () => {
    const reach = { left: 2, right: 1 };
    expectGradients(
      { method: 'shaw', ...reach },
      {
        keyTable: noise(heads * 4 * headDim, 6),
        valueTable: noise(heads * 4 * headDim, 7),
      },
      places,
    );
  });
  it('of a table that keys and values share', () => {
    expectGradients(
      { method: 'shaw', sharedTable: true, beyond: 'zero' },
      { keyTable: noise(5 * headDim, 8) },
      places,
    );
  });
  it('of keys and queries', () => {
    expectGradients(
      { method: 'relativeKey', form: 'keyQuery' },
      { table: noise(19 * headDim, 9) },
      places,
    );
  });
  it('of DeBERTa, with all terms, projections and the normalisation', () => {
    for (const sign of ['code', 'paper']) {
      expectGradients(
        {
          ...{ method: 'deberta', p2p: true, sign, normEpsilon: 0.1 },
          ...{ buckets: 4, maxRelativePositions: 8 },
        },
        {
          table: noise(8 * 5, 10),
          keyWeight: noise(width * 5, 11),
          keyBias: noise(width, 12),
          queryWeight: noise(width * 5, 13),
          queryBias: noise(width, 14),
          normWeight: noise(5, 15),
          normBias: noise(5, 16),
        },
        places,
      );
    }
  });
  it('of relative logits and their profiles', () => {
    expectGradients(
      { method: 'relativeLogits', dim: 2 },
      { relative: noise(queries * heads * 2, 17), table: noise(2 * 4, 18) },
      places,
    );
  });
  it('of tables of grids, which are resampled', () => {
    expectGradients(
      { method: 'decomposedBias', grid: [2, 5], prefix: 1 },
      { rowTable: noise(5 * headDim, 19), columnTable: noise(7 * headDim, 20) },
      places === uneven ? places : { queryStart: 0 },
    );
  });
});

describe('shaw', () => {
  const { q } = content();
  const keyTable = noise(4 * headDim, 21);

  it('gives the nearest row or none beyond the table', () => {
    const options = { q, ...sizes, keys, keyTable, left: 2, right: 1 };
    for (const beyond of ['clip', 'zero'] as const) {
      const { data, shape } = pe.shaw({ ...options, beyond, scale: 0.5 });
      expect(shape).toEqual([heads, queries, keys]);
      for (let n = 0; n < data.length; ++n) {
        const [i, j] = [Math.floor(n / keys) % queries, n % keys];
        const head = Math.floor(n / (queries * keys));
        const distance = j - (i + keys - queries);
        const row = Math.min(Math.max(distance, -2), 1) + 2;
        const at = (i * heads + head) * headDim;
        const none = beyond === 'zero' && distance + 2 !== row;
        const want = none
          ? 0
          : dot(
              q.subarray(at, at + headDim),
              keyTable.subarray(row * headDim, (row + 1) * headDim),
            ) / 2;
        expect(Math.abs(Number(data[n]) - want)).toBeLessThan(1e-6);
      }
    }
  });

  it('takes its reach from the table', () => {
    const options = { q, ...sizes, keyTable };
    const { data } = pe.shaw({ ...options, left: 2 });
    expectSame(data, pe.shaw({ ...options, left: 2, right: 1 }).data);
    expectSame(data, pe.shaw({ ...options, right: 1 }).data);
    expect(thrown(() => pe.shaw(options)).message).toBe(
      'shaw: keyTable.rows must be odd, or left or right given, got 4',
    );
    expect(thrown(() => pe.shaw({ ...options, left: 4 })).code).toBe(
      'ERR_SHAPE',
    );
    expect(
      thrown(() => pe.shaw({ ...options, left: 4, right: 4 })).message,
    ).toBe(
      'shaw: keyTable.length must be 27, that of the shape [9, 3], got 12',
    );
  });

  it('reads a tensor with three axes as a table for each head', () => {
    const own = noise(heads * 4 * headDim, 22);
    const table = tensor(own, [heads, 4, headDim]);
    const options = { q, ...sizes, left: 2 };
    const { data } = pe.shaw({ ...options, keyTable: table });
    const size = data.length / heads;
    for (let head = 0; head < heads; ++head) {
      const rows = own.subarray(head * 4 * headDim, (head + 1) * 4 * headDim);
      const one = pe.shaw({ ...options, keyTable: rows }).data;
      expectSame(
        data.subarray(head * size, (head + 1) * size),
        one.subarray(head * size, (head + 1) * size),
      );
    }
  });

  it('refuses one table for values of another width', () => {
    const { k } = content();
    const relative = { method: 'shaw', keyTable, left: 2, sharedTable: true };
    const v = noise(keys * keyHeads * 2, 23);
    const call = () =>
      pe.attention({
        ...{ q, k, v, ...sizes, relative: relative as Relative },
      });
    expect(thrown(call).message).toBe(
      'attention: relative.sharedTable must be false where valueDim 2 is not ' +
        'headDim 3, got true',
    );
    expect(
      thrown(() =>
        pe.shaw({
          ...{ q, ...sizes, keyTable, left: 2 },
          ...{ valueTable: keyTable, sharedTable: true },
        }),
      ).code,
    ).toBe('ERR_CONFLICT');
  });

  it('needs queries', () => {
    const { k } = content();
    const call = () => pe.shaw({ k, ...sizes, queries, keyTable, left: 2 });
    expect(thrown(call).message).toMatch(/^shaw: q is required/);
  });
});

describe('shawMemory', () => {
  it('counts as section 3.3 of the paper', () => {
    const options = { length: 100, headDim: 64, heads: 8, left: 16 };
    expect(pe.shawMemory(options)).toEqual({
      perHead: 8 * 100 * 100 * 64,
      shared: 100 * 100 * 64,
      clippedPerHead: 8 * 33 * 64,
      clipped: 33 * 64,
      saved: (8 * 100 * 100) / 33,
    });
    const causal = pe.shawMemory({ ...options, right: 0, values: true });
    expect(causal.clipped).toBe(2 * 17 * 64);
    expect(causal.shared).toBe(2 * 100 * 100 * 64);
  });
});

describe('relativeKey', () => {
  it('refuses distances that its table has no row for', () => {
    const { q } = content();
    const table = noise(9 * headDim, 24);
    const options = { q, ...sizes, table, keys: 5 };
    expect(pe.relativeKey(options).shape).toEqual([heads, queries, 5]);
    expect(thrown(() => pe.relativeKey({ ...options, keys })).message).toBe(
      'relativeKey: maxPosition must be more than the farthest distance, 6, ' +
        'got 5',
    );
  });
});

describe('deberta', () => {
  const { q, k } = content();
  const weights = {
    table: noise(8 * 5, 25),
    keyWeight: noise(width * 5, 26),
    queryWeight: noise(width * 5, 27),
  };
  const input = { q, k, ...sizes, ...weights };

  it('gives terms that add up', () => {
    const terms = pe.deberta({ ...input, p2p: true, terms: true });
    expect(Object.keys(terms)).toEqual(['c2p', 'p2c', 'p2p']);
    const sum = pe.deberta({ ...input, p2p: true }).data;
    const { c2p, p2c, p2p } = terms;
    sum.forEach((found, n) => {
      const wanted = [c2p, p2c, p2p].reduce(
        (total, term) => total + Number(term?.data[n]),
        0,
      );
      expect(Math.abs(found - wanted)).toBeLessThan(1e-5);
    });
  });

  it('turns the distance of p2c with the sign of the paper', () => {
    const at = { queries: keys, q: noise(keys * width, 28) };
    const only = { ...input, ...at, c2p: false, keyHeads: heads };
    const options = { ...only, k: noise(keys * width, 29) };
    const code = pe.deberta(options).data;
    const paper = pe.deberta({ ...options, sign: 'paper' }).data;
    // Key j of query i has the row that key j of query 2 j - i has by the code.
    for (let i = 0; i < keys; ++i) {
      for (let j = 0; j < keys; ++j) {
        const other = 2 * j - i;
        if (other < 0 || other >= keys || Math.abs(i - j) > 3) continue;
        expect(paper[i * keys + j]).toBe(code[other * keys + j]);
      }
    }
  });

  it('needs the weights of its terms only', () => {
    const { keyWeight: _, ...without } = input;
    expect(thrown(() => pe.deberta(without)).message).toMatch(
      /^deberta: keyWeight is required/,
    );
    const { data } = pe.deberta({ ...without, c2p: false });
    expect(data).toHaveLength(heads * queries * keys);
    const none = { ...input, c2p: false, p2c: false };
    expect(thrown(() => pe.deberta(none)).param).toBe('c2p');
    const wider = { ...input, queryWeight: noise(width * 6, 30) };
    expect(thrown(() => pe.deberta(wider)).param).toBe('queryWeight.length');
  });

  it('checks table and buckets', () => {
    const odd = { ...input, table: noise(7 * 5, 31) };
    expect(thrown(() => pe.deberta(odd)).param).toBe('table.rows');
    expect(thrown(() => pe.deberta({ ...input, buckets: 8 })).message).toBe(
      'deberta: table.rows must be 2 × 8 buckets, got 8',
    );
    const near = {
      ...{ ...input, table: noise(16 * 5, 33) },
      ...{ buckets: 8, maxRelativePositions: 5 },
    };
    expect(thrown(() => pe.deberta(near)).param).toBe('maxRelativePositions');
    const norm = { ...input, normalised: false, normBias: noise(5, 32) };
    expect(thrown(() => pe.deberta(norm)).code).toBe('ERR_CONFLICT');
  });
});

describe('decomposedBias', () => {
  it('has no scores for tokens of the prefix, and refuses others', () => {
    const { q } = content();
    const tables = {
      rowTable: noise(3 * headDim, 33),
      columnTable: noise(3 * headDim, 34),
    };
    const options = { q, ...sizes, ...tables, grid: [2, 2], prefix: 1 };
    const { data } = pe.decomposedBias(options);
    for (let n = 0; n < data.length; ++n) {
      const prefix =
        n % queries === 0 || Math.floor(n / queries) % queries === 0;
      expect(data[n] === 0).toBe(prefix);
    }
    const error = thrown(() => pe.decomposedBias({ ...options, prefix: 0 }));
    expect(error.message).toBe(
      'decomposedBias: keys must be at most 4, the tokens of keyGrid, by ' +
        'default grid, from position 0 on, got 5',
    );
  });
});

describe('relativeLogits', () => {
  it('takes vectors of its own for each item of a batch', () => {
    const { q, k } = content();
    const [relative, table] = [
      noise(2 * queries * heads * 2, 35),
      noise(8, 36),
    ];
    const one = { method: 'relativeLogits', table, dim: 2 } as const;
    const twice = (x: Float32Array) => Float32Array.of(...x, ...x);
    const { scores } = pe.attention({
      ...{ q: twice(q), k: twice(k), ...sizes, batch: 2 },
      relative: { ...one, relative },
    });
    const half = scores.data.length / 2;
    const size = queries * heads * 2;
    [0, 1].forEach((item) => {
      const own = relative.subarray(item * size, (item + 1) * size);
      const alone = pe.attention({
        ...{ q, k, ...sizes, relative: { ...one, relative: own } },
      });
      expectSame(
        scores.data.subarray(item * half, (item + 1) * half),
        alone.scores.data,
      );
    });
  });
});
