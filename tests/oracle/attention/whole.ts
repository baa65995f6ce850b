/** Golden cases of whole attention, and of Shaw's, which have q, k and v. */

import { Array64, dot, range } from '../../support/attention-oracle/array.js';
import {
  attend,
  type Scene,
  type Seen,
  type Term,
} from '../../support/attention-oracle/attention.js';
import {
  alibi,
  alibiSlopes,
  t5Bias,
} from '../../support/attention-oracle/biases.js';
import { cope } from '../../support/attention-oracle/cope.js';
import { clipped } from '../../support/attention-oracle/distances.js';
import {
  causal,
  every,
  type Sees,
  windowed,
} from '../../support/attention-oracle/masks.js';
import { sigmoid } from '../../support/attention-oracle/networks.js';
import {
  product,
  query,
  shaw,
  type Vector,
} from '../../support/attention-oracle/relative.js';
import { turnBy } from '../../support/attention-oracle/rotation.js';
import { biasMap } from './biases.js';
import type { Golden, Results } from './golden.js';
import { batched, item, swapped } from './layout.js';

/** Positions 0 … keys - 1, and those of the last `queries` of them. */
export const lastOf = (queries: number, keys: number) => ({
  queryAt: range(queries).map((i) => keys - queries + i),
  keyAt: range(keys),
});

type Config = Omit<Scene, 'q' | 'k' | 'v' | 'queryAt' | 'keyAt'>;

/** Attention of an item of a batch, of tensors [batch, heads, length, width]. */
function attended(c: Golden, b: number, config: Config): Seen {
  const of = (name: string) => swapped(item(c.array(name), b));
  const [q, k, v] = [of('q'), of('k'), of('v')];
  const where = lastOf(q.size(0), k.size(0));
  return attend({ q, k, v, ...where, ...config });
}

const batchOf = (c: Golden) => c.array('q').size(0);

/** The bias of a case [heads, queries, keys], if it has one. */
function biasOf(c: Golden): Term | undefined {
  const position = c.case.param<string>('position');
  if (position === 't5') {
    return t5Bias({
      table: c.array('weight'),
      maxDistance: 128,
      bidirectional: !c.is('causal'),
    });
  }
  if (!position.startsWith('alibi')) return undefined;
  const heads = c.number('heads');
  const slopes = new Array64([heads], alibiSlopes(heads));
  return alibi(position === 'alibi' ? 'causal' : 'symmetric', slopes);
}

function attention(c: Golden): Results {
  const [queries, keys] = [c.number('q_len'), c.number('k_len')];
  const { queryAt, keyAt } = lastOf(queries, keys);
  const masks: Sees[] = [];
  if (c.is('causal')) masks.push(causal(queryAt, keyAt));
  if (c.case.gives('window')) {
    masks.push(windowed(queryAt, keyAt, [c.number('window') - 1, 0]));
  }
  const rotates = c.case.gives('rotary_dim');
  const turn = rotates
    ? turnBy({
        pairs: c.number('rotary_dim') / 2,
        base: c.number('base'),
        layout: c.case.param<'half' | 'interleaved'>('pairing'),
      })
    : undefined;
  const bias = biasOf(c);
  const seen = (b: number) =>
    attended(c, b, {
      scale: c.number('scale'),
      sees: every(...masks),
      ...(turn && { turnQuery: turn, turnKey: turn }),
      ...(bias && { bias: { bias } }),
    });
  const heads = c.number('heads');
  return {
    ...(bias && { bias: () => biasMap(bias, heads, queryAt, keyAt) }),
    probs: () => batched(batchOf(c), (b) => seen(b).weights),
    out: () => batched(batchOf(c), (b) => outputOf(seen(b))),
  };
}

export function outputOf(seen: Seen): Array64 {
  if (!seen.output) throw new Error('no values');
  return seen.output;
}

/** Attention with vectors of distances added to keys and values. */
function withVectors(
  c: Golden,
  keys: Vector,
  values: Vector | undefined,
  more: Partial<Config>,
): (b: number) => Seen {
  const term = product(query, keys);
  return (b) =>
    attended(c, b, {
      scale: 1,
      relative: { term },
      ...(values && { values }),
      ...more,
    });
}

const headsFirst = (seen: Seen): Array64 => swapped(outputOf(seen));

function t2t(c: Golden): Results {
  const side = c.number('max_relative_position');
  const ends = { left: side, right: side, beyond: 'clip' } as const;
  const [queries, keys] = [c.number('q_len'), c.number('k_len')];
  const { queryAt, keyAt } = lastOf(queries, keys);
  const sees = c.is('causal') ? causal(queryAt, keyAt) : () => true;
  const seen = withVectors(
    c,
    shaw(c.array('emb_k'), ends),
    shaw(c.array('emb_v'), ends),
    { sees },
  );
  const index = () =>
    Array64.of([queries, keys], (i, j) =>
      clipped((keyAt[j] as number) - (queryAt[i] as number), side, side),
    );
  const all = (one: (seen: Seen) => Array64) => () =>
    batched(batchOf(c), (b) => one(seen(b)));
  return {
    index,
    logits: all((s) => s.scores),
    weights: all((s) => s.weights),
    out: all(headsFirst),
  };
}

function openNmt(c: Golden): Results {
  const side = c.number('max_relative_positions');
  const ends = { left: side, right: side, beyond: 'clip' } as const;
  const vectors = shaw(c.array('emb'), ends);
  const n = c.number('length');
  const scale = 1 / Math.sqrt(c.number('depth'));
  const seen = withVectors(c, vectors, vectors, { scale });
  const index = () =>
    Array64.of([n, n], (i, j) =>
      clipped((j as number) - (i as number), side, side),
    );
  return {
    index,
    scores: () => batched(batchOf(c), (b) => seen(b).scores),
    out: () => batched(batchOf(c), (b) => headsFirst(seen(b))),
  };
}

/** Row of distance 0 is `length` - 1, and distances without a row have zeros. */
function music(c: Golden): Results {
  const n = c.number('length');
  const own = c.number('max_relative_position');
  const masked = c.case.method === 'shaw.music_skew';
  const vectors = (name: string): Vector => {
    const given = c.array(name);
    const table = given.shape.length === 3 ? swapped(given) : given;
    const right = masked ? 0 : own - 1;
    return shaw(table, { left: own - 1, right, beyond: 'zero' });
  };
  const values = c.is('add_relative_to_values') ? vectors('emb_v') : undefined;
  const sees = masked ? causal(range(n), range(n)) : () => true;
  const seen = withVectors(c, vectors('emb_k'), values, { sees });
  return {
    weights: () => batched(batchOf(c), (b) => seen(b).weights),
    out: () => batched(batchOf(c), (b) => headsFirst(seen(b))),
  };
}

/** [batch, length, headDim], one head. */
function copeMeta(c: Golden): Results {
  const n = c.number('length');
  const width = c.number('head_dim');
  const root = 1 / Math.sqrt(width);
  const oneHead = (name: string, b: number) => {
    const x = item(c.array(name), b);
    return Array64.of([n, 1, width], (i, _, d) =>
      x.at(i as number, d as number),
    );
  };
  // The table is stored [1, headDim, rows].
  const table = () => swapped(item(c.array('pos_emb'), 0));
  const kind = c.is('val_gates') ? 'v' : c.is('sep_key') ? 'k_cope' : 'k';
  const seen = (b: number) => {
    const gates = oneHead(kind, b);
    const term = cope(table(), n, ({ q, sees }, j) =>
      sees(j) ? root * dot(q, gates.row(j, 0)) : -Infinity,
    );
    return attend({
      q: oneHead('q', b),
      k: oneHead('k', b),
      v: oneHead('v', b),
      queryAt: range(n),
      keyAt: range(n),
      scale: root,
      sees: causal(range(n), range(n)),
      ...(c.is('nodiv') ? { bias: { term } } : { relative: { term } }),
    });
  };
  const out = (b: number) => {
    const result = outputOf(seen(b));
    return Array64.of([n, width], (i, d) =>
      result.at(i as number, 0, d as number),
    );
  };
  return {
    attn: () => batched(batchOf(c), (b) => item(seen(b).weights, 0)),
    out: () => batched(batchOf(c), out),
  };
}

/** The term alone, from given scores, which are -1e30 where masked. */
function copeAlone(c: Golden): Results {
  const [heads, n] = [c.number('heads'), c.number('length')];
  const [q, logits] = [c.array('q'), c.array('attn_logits')];
  const term = cope(c.array('pos_emb'), n, (pair, j) =>
    logits.at(pair.head, pair.i, j),
  );
  const map = () =>
    Array64.of([heads, n, n], (...at) => {
      const [head, i, j] = at as [number, number, number];
      return term({
        ...{ head, keyHead: head, i, j },
        ...{ queryAt: i, keyAt: j, distance: j - i },
        q: q.row(head, i),
        k: [],
        content: (t) => logits.at(head, i, t),
        sees: (t) => sigmoid(logits.at(head, i, t)) > 0,
      });
    });
  return { cope: map };
}

export const whole: Record<string, (c: Golden) => Results> = {
  'attention.alibi': attention,
  'attention.alibi_symmetric': attention,
  'attention.none': attention,
  'attention.rope': attention,
  'attention.rope_interleaved': attention,
  'attention.t5': attention,
  'cope.meta': copeMeta,
  'cope.xtransformers': copeAlone,
  'shaw.music_skew': music,
  'shaw.music_skew_unmasked': music,
  'shaw.opennmt_shared': openNmt,
  'shaw.t2t': t2t,
};
