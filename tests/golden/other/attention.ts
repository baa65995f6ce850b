/** Attention of other sizes and batches, by the oracle. */

import { Array64, add, dot } from '../../support/attention-oracle/array.ts';
import {
  attend,
  type Seen,
  type Turn,
} from '../../support/attention-oracle/attention.ts';
import { turnBy } from '../../support/attention-oracle/rotation.ts';
import {
  type Description,
  drawn,
  input,
  range,
  result,
  type Tensor,
} from './case-folder.ts';
import { interleaved } from './sinusoidal.ts';

interface Sizes {
  batch: number;
  heads: number;
  keyHeads: number;
  queries: number;
  keys: number;
  width: number;
  valueWidth: number;
}

/** Which keys a query sees that stands behind all but the last keys. */
const causally = (queries: number, keys: number) => ({
  sees: (i: number, j: number) => j <= keys - queries + i,
});

/**
 * q, k, v [batch, heads, seq, width]; probs likewise; out [.., seq, heads, ..].
 */
function attention(
  o: Sizes,
  turn: Turn | undefined,
  { scale, causal }: { scale: number; causal: boolean },
) {
  const made = (heads: number, length: number, width: number, seed: number) => {
    const data = drawn(o.batch * heads * length * width, seed);
    // The oracle has the heads inside the rows.
    const ofItem = (b: number) =>
      Array64.of([length, heads, width], (i, h, d) => {
        const row = (b * heads + (h as number)) * length + (i as number);
        return data[row * width + (d as number)] as number;
      });
    return { data, ofItem, shape: [o.batch, heads, length, width] };
  };
  const q = made(o.heads, o.queries, o.width, 21);
  const k = made(o.keyHeads, o.keys, o.width, 22);
  const v = made(o.keyHeads, o.keys, o.valueWidth, 23);
  const items = range(o.batch).map((b) =>
    attend({
      ...{ q: q.ofItem(b), k: k.ofItem(b), v: v.ofItem(b), scale },
      queryAt: range(o.queries).map((i) => o.keys - o.queries + i),
      keyAt: range(o.keys),
      ...(turn && { turnQuery: turn, turnKey: turn }),
      ...(causal && causally(o.queries, o.keys)),
    }),
  );
  return [
    input('q', q.shape, q.data),
    input('k', k.shape, k.data),
    input('v', v.shape, v.data),
    ...resultsOf(items),
  ];
}

/** The weights and the outputs of all items of a batch. */
function resultsOf(items: readonly Seen[], heads = true): Tensor[] {
  const joined = (arrays: readonly (Array64 | undefined)[]) =>
    arrays.flatMap((array) => [...(array?.data ?? [])]);
  const [first] = items;
  const { shape = [] } = first?.output ?? {};
  const [rows = 0, ...row] = shape;
  const width = row.reduce((product, axis) => product * axis, 1);
  return [
    ...result(
      'probs',
      [items.length, ...(first?.weights.shape ?? [])],
      joined(items.map(({ weights }) => weights)),
    ),
    ...result(
      'out',
      [items.length, rows, ...(heads ? row : [width])],
      joined(items.map(({ output }) => output)),
    ),
  ];
}

const [HEADS, LENGTH, DIM] = [3, 4, 6];
const WEIGHTS = ['Wq', 'Wk', 'Wv'] as const;

/** Attention over the projections of x + table: [batch, LENGTH, DIM]. */
function added(batch: number, causal: boolean) {
  const x = drawn(batch * LENGTH * DIM, 31);
  const w = WEIGHTS.map((_, i) => drawn(DIM * DIM, 32 + i));
  const table = range(LENGTH).map((p) => interleaved(p, DIM, 50));
  const width = DIM / HEADS;
  const items = range(batch).map((b) => {
    const [q, k, v] = w.map((weight) =>
      Array64.of([LENGTH, HEADS, width], (i, h, d) => {
        const from = (b * LENGTH + (i as number)) * DIM;
        const row = ((h as number) * width + (d as number)) * DIM;
        const embedded = add(
          table[i as number] as number[],
          x.slice(from, from + DIM),
        );
        return dot(embedded, weight.slice(row, row + DIM));
      }),
    ) as [Array64, Array64, Array64];
    return attend({
      ...{ q, k, v, scale: 1 / Math.sqrt(width) },
      ...{ queryAt: range(LENGTH), keyAt: range(LENGTH) },
      ...(causal && causally(LENGTH, LENGTH)),
    });
  });
  return [
    input('x', [batch, LENGTH, DIM], x),
    ...WEIGHTS.map((name, i) => input(name, [DIM, DIM], w[i] as number[])),
    ...result('pe', [LENGTH, DIM], table.flat()),
    ...resultsOf(items, false),
  ];
}

/** Large enough for float32 attention with scores that are far apart. */
const wrong = 0.01;

export const attentionCases: Description[] = [
  {
    name: 'rope_of_a_batch_behind_a_cache',
    method: 'attention.rope',
    wrong,
    params: { base: 123, rotary_dim: 4, causal: true, scale: 0.7 },
    tensors: attention(
      {
        ...{ batch: 3, heads: 4, keyHeads: 2, queries: 3, keys: 5 },
        ...{ width: 6, valueWidth: 5 },
      },
      turnBy({ pairs: 2, base: 123, layout: 'half' }),
      { scale: 0.7, causal: true },
    ),
  },
  {
    name: 'rope_interleaved_of_a_batch',
    method: 'attention.rope_interleaved',
    wrong,
    params: { base: 123 },
    tensors: attention(
      {
        ...{ batch: 2, heads: 1, keyHeads: 1, queries: 4, keys: 4 },
        ...{ width: 8, valueWidth: 8 },
      },
      turnBy({ pairs: 4, base: 123, layout: 'interleaved' }),
      { scale: 1 / Math.sqrt(8), causal: false },
    ),
  },
  {
    name: 'attention_with_scores_that_vanish',
    method: 'attention.none',
    wrong,
    params: { scale: 40, base: null },
    tensors: attention(
      {
        ...{ batch: 2, heads: 3, keyHeads: 3, queries: 2, keys: 7 },
        ...{ width: 5, valueWidth: 3 },
      },
      undefined,
      { scale: 40, causal: false },
    ),
  },
  {
    name: 'sinusoidal_added_of_a_batch',
    method: 'attention.sinusoidal_added',
    wrong,
    params: { base: 50, heads: 3, causal: true },
    tensors: added(3, true),
  },
];
