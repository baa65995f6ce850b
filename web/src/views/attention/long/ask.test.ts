// The coarse picture is true: each of its rows is what the package draws of one
// query and all keys.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import type { Side } from '../state/slots.js';
import { readState } from '../state/state.js';
import {
  askOf,
  coarseLevels,
  coarseOptions,
  coarseQuery,
  type LongAsk,
  longOptions,
} from './ask.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const initial = readState(new URLSearchParams());

it.each<[string, Side, Partial<LongAsk>]>([
  ['no position', {}, {}],
  ['a table', { table: { method: 'sinusoidal' } }, { of: 'weights' }],
  ['a rope', { rotation: { method: 'rope' } }, { pool: 'mean' }],
  ['a rope, masked', { rotation: { method: 'rope' } }, { causal: true }],
  ['a bias', { bias: { method: 'alibi' } }, { of: 'weights', causal: true }],
  [
    'a part of the sequence',
    { rotation: { method: 'rope' }, bias: { method: 'alibi' } },
    {
      crop: {
        rows: { from: 700, count: 300 },
        columns: { from: 100, count: 9 },
      },
    },
  ],
])('with %s', async (_, b, patch) => {
  const state = { ...initial, b, length: 1000, start: 50 };
  const cells = { rows: 64, columns: 9 };
  const ask: LongAsk = { ...askOf(state, 0), cells, ...patch };
  const options = await longOptions(pe, ask, 'b');
  for (const level of coarseLevels(ask)) {
    const coarse = pe.attentionMap(coarseOptions(ask, options, level)).data;
    for (const row of [0, 1, level / 2 - 1, level - 1]) {
      const query = coarseQuery(row, ask, level);
      const { from, count } = ask.crop.rows;
      const ends = [row, row + 1].map(
        (n) => from + Math.floor((n * count) / level),
      );
      expect(query).toBeGreaterThanOrEqual(Number(ends[0]));
      expect(query).toBeLessThan(Number(ends[1]));
      const one = pe.attentionMap({
        ...options,
        queryRange: [query, query + 1],
        height: 1,
      });
      const own = coarse.subarray(9 * row, 9 * (row + 1));
      expect([...own]).toEqual([...one.data.subarray(0, 9)]);
    }
  }
});
