/** Attention of other sizes and batches, query by query. */

import {
  type Description,
  drawn,
  input,
  range,
  result,
} from './case-folder.ts';

type Head = number[];

interface Sizes {
  batch: number;
  heads: number;
  keyHeads: number;
  queries: number;
  keys: number;
  width: number;
  valueWidth: number;
}

const dot = (a: Head, b: Head) =>
  a.reduce((sum, x, i) => sum + x * (b[i] as number), 0);

/** A head whose first `turned` components are turned by its position. */
function rotated(head: Head, p: number, o: { turned: number; half: boolean }) {
  const out = [...head];
  const pairs = o.turned / 2;
  for (const k of range(pairs)) {
    const [i, j] = o.half ? [k, k + pairs] : [2 * k, 2 * k + 1];
    const [a, b] = [head[i], head[j]] as [number, number];
    const phi = p / 123 ** (k / pairs);
    out[i] = a * Math.cos(phi) - b * Math.sin(phi);
    out[j] = b * Math.cos(phi) + a * Math.sin(phi);
  }
  return out;
}

/** The weights of a query and its output. */
function attend(scores: number[], values: Head[]) {
  const exponentials = scores.map(Math.exp);
  const all = exponentials.reduce((sum, x) => sum + x, 0);
  const weights = exponentials.map((x) => x / all);
  const width = range((values[0] as Head).length);
  return {
    weights,
    output: width.map((d) =>
      dot(
        weights,
        values.map((v) => v[d] as number),
      ),
    ),
  };
}

/**
 * q, k, v [batch, heads, seq, width]; probs likewise; out [.., seq, heads, ..].
 */
function attention(
  o: Sizes,
  turn: (head: Head, position: number) => Head,
  { scale, causal }: { scale: number; causal: boolean },
) {
  const made = (heads: number, length: number, width: number, seed: number) => {
    const data = drawn(o.batch * heads * length * width, seed);
    const at = (b: number, h: number, i: number) => {
      const row = (b * heads + h) * length + i;
      return data.slice(row * width, (row + 1) * width);
    };
    return { data, at, shape: [o.batch, heads, length, width] };
  };
  const q = made(o.heads, o.queries, o.width, 21);
  const k = made(o.keyHeads, o.keys, o.width, 22);
  const v = made(o.keyHeads, o.keys, o.valueWidth, 23);
  const one = (b: number, h: number, i: number) => {
    const own = Math.floor(h / (o.heads / o.keyHeads));
    const position = o.keys - o.queries + i;
    const query = turn(q.at(b, h, i), position);
    const scores = range(o.keys).map((j) =>
      causal && j > position
        ? Number.NEGATIVE_INFINITY
        : scale * dot(query, turn(k.at(b, own, j), j)),
    );
    return attend(
      scores,
      range(o.keys).map((j) => v.at(b, own, j)),
    );
  };
  const each = (n: number) => range(n);
  const probs = each(o.batch).flatMap((b) =>
    each(o.heads).flatMap((h) =>
      each(o.queries).flatMap((i) => one(b, h, i).weights),
    ),
  );
  const out = each(o.batch).flatMap((b) =>
    each(o.queries).flatMap((i) =>
      each(o.heads).flatMap((h) => one(b, h, i).output),
    ),
  );
  return [
    input('q', q.shape, q.data),
    input('k', k.shape, k.data),
    input('v', v.shape, v.data),
    ...result('probs', [o.batch, o.heads, o.queries, o.keys], probs),
    ...result('out', [o.batch, o.queries, o.heads, o.valueWidth], out),
  ];
}

const [HEADS, LENGTH, DIM] = [3, 4, 6];
const WEIGHTS = ['Wq', 'Wk', 'Wv'] as const;

/** Attention over the projections of x + table: [batch, LENGTH, DIM]. */
function added(batch: number, causal: boolean) {
  const x = drawn(batch * LENGTH * DIM, 31);
  const w = WEIGHTS.map((_, i) => drawn(DIM * DIM, 32 + i));
  const table = range(LENGTH).map((p) =>
    range(DIM).map((c) => {
      const angle = p / 50 ** ((2 * (c >> 1)) / DIM);
      return c % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }),
  );
  const width = DIM / HEADS;
  const head = (which: number, b: number, i: number, h: number) => {
    const y = (table[i] as Head).map(
      (t, d) => t + (x[(b * LENGTH + i) * DIM + d] as number),
    );
    return range(width).map((d) => {
      const row = (h * width + d) * DIM;
      return dot(y, (w[which] as Head).slice(row, row + DIM));
    });
  };
  const one = (b: number, h: number, i: number) => {
    const scores = range(LENGTH).map((j) =>
      causal && j > i
        ? Number.NEGATIVE_INFINITY
        : dot(head(0, b, i, h), head(1, b, j, h)) / Math.sqrt(width),
    );
    return attend(
      scores,
      range(LENGTH).map((j) => head(2, b, j, h)),
    );
  };
  const [bs, hs, is] = [range(batch), range(HEADS), range(LENGTH)];
  return [
    input('x', [batch, LENGTH, DIM], x),
    ...WEIGHTS.map((name, i) => input(name, [DIM, DIM], w[i] as Head)),
    ...result('pe', [LENGTH, DIM], table.flat()),
    ...result(
      'probs',
      [batch, HEADS, LENGTH, LENGTH],
      bs.flatMap((b) =>
        hs.flatMap((h) => is.flatMap((i) => one(b, h, i).weights)),
      ),
    ),
    ...result(
      'out',
      [batch, LENGTH, DIM],
      bs.flatMap((b) =>
        is.flatMap((i) => hs.flatMap((h) => one(b, h, i).output)),
      ),
    ),
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
      (head, p) => rotated(head, p, { turned: 4, half: true }),
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
      (head, p) => rotated(head, p, { turned: 8, half: false }),
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
      (head) => head,
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
