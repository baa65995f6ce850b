/** Golden cases of DeBERTa, versions 1 and 2, and of its first code. */

import { Array64, range } from '../../support/attention-oracle/array.js';
import { attend, type Seen } from '../../support/attention-oracle/attention.js';
import { debertaBucket } from '../../support/attention-oracle/distances.js';
import {
  type Linear,
  project,
} from '../../support/attention-oracle/networks.js';
import { deberta as terms } from '../../support/attention-oracle/relative.js';
import type { Golden, Results } from './golden.js';
import { batched, flat, inHeads, item, rowRange } from './layout.js';
import { layer } from './projected.js';
import { outputOf } from './whole.js';

/** How a version projects, and which distances share a row. */
interface Version {
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly positionKey: Linear | undefined;
  readonly positionQuery: Linear | undefined;
  readonly span: number;
  readonly buckets?: number;
}

/** Rows of q, k or v of each head, of a matrix whose heads have all three. */
function interlaced(c: Golden, index: number): Linear {
  const [dim, heads] = [c.number('hidden'), c.number('heads')];
  const width = dim / heads;
  const all = c.array('in_proj.weight');
  const weight = Array64.of([dim, dim], (row, column) => {
    const head = Math.floor((row as number) / width);
    const start = head * 3 * width + index * width;
    return all.at(start + ((row as number) % width), column as number);
  });
  const bias = [c.array('q_bias'), undefined, c.array('v_bias')][index];
  return { weight, bias };
}

function versionOf(c: Golden): Version {
  const has = (type: string) => {
    const given = c.case.param<string | string[]>('pos_att_type');
    return given.includes(type);
  };
  const most = c.number('max_relative_positions');
  if (c.case.method === 'deberta.v1') {
    return {
      query: interlaced(c, 0),
      key: interlaced(c, 1),
      value: interlaced(c, 2),
      positionKey: has('c2p') ? layer(c, 'pos_proj') : undefined,
      positionQuery: has('p2c') ? layer(c, 'pos_q_proj') : undefined,
      span: Math.min(c.number('length'), most),
    };
  }
  const buckets = c.number('position_buckets');
  const own = (name: string) =>
    layer(c, c.is('share_att_key') ? name : `pos_${name}`);
  return {
    query: layer(c, 'query_proj'),
    key: layer(c, 'key_proj'),
    value: layer(c, 'value_proj'),
    positionKey: has('c2p') ? own('key_proj') : undefined,
    positionQuery: has('p2c') ? own('query_proj') : undefined,
    span: buckets > 0 ? buckets : most,
    ...(buckets > 0 && { buckets }),
  };
}

function results(c: Golden): Results {
  const [n, heads] = [c.number('length'), c.number('heads')];
  const [dim, most] = [c.number('hidden'), c.number('max_relative_positions')];
  const x = c.array('x');
  const mask = c.arrayIfAny('attention_mask');
  const seen = (b: number) => {
    const version = versionOf(c);
    const { span, positionKey, positionQuery } = version;
    const embedding = c.array('rel_embeddings');
    const middle = embedding.size(0) / 2;
    const rows = rowRange(embedding, middle - span, middle + span);
    const of = (by: Linear) => inHeads(project(by, item(x, b)), heads);
    const table = (by: Linear) => inHeads(project(by, rows), heads);
    const none = new Array64([2 * span, heads, dim / heads]);
    const { c2p, p2c } = terms(
      {
        keys: positionKey ? table(positionKey) : none,
        queries: positionQuery ? table(positionQuery) : none,
      },
      { span, buckets: version.buckets, maxDistance: most, form: 'code' },
    );
    const relative = {
      ...(positionKey && { c2p }),
      ...(positionQuery && { p2c }),
    };
    const count = 1 + Object.keys(relative).length;
    return attend({
      q: of(version.query),
      k: of(version.key),
      v: of(version.value),
      queryAt: range(n),
      keyAt: range(n),
      scale: 1 / Math.sqrt((dim / heads) * count),
      relative,
      ...(mask && { sees: (i, j) => mask.at(b, 0, i, j) !== 0 }),
    });
  };
  const all = (one: (seen: Seen) => Array64) => () =>
    batched(x.size(0), (b) => one(seen(b)));
  const { buckets } = versionOf(c);
  const placed = (delta: number) =>
    buckets === undefined
      ? delta
      : debertaBucket(delta, { buckets, maxDistance: most });
  return {
    ...(c.case.has('relative_pos') && {
      relative_pos: () =>
        Array64.of([n, n], (i, j) => placed((i as number) - (j as number))),
    }),
    scores: all(
      c.case.method === 'deberta.microsoft' ? shifted : (s) => s.scores,
    ),
    probs: all((s) => s.weights),
    context: all((s) => flat(outputOf(s))),
  };
}

/** Without the largest score of each row. */
const shifted = ({ sums }: Seen): Array64 =>
  Array64.of(
    sums.shape,
    (...at) => sums.at(...at) - Math.max(...sums.row(...at.slice(0, -1))),
  );

export const deberta: Record<string, (c: Golden) => Results> = {
  'deberta.microsoft': results,
  'deberta.v1': results,
  'deberta.v2': results,
};
