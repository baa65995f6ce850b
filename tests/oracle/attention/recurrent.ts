/** Golden cases of Transformer-XL and XLNet: memory, and layers around. */

import { Array64, range } from '../../support/attention-oracle/array.js';
import {
  attend,
  type Pair,
  type Seen,
  type Term,
} from '../../support/attention-oracle/attention.js';
import { causal } from '../../support/attention-oracle/masks.js';
import {
  linear,
  mapRows,
  normalised,
  project,
} from '../../support/attention-oracle/networks.js';
import {
  key as keyOf,
  ofHead,
  product,
  query,
  rowOf,
  segments,
  sines,
  transformerXL,
  type Vector,
} from '../../support/attention-oracle/relative.js';
import type { Golden, Results } from './golden.js';
import { flat, inHeads, item, joined, stacked, swapped } from './layout.js';
import { layer, part } from './projected.js';
import { lastOf, outputOf } from './whole.js';

const plus = (x: Array64, y: Array64): Array64 =>
  Array64.of(x.shape, (...at) => x.at(...at) + y.at(...at));

const norm = (c: Golden) => ({
  weight: c.array('layer_norm.weight'),
  bias: c.array('layer_norm.bias'),
  eps: c.case.param<number>('layer_norm_eps', 1e-5),
});

const normalise = (c: Golden, x: Array64): Array64 =>
  mapRows(x, (row) => normalised(norm(c), row));

/** [batch, heads, i, j] of all items to [i, j, batch, heads]. */
const sequenceFirst = (all: readonly Array64[]): Array64 => {
  const [heads, queries, keys] = (all[0] as Array64).shape as [
    number,
    number,
    number,
  ];
  return Array64.of([queries, keys, all.length, heads], (...at) => {
    const [i, j, b, head] = at as [number, number, number, number];
    return (all[b] as Array64).at(head, i, j);
  });
};

/**
 * What the shift of the reference puts at later keys if no mask covers them: a
 * zero next to the diagonal, then products of the next query.
 */
function wrapped(term: (pair: Pair) => number, q: Array64): Term {
  return (pair) => {
    const { i, j, head } = pair;
    if (j <= i) return term(pair);
    if (j === i + 1) return 0;
    const next = { ...pair, i: i + 1, q: q.row(i + 1, head) };
    // The key j - i - 2 of the shifted row has the distance keys - 1 - that.
    return term({ ...next, distance: j - i - 2 - (q.size(0) - 1) });
  };
}

function transformerXl(c: Golden): Results {
  const heads = c.number('heads');
  const w = c.array('w');
  const mems = c.arrayIfAny('mems');
  const [length, batch] = [w.size(0), w.size(1)];
  const clamp = c.number('clamp_len') || undefined;
  const dim = c.number('d_model');
  const keys = length + (mems?.size(0) ?? 0);
  const place = lastOf(length, keys);
  const before = c.is('pre_layernorm');
  const seen = (b: number) => {
    const own = item(swapped(w), b);
    const whole = mems ? joined([item(swapped(mems), b), own]) : own;
    const x = before ? normalise(c, whole) : whole;
    const of = (index: number) =>
      inHeads(project(part(c, 'qkv_net', index, 3), x), heads);
    const all = of(0);
    const q = Array64.of([length, ...all.shape.slice(1)], (i, ...at) =>
      all.at((i as number) + keys - length, ...at),
    );
    const net = layer(c, 'r_net');
    const width = c.number('d_head');
    const encoded = once((delta) => linear(net, sines(delta, dim)));
    const relative = transformerXL({
      u: c.array('u'),
      v: c.array('v'),
      clamp,
      position: (delta, head) =>
        encoded(delta).slice(head * width, (head + 1) * width),
    });
    if (!c.is('causal')) {
      for (const name of ['queryPosition', 'biasPosition']) {
        relative[name] = wrapped(relative[name] as Term, q);
      }
    }
    return attend({
      ...{ q, k: of(1), v: of(2), ...place, relative },
      scale: 1 / Math.sqrt(width),
      ...(c.is('causal') && { sees: causal(place.queryAt, place.keyAt) }),
    });
  };
  return {
    r: () =>
      Array64.of([keys, dim], (t, column) => {
        const delta = Math.min(keys - 1 - (t as number), clamp ?? keys);
        return sines(delta, dim)[column as number] as number;
      }),
    ...around(c, batch, seen),
  };
}

/** Computes a function of a distance once for each. */
function once(compute: (delta: number) => number[]) {
  const known = new Map<number, number[]>();
  return (delta: number): number[] => {
    const row = known.get(delta) ?? compute(delta);
    known.set(delta, row);
    return row;
  };
}

/** Scores, weights, and the output after its projection and layer norm. */
function around(c: Golden, batch: number, seen: (b: number) => Seen): Results {
  const w = c.array('w');
  const out = (b: number) => {
    const sums = plus(
      item(swapped(w), b),
      project(layer(c, 'o_net'), flat(outputOf(seen(b)))),
    );
    return c.is('pre_layernorm') ? sums : normalise(c, sums);
  };
  const all = (one: (b: number) => Array64) => range(batch).map(one);
  return {
    ...(c.case.has('scores') && {
      scores: () => sequenceFirst(all((b) => seen(b).scores)),
    }),
    probs: () => sequenceFirst(all((b) => seen(b).weights)),
    out: () => swapped(stacked(all(out))),
  };
}

/** R and a bias are learned for each distance; the farthest share a row. */
function learnable(c: Golden): Results {
  const [heads, length] = [c.number('heads'), c.number('q_len')];
  const w = c.array('w');
  const at = range(length);
  const last = c.number('table') - 1;
  const row = (r: number) => Math.max(0, last + Math.min(r, 0));
  const seen = (b: number) => {
    const of = (index: number) =>
      inHeads(
        project(part(c, 'qkv_net', index, 3), item(swapped(w), b)),
        heads,
      );
    const vectors: Vector = rowOf(c.array('r_emb'), row);
    const added = c.array('r_bias');
    return attend({
      ...{ q: of(0), k: of(1), v: of(2), queryAt: at, keyAt: at },
      scale: 1 / Math.sqrt(c.number('d_head')),
      relative: {
        queryPosition: product(query, vectors),
        biasKey: product(ofHead(c.array('r_w_bias')), keyOf),
        biasPosition: ({ distance, head }) => added.at(row(distance), head),
      },
      sees: causal(at, at),
    });
  };
  return around(c, c.number('batch'), seen);
}

function xlnet(c: Golden): Results {
  const [x, mems] = [c.array('x'), c.arrayIfAny('mems')];
  const [length, batch, dim] = x.shape as [number, number, number];
  const keys = length + (mems?.size(0) ?? 0);
  const memory = keys - length;
  const place = lastOf(length, keys);
  const both = c.case.param<string>('attn_type') === 'bi';
  const given = c.number('clamp_len');
  const clamp = given > 0 ? given : Number.POSITIVE_INFINITY;
  const [perm, differs] = ['perm_mask', 'segment_differs'].map((name) =>
    c.arrayIfAny(name),
  );
  /** [dim, heads, headDim] as a linear map to a row of all heads. */
  const map = (name: string) => {
    const weight = flat(c.array(name));
    return { weight: swapped(weight) };
  };
  /** -1 for the half of a batch that reads in the other direction. */
  const direction = (b: number) => (c.is('bi_data') && b >= batch / 2 ? -1 : 1);
  const encoded = (delta: number, b: number) =>
    sines(Math.max(-clamp, Math.min(direction(b) * delta, clamp)), dim);
  const seen = (stream: string, b: number) => {
    const own = item(swapped(c.array('x')), b);
    const all = mems ? joined([item(swapped(mems), b), own]) : own;
    const heads = c.number('heads');
    const of = (name: string, rows: Array64) =>
      inHeads(project(map(name), rows), heads);
    const width = c.number('d_head');
    const relative = transformerXL({
      u: c.array('r_w_bias'),
      v: c.array('r_r_bias'),
      position: (delta, head) =>
        linear(map('r'), encoded(delta, b)).slice(
          head * width,
          (head + 1) * width,
        ),
    });
    if (differs) {
      relative.segment = segments(
        c.array('seg_embed'),
        c.array('r_s_bias'),
        (i, j) => differs.at(i, j, b) !== 0,
      );
    }
    const content = stream === 'x';
    const sees = (i: number, j: number) => {
      if (content && j === i + memory) return true;
      if (!both && j > i + memory) return false;
      return !(perm && j >= memory && perm.at(i, j - memory, b) !== 0);
    };
    return attend({
      q: of('q', item(swapped(c.array(stream)), b)),
      ...{ k: of('k', all), v: of('v', all), ...place, relative, sees },
      scale: 1 / Math.sqrt(width),
    });
  };
  const out = (stream: string) => () => {
    const o = { weight: flat(c.array('o')) };
    const one = (b: number) =>
      normalise(
        c,
        plus(
          item(swapped(c.array(stream)), b),
          project(o, flat(outputOf(seen(stream, b)))),
        ),
      );
    return swapped(stacked(range(batch).map(one)));
  };
  const probs = (stream: string) => () =>
    stacked(range(batch).map((b) => seen(stream, b).weights));
  const positions = () => {
    const end = both ? -length : -1;
    const rows = range(keys - end).map((t) => keys - t);
    const half = rows.map((delta) => encoded(delta, 0));
    if (!c.is('bi_data')) return new Array64([rows.length, dim], half.flat());
    const pairs = rows.map((delta) => [
      ...encoded(delta, 0),
      ...encoded(delta, batch - 1),
    ]);
    return new Array64([rows.length, 2, dim], pairs.flat());
  };
  return {
    pos_emb: positions,
    ...(c.case.has('scores') && {
      scores: () => stacked(range(batch).map((b) => seen('x', b).scores)),
    }),
    probs: probs('x'),
    out: out('x'),
    ...(c.is('two_stream') && { probs_g: probs('g'), out_g: out('g') }),
  };
}

export const recurrent: Record<string, (c: Golden) => Results> = {
  transformer_xl: transformerXl,
  'transformer_xl.learnable': learnable,
  xlnet,
};
