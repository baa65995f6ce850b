/** Golden cases of BERT, SAM, TUPE and URPE. */

import { Array64, range } from '../../support/attention-oracle/array.js';
import {
  attend,
  type Seen,
  type Term,
} from '../../support/attention-oracle/attention.js';
import { tabled } from '../../support/attention-oracle/biases.js';
import { urpeBucket } from '../../support/attention-oracle/distances.js';
import { urpe } from '../../support/attention-oracle/gates.js';
import { decomposed, type Grid } from '../../support/attention-oracle/grids.js';
import { only } from '../../support/attention-oracle/masks.js';
import { project } from '../../support/attention-oracle/networks.js';
import {
  key,
  product,
  query,
  relativeKey,
} from '../../support/attention-oracle/relative.js';
import { tupe, tupeRow } from '../../support/attention-oracle/tupe.js';
import { biasMap } from './biases.js';
import type { Golden, Results } from './golden.js';
import {
  batched,
  flat,
  inHeads,
  item,
  joined,
  shaped,
  swapped,
} from './layout.js';
import { layer, part } from './projected.js';
import { outputOf } from './whole.js';

/** What is added to the scores of a masked key. */
const MASK = -10000;

function bert(c: Golden): Results {
  const [n, heads] = [c.number('seq_len'), c.number('heads')];
  const vectors = relativeKey(c.array('distance_embedding.weight'));
  const both = c.case.method === 'bert.relative_key_query';
  const x = c.array('x');
  // A case with a mask does not contain it: its scores show it.
  const given = c.array('scores');
  const masked = (b: number, j: number) => given.at(b, 0, 0, j) < MASK / 2;
  const seen = (b: number) => {
    const of = (name: string) =>
      inHeads(project(layer(c, name), item(x, b)), heads);
    const keys = both && { keys: product(key, vectors) };
    return attend({
      q: of('query'),
      k: of('key'),
      v: of('value'),
      queryAt: range(n),
      keyAt: range(n),
      scale: 1 / Math.sqrt(c.number('hidden') / heads),
      relative: { queries: product(query, vectors), ...keys },
      bias: { mask: ({ j }) => (masked(b, j) ? MASK : 0) },
    });
  };
  const all = (one: (seen: Seen) => Array64) => () =>
    batched(x.size(0), (b) => one(seen(b)));
  return {
    scores: all((s) => s.scores),
    probs: all((s) => s.weights),
    context: all((s) => flat(outputOf(s))),
  };
}

/** Each item of the first axis is a head; the scores are given. */
function sam(c: Golden): Results {
  const grid = (name: string) => {
    const [height = 0, width = 0] = c.case.param<number[]>(name);
    return [height, width] as Grid;
  };
  const [queryGrid, keyGrid] = [grid('q_size'), grid('k_size')];
  const term = decomposed({
    ...{ queryGrid, keyGrid },
    rowTable: c.array('rel_pos_h'),
    columnTable: c.array('rel_pos_w'),
  });
  const cells = ([height, width]: Grid) => range(height * width);
  const [q, scores] = [swapped(c.array('q')), c.array('attn')];
  const out = () => {
    const none = new Array64([cells(keyGrid).length, q.size(1), q.size(2)]);
    const seen = attend({
      ...{ q, k: none, scale: 1, relative: { term } },
      queryAt: cells(queryGrid),
      keyAt: cells(keyGrid),
      bias: { given: ({ head, i, j }) => scores.at(head, i, j) },
    });
    return seen.scores;
  };
  return { out };
}

function tupes(c: Golden): Results {
  const [n, heads, dim] = ['length', 'heads', 'dim'].map((name) =>
    c.number(name),
  ) as [number, number, number];
  const width = dim / heads;
  const factor = c.number('attn_scale_factor');
  const scale = 1 / Math.sqrt(width * factor);
  const norm = {
    weight: c.array('pos_ln.weight'),
    bias: c.array('pos_ln.bias'),
    eps: c.number('layer_norm_eps'),
  };
  const absolute = tupe({
    table: c.array('pos.weight'),
    ...{ norm, heads, classToken: true },
    query: layer(c, 'pos_q_linear'),
    key: layer(c, 'pos_k_linear'),
  });
  const row = (i: number, j: number) =>
    tupeRow(i, j, {
      buckets: c.number('rel_pos_bins'),
      maxDistance: c.number('max_rel_pos'),
      classToken: true,
    });
  const table = c.arrayIfAny('relative_attention_bias.weight');
  const relative: Term = ({ head, queryAt, keyAt }) =>
    table?.at(row(queryAt, keyAt), head) ?? 0;
  const bias: Term = (pair) => scale * absolute(pair) + relative(pair);
  const x = c.array('x');
  const seen = () => {
    const of = (index: number) =>
      inHeads(
        project(part(c, 'in_proj', index, 3), item(swapped(x), 0)),
        heads,
      );
    return attend({
      ...{ q: of(0), k: of(1), v: of(2), scale, bias: { bias } },
      queryAt: range(n),
      keyAt: range(n),
    });
  };
  const out = () => project(layer(c, 'out_proj'), flat(outputOf(seen())));
  return {
    ...(table && {
      rp_bucket: () =>
        Array64.of([n, n], (i, j) => row(i as number, j as number)),
    }),
    bias: () => biasMap(bias, heads, range(n), range(n)),
    scores: () => seen().scores,
    out: () => shaped(out(), n, 1, dim),
  };
}

function urpes(c: Golden): Results {
  const [n, heads] = [c.number('length'), c.number('heads')];
  const length = c.number('max_seq_len');
  const buckets = c.number('rp_bucket');
  const maxDistance = c.number('max_rp');
  const row = (r: number) =>
    c.is('unique')
      ? r + length - 1
      : urpeBucket(r, { buckets, maxDistance, length });
  const [tokens, x] = [c.array('tokens'), c.array('x')];
  const batch = tokens.size(0);
  const bias = tabled(c.array('rp_bias.weight'), row);
  const gate = urpe(c.array('ur_rp_bias.weight'), row);
  /** 1 is the number of the padding. */
  const present = (b: number) => range(n).map((j) => tokens.at(b, j) !== 1);
  const seen = (b: number) => {
    const of = (name: string) =>
      inHeads(project(layer(c, `attn.${name}`), item(swapped(x), b)), heads);
    return attend({
      ...{ q: of('q_proj'), k: of('k_proj'), v: of('v_proj') },
      queryAt: range(n),
      keyAt: range(n),
      scale: 1 / Math.sqrt(c.number('dim') / heads),
      ...{ bias: { bias }, gate, sees: only(present(b)) },
    });
  };
  /** A map of each item, with another value for the keys that are padding. */
  const masked = (term: Term, value: number) => () =>
    joined(
      range(batch).map((b) => {
        const map = biasMap(term, heads, range(n), range(n));
        return Array64.of(map.shape, (...at) =>
          present(b)[at[2] as number] ? map.at(...at) : value,
        );
      }),
    );
  const out = (b: number) =>
    project(layer(c, 'attn.out_proj'), flat(outputOf(seen(b))));
  return {
    bucket: () =>
      Array64.of([n, n], (i, j) => row((j as number) - (i as number))),
    bias: masked(bias, -Infinity),
    c_matrix: masked(gate, 0),
    probs: () => joined(range(batch).map((b) => seen(b).softmax)),
    out: () => swapped(batched(batch, out)),
  };
}

export const relative: Record<string, (c: Golden) => Results> = {
  'bert.relative_key': bert,
  'bert.relative_key_query': bert,
  'decomposed_rel_pos.sam': sam,
  tupe: tupes,
  urpe: urpes,
};
