/** CoPE against its formula, with gates of each kind. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { expectSame } from '../support/same.js';
import { dot, expectSlopes } from '../support/slopes.js';
import { thrown } from './thrown.js';

const pe = await load();

const sizes = { heads: 4, keyHeads: 2, headDim: 3 };
const { heads, keyHeads, headDim } = sizes;
const [queries, keys, positions] = [4, 6, 4];
const width = heads * headDim;
const entries = heads * queries * keys;

const given = () => ({
  q: noise(queries * width, 1),
  k: noise(keys * keyHeads * headDim, 2).map((x) => 3 * x),
  table: noise(positions * headDim, 3),
});
const input = { ...sizes, ...given() };

const vector = (x: Float32Array, row: number, count: number, head: number) =>
  x.subarray(
    (row * count + head) * headDim,
    (row * count + head + 1) * headDim,
  );

/** The term of a map of gates that are open, or not, or half. */
function plain(gate: (head: number, query: number, key: number) => number) {
  return Array.from({ length: entries }, (_, n) => {
    const head = Math.floor(n / (queries * keys));
    const [query, key] = [Math.floor(n / keys) % queries, n % keys];
    let counted = 0;
    for (let t = key; t < keys; ++t) counted += gate(head, query, t);
    const p = Math.min(counted, positions - 1);
    const read = (row: number) =>
      dot(
        vector(input.q, query, heads, head),
        input.table.subarray(row * headDim, (row + 1) * headDim),
      );
    const part = p - Math.floor(p);
    return (1 - part) * read(Math.floor(p)) + part * read(Math.ceil(p));
  });
}

function expectNear(found: ArrayLike<number>, wanted: readonly number[]) {
  expect(found).toHaveLength(wanted.length);
  wanted.forEach((want, n) => {
    expect(Math.abs(Number(found[n]) - want), `entry ${n}`).toBeLessThan(3e-6);
  });
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** Gates of queries against some keys, closed behind the query. */
const against =
  (of: Float32Array, scale: number) =>
  (head: number, query: number, key: number) => {
    if (key > query + keys - queries) return 0;
    const own = vector(of, key, keyHeads, Math.floor(head / 2));
    return sigmoid(scale * dot(vector(input.q, query, heads, head), own));
  };

describe('gates', () => {
  it('come from the content, behind a memory', () => {
    expectNear(pe.cope(input).data, plain(against(input.k, 1)));
  });

  it('depend on the scale, and the term as well unless it is not scaled', () => {
    const want = plain(against(input.k, 0.25));
    const [scaled, bare] = [true, false].map(
      (scaled) => pe.cope({ ...input, scale: 0.25, scaled }).data,
    );
    expectNear(bare ?? [], want);
    expectNear(
      scaled ?? [],
      want.map((x) => x / 4),
    );
  });

  it('may have keys of their own', () => {
    const gateKeys = noise(keys * keyHeads * headDim, 4);
    const { k: _, ...rest } = input;
    const found = pe.cope({ ...rest, keys, gateKeys });
    expectNear(found.data, plain(against(gateKeys, 1)));
  });

  it('may be given, and are not closed behind the query unless asked to', () => {
    const gateLogits = noise(entries, 5).map((x) => 4 * x);
    gateLogits[7] = -Infinity;
    const { k: _, ...rest } = input;
    const own = { ...rest, keys, gateLogits, causal: false };
    const logit = (head: number, query: number, key: number) =>
      Number(gateLogits[(head * queries + query) * keys + key]);
    expectNear(
      pe.cope(own).data,
      plain((...at) => sigmoid(logit(...at))),
    );
  });

  it('that are all open count keys as a distance does', () => {
    const { k: _, ...rest } = input;
    const gateLogits = new Float32Array(entries).fill(Infinity);
    const found = pe.cope({ ...rest, keys, gateLogits });
    expectNear(
      found.data,
      plain((_, query, key) => Number(key <= query + keys - queries)),
    );
  });
});

describe('inside attention', () => {
  const { q, k, table } = input;

  it('gates are those of the scores, after rotation', () => {
    const rotary = pe.rope({ headDim: 2, theta: 10 });
    const narrow = { heads: 3, headDim: 2 };
    const own = { q: noise(6 * 4, 6), k: noise(6 * 6, 7) };
    const options = { ...own, ...narrow, rotary, terms: true } as const;
    const relative = { method: 'cope', table: noise(10, 8) } as const;
    const { terms = {} } = pe.attention({ ...options, relative });
    const gateLogits = terms.content;
    const given = pe.attention({
      ...options,
      relative: { ...relative, gateLogits: gateLogits?.data ?? [] },
    });
    expectSame(terms.cope?.data ?? [], given.terms?.cope?.data ?? [0]);
  });

  it('items of a batch may have gates of their own', () => {
    const gateKeys = noise(2 * keys * keyHeads * headDim, 9);
    const twice = (x: Float32Array) => Float32Array.from([...x, ...x]);
    const call = { ...sizes, terms: true } as const;
    const both = pe.attention({
      ...{ ...call, q: twice(q), k: twice(k), batch: 2 },
      relative: { method: 'cope', table, gateKeys },
    }).terms?.cope?.data;
    for (const item of [0, 1]) {
      const size = gateKeys.length / 2;
      const own = gateKeys.slice(item * size, (item + 1) * size);
      const one = pe.attention({
        ...{ ...call, q, k },
        relative: { method: 'cope', table, gateKeys: own },
      }).terms?.cope?.data;
      expect(both?.slice(item * entries, (item + 1) * entries)).toEqual(one);
    }
  });
});

describe('the gradient', () => {
  // Small steps: the term has kinks where a position is a whole number.
  const how = { step: 2 ** -10, tolerance: 4e-3 };
  const scoresUpstream = noise(entries, 11);

  it.each(['content', 'gateKeys', 'gateLogits'] as const)(
    'is the slope, with gates of %s',
    (kind) => {
      const { q, k, table } = given();
      const gates = {
        content: {},
        gateKeys: { gateKeys: noise(keys * keyHeads * headDim, 4) },
        gateLogits: { gateLogits: noise(entries, 5) },
      }[kind];
      const options = {
        ...{ q, k, ...sizes },
        relative: { method: 'cope', table, ...gates },
      } as const;
      const loss = () => dot(pe.attention(options).scores.data, scoresUpstream);
      const found = pe.attentionGradient({ ...options, scoresUpstream });
      const relative = found.relative as Record<string, { data: Float32Array }>;
      expectSlopes(q, found.q?.data, loss, how);
      expectSlopes(k, found.k?.data, loss, how);
      expectSlopes(table, relative.table?.data, loss);
      for (const [name, numbers] of Object.entries(gates)) {
        expectSlopes(numbers, relative[name]?.data, loss, how);
      }
    },
  );
});

describe('wrong options', () => {
  it.each([
    [{ table: noise(4, 1) }, 'table.length must be a multiple of headDim = 3'],
    [{ gateKeys: noise(7, 1) }, 'gateKeys.length must be 36'],
    [
      { gateKeys: input.k, gateLogits: noise(entries, 1) },
      'gateLogits and gateKeys exclude each other',
    ],
    [{ k: undefined, keys }, 'k is required'],
    [{ q: undefined }, 'q is required'],
  ])('are named: %o', (wrong, message) => {
    const error = thrown(() =>
      pe.cope({ ...input, queries, ...wrong } as never),
    );
    expect(error.message).toContain('cope: ');
    expect(error.message).toContain(message);
  });

  it('a batch needs gates for all of its items', () => {
    const { q, k, table } = input;
    const times3 = (x: Float32Array) => Float32Array.from([...x, ...x, ...x]);
    const gateKeys = noise(2 * k.length, 9);
    const error = thrown(() =>
      pe.attention({
        ...{ ...sizes, q: times3(q), k: times3(k), batch: 3 },
        relative: { method: 'cope', table, gateKeys },
      }),
    );
    expect(error.message).toContain('relative.gateKeys.length');
  });
});
