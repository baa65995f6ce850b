/** Golden cases of biases. */

import { Array64, range } from '../../support/attention-oracle/array.js';
import type { Term } from '../../support/attention-oracle/attention.js';
import {
  alibi,
  alibiSlopes,
  dynamicBias,
  fire,
  kerpleLog,
  kerplePower,
  kerpleThree,
  sandwich,
  t5Bias,
} from '../../support/attention-oracle/biases.js';
import {
  debertaBucket,
  t5Bucket,
} from '../../support/attention-oracle/distances.js';
import { gridRows } from '../../support/attention-oracle/grids.js';
import type { Layer } from '../../support/attention-oracle/networks.js';
import type { Golden, Results } from './golden.js';

/** The values of a bias, [heads, queries, keys]. */
export function biasMap(
  term: Term,
  heads: number,
  queryAt: readonly number[],
  keyAt: readonly number[],
): Array64 {
  const shape = [heads, queryAt.length, keyAt.length];
  return Array64.of(shape, (head, i, j) => {
    const [from, to] = [queryAt[i] as number, keyAt[j] as number];
    const place = { queryAt: from, keyAt: to, distance: to - from };
    const none = () => {
      throw new Error('a bias reads no content');
    };
    const nothing = { q: [], k: [], content: none, sees: none };
    return term({ head, keyHead: head, i, j, ...place, ...nothing });
  });
}

/** Positions 0 … keys - 1, and those of the last `queries` of them. */
const ends = (queries: number, keys: number) => ({
  queryAt: range(queries).map((i) => keys - queries + i),
  keyAt: range(keys),
});

const slopes = (heads: number, max?: number) =>
  new Array64([heads], alibiSlopes(heads, max));

/** slope · (position - last position), one row of keys for all queries. */
function lastRow(heads: number, keys: number, max: number): Array64 {
  const term = alibi('key', slopes(heads, max));
  const keyAt = range(keys).map((j) => j - (keys - 1));
  return biasMap(term, heads, [0], keyAt);
}

const plus = (x: Array64, bias: Array64): Array64 =>
  Array64.of(x.shape, (...at) => x.at(...at) + bias.at(...at));

const alibiSlopesOf = (c: Golden): Results =>
  Object.fromEntries(
    c.case
      .param<number[]>('heads')
      .map((heads) => [`slopes_${heads}`, () => slopes(heads)]),
  );

/** The original form: slope · j, masked above the diagonal. */
function original(c: Golden): Results {
  const [heads, n] = [c.number('heads'), c.number('seq_len')];
  const term = alibi('key', slopes(heads));
  const full = () => biasMap(term, heads, range(n), range(n));
  const mask = () => {
    const all = full();
    return Array64.of(all.shape, (h, i, j) =>
      (j as number) <= (i as number)
        ? all.at(h as number, i as number, j as number)
        : -Infinity,
    );
  };
  const probs = () => {
    const all = mask();
    return Array64.of(all.shape, (h, i, j) => {
      const row = all.row(h as number, i as number).map(Math.exp);
      return (row[j as number] as number) / row.reduce((a, b) => a + b);
    });
  };
  return { mask, probs_of_zero_scores: probs };
}

function bloom(c: Golden): Results {
  const heads = c.number('heads');
  const mask = c.array('attention_mask');
  const [batch, length] = [mask.size(0), mask.size(1)];
  const term = alibi('key', slopes(heads));
  const one = (b: number) => {
    let count = 0;
    const keyAt = range(length).map((j) => {
      count += mask.at(b, j);
      return (count - 1) * mask.at(b, j);
    });
    return [...biasMap(term, heads, [0], keyAt).data];
  };
  const all = () => range(batch).flatMap(one);
  return { alibi: () => new Array64([batch * heads, 1, length], all()) };
}

function foundry(c: Golden): Results {
  const [heads, n] = [c.number('heads'), c.number('seq_len')];
  const max = c.number('alibi_bias_max');
  const full = () =>
    biasMap(alibi('symmetric', slopes(heads, max)), heads, range(n), range(n));
  const row = () => lastRow(heads, n, max);
  return { bias: c.is('full') ? full : row, slopes: () => slopes(heads, max) };
}

function tril(c: Golden): Results {
  const [heads, n] = [c.number('heads'), c.number('seq_len')];
  const term = alibi('causal', slopes(heads));
  const bias = () => biasMap(term, heads, range(n), range(n));
  return { out: () => plus(c.array('x'), bias()) };
}

function symmetricOffset(c: Golden): Results {
  const { queryAt, keyAt } = ends(c.number('q_len'), c.number('k_len'));
  const term = alibi('symmetric', slopes(c.number('heads')));
  const total = c.number('total_heads');
  return { bias: () => biasMap(term, total, queryAt, keyAt) };
}

function customPositions(c: Golden): Results {
  const heads = c.number('heads');
  const term = alibi('symmetric', slopes(heads));
  const at = (name: string) => [...c.array(name).data];
  return { bias: () => biasMap(term, heads, at('pos_i'), at('pos_j')) };
}

function keras(c: Golden): Results {
  const [heads, keys] = [c.number('heads'), c.number('k_len')];
  const bias = lastRow(heads, keys, c.number('alibi_bias_max'));
  const x = c.array('x');
  return {
    out: () =>
      Array64.of(
        x.shape,
        (b, h, i, j) =>
          x.at(b as number, h as number, i as number, j as number) +
          bias.at(h as number, 0, j as number),
      ),
  };
}

const mpt = (c: Golden): Results => ({
  alibi: () =>
    lastRow(c.number('heads'), c.number('seq_len'), c.number('alibi_bias_max')),
});

/** A whole number for each relative position. */
function bucketsOf(c: Golden, bucket: (r: number) => number): Results {
  const at = c.array('relative_position');
  return { bucket: () => new Array64(at.shape, [...at.data].map(bucket)) };
}

const t5Buckets = (c: Golden): Results =>
  bucketsOf(c, (r) =>
    t5Bucket(r, {
      buckets: c.number('num_buckets'),
      maxDistance: c.number('max_distance'),
      bidirectional: c.is('bidirectional'),
    }),
  );

const debertaBuckets = (c: Golden): Results =>
  bucketsOf(c, (delta) =>
    debertaBucket(delta, {
      buckets: c.number('bucket_size'),
      maxDistance: c.number('max_position'),
    }),
  );

function t5(c: Golden): Results {
  const [queries, keys] = [c.number('q_len'), c.number('k_len')];
  const cached = c.case.gives('cache_position');
  const queryAt = cached
    ? c.case.param<number[]>('cache_position')
    : range(queries);
  const term = t5Bias({
    table: c.array('weight'),
    maxDistance: c.number('max_distance'),
    bidirectional: c.is('bidirectional'),
  });
  return {
    bias: () => biasMap(term, c.number('heads'), queryAt, range(keys)),
  };
}

function t5Scaled(c: Golden): Results {
  const { queryAt, keyAt } = ends(c.number('q_len'), c.number('k_len'));
  const term = t5Bias({
    table: c.array('weight'),
    maxDistance: c.number('max_distance'),
    bidirectional: !c.is('causal'),
  });
  const scaled: Term = (pair) => c.number('scale') * term(pair);
  return { bias: () => biasMap(scaled, c.number('heads'), queryAt, keyAt) };
}

/** Cuts the distances of later keys to 0. */
export const earlier =
  (term: Term): Term =>
  (pair) =>
    term({ ...pair, distance: Math.min(pair.distance, 0) });

function kerple(c: Golden): Results {
  const { queryAt, keyAt } = ends(c.number('q_len'), c.number('k_len'));
  const heads = c.number('heads');
  const least = c.number('eps');
  /** A parameter of every head, within its range; `fallback` if it is absent. */
  const read = (name: string, fallback: number, most: number) => {
    const given = c.arrayIfAny(name)?.data;
    const bounded = (x: number) => Math.min(Math.max(x, least), most);
    return new Array64(
      [heads],
      range(heads).map((h) => (given ? bounded(given[h] as number) : fallback)),
    );
  };
  const any = Number.POSITIVE_INFINITY;
  const x = c.array('x');
  const log = c.case.method === 'kerple.log';
  const bias = () =>
    log
      ? kerpleLog(read('bias_p', 1, any), read('bias_a', 1, any))
      : kerplePower(read('bias_p', 1, 2), read('bias_a', 1, any));
  // The factor of the scores e^(-a·d^p) is the exponential of a power bias.
  const weighed = c.case.has('wei_p') || c.case.has('wei_a');
  const weight = () => kerplePower(read('wei_p', 1, 2), read('wei_a', 1, any));
  const map = (term: Term) => biasMap(earlier(term), heads, queryAt, keyAt);
  const out = () => {
    const [added, exponents] = [map(bias()), map(weight())];
    return Array64.of(x.shape, (...at) => {
      const factor = weighed ? Math.exp(exponents.at(...at)) : 1;
      return x.at(...at) * factor + added.at(...at);
    });
  };
  return { out };
}

function nemoKerple(c: Golden): Results {
  const n = c.number('seq_len');
  const one = (name: string) =>
    new Array64([c.number('heads')], c.array(name).data);
  const term = kerpleThree(one('kerple_b'), one('kerple_a'), one('kerple_p'));
  const whole = c.is('bidirectional') ? term : earlier(term);
  return { bias: () => biasMap(whole, c.number('heads'), range(n), range(n)) };
}

function nemoSandwich(c: Golden): Results {
  const [heads, n] = [c.number('heads'), c.number('seq_len')];
  const term = sandwich('nemo', c.number('hidden_size_per_head'), heads);
  const whole = c.is('bidirectional') ? term : earlier(term);
  return { bias: () => biasMap(whole, heads, range(n), range(n)) };
}

function paperSandwich(c: Golden): Results {
  const [heads, n] = [c.number('heads'), c.number('seq_len')];
  const term = sandwich('paper', c.number('d_bar'), heads);
  return { bias: () => biasMap(term, heads, range(n), range(n)) };
}

function fires(c: Golden): Results {
  const [heads, n] = [c.number('heads'), c.number('seq_len')];
  const layer = (at: number): Layer => ({
    weight: c.array(`mlp.${at}.weight`),
    bias: c.array(`mlp.${at}.bias`),
  });
  const bias = () => {
    const threshold = c.array('L_multiplier').at(0) * c.array('init_L').at(0);
    return biasMap(
      fire({
        c: c.array('c'),
        threshold: new Array64([1], [threshold]),
        layers: [layer(0), layer(2)],
        eps: c.number('eps'),
      }),
      heads,
      range(n),
      range(n),
    );
  };
  return { bias };
}

function dynamic(c: Golden): Results {
  const { queryAt, keyAt } = ends(c.number('q_len'), c.number('k_len'));
  const depth = c.number('depth');
  const layers: Layer[] = range(depth).map((at) => ({
    weight: c.array(`mlp.${at}.0.weight`),
    bias: c.array(`mlp.${at}.0.bias`),
    ...(c.is('norm') && {
      norm: {
        weight: c.array(`mlp.${at}.1.weight`),
        bias: c.array(`mlp.${at}.1.bias`),
        eps: 1e-5,
      },
    }),
  }));
  layers.push({
    weight: c.array(`mlp.${depth}.weight`),
    bias: c.array(`mlp.${depth}.bias`),
  });
  const term = dynamicBias(layers, c.is('log_distance'));
  return { bias: () => biasMap(term, c.number('heads'), queryAt, keyAt) };
}

function beit(c: Golden): Results {
  const [height = 0, width = 0] = c.case.param<number[]>('window');
  const tokens = height * width + 1;
  return {
    index: () => new Array64([tokens, tokens], gridRows([height, width], 1)),
  };
}

export const biases: Record<string, (c: Golden) => Results> = {
  'alibi.bloom': bloom,
  'alibi.causal_tril': tril,
  'alibi.custom_positions': customPositions,
  'alibi.keras': keras,
  'alibi.llm_foundry': foundry,
  'alibi.mpt': mpt,
  'alibi.original_with_causal_mask': original,
  'alibi.slopes': alibiSlopesOf,
  'alibi.symmetric_offset': symmetricOffset,
  'beit.relative_index': beit,
  'deberta.log_bucket': debertaBuckets,
  dynamic_position_bias: dynamic,
  fire: fires,
  'kerple.log': kerple,
  'kerple.nemo_abp': nemoKerple,
  'kerple.power': kerple,
  'sandwich.nemo': nemoSandwich,
  'sandwich.paper': paperSandwich,
  't5.bias': t5,
  't5.bias_scaled': t5Scaled,
  't5.bucket': t5Buckets,
};
