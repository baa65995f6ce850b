// @ts-check
/** ALiBi in the forms of several programs. */

import { ulp32 } from '../compare.mjs';
import { u, u64 } from '../tolerance.mjs';
import { sameBits, within64 } from './exact.mjs';
import { checkMap, rounded } from './maps.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SpecOf<'alibi'>} Alibi
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/**
 * The reference takes powers of a base in float64: their exponent, at most the
 * number of heads, multiplies the relative error of the base.
 */
const powers64 = (/** @type {number} */ i, /** @type {number} */ want) =>
  (i + 3) * u64 * want;

/** How far the reference's float32 run may be off. */
const twoUlps = (/** @type {number} */ _, /** @type {number} */ want) =>
  2 * ulp32(want);

/**
 * Compares a map of ALiBi.
 *
 * @param {Posenc} pe @param {Comparison} check @param {string} name
 * @param {Omit<Alibi, 'method'>} options
 * @param {(map: ArrayLike<number>) => ArrayLike<number>} [rest] what the case
 *   does with the map
 */
function checkAlibi(pe, check, name, options, rest = (map) => map) {
  const map = (/** @type {import('./maps.mjs').Float} */ dtype) =>
    rest(pe.make({ method: 'alibi', ...options, dtype }).data);
  checkMap(check, name, map, twoUlps);
}

/** @param {Case} c */
const headsOf = (c) => /** @type {number} */ (c.param('heads'));

/** The map added to the scores `x` of a case, in float32 like them.
 * @param {Case} c */
const addedTo = (c) => {
  const x = c.float32('x');
  return (/** @type {ArrayLike<number>} */ map) =>
    x.map((score, i) => score + Number(map[i % map.length]));
};

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function slopes(pe, c, check) {
  const within = c.method === 'exact.alibi_slopes' ? within64 : powers64;
  for (const heads of /** @type {number[]} */ (c.param('heads'))) {
    const name = `slopes_${heads}`;
    const of = (/** @type {'float32' | 'float64'} */ dtype) =>
      pe.make({ method: 'alibiSlopes', heads, dtype }).data;
    check.near(name, of('float64'), within);
    const { data } = check.golden.tensor(name);
    check.nearTorch(name, () => of('float32'), sameBits(data));
  }
}

/** The row-constant form below the diagonal, as authors mask it.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check */
function original(pe, c, check) {
  const [heads, queries] = [headsOf(c), c.param('seq_len', 0)];
  const masked = (/** @type {ArrayLike<number>} */ map) =>
    Array.from(map, (value, i) => {
      const [query, key] = [Math.floor(i / queries) % queries, i % queries];
      return key > query ? -Infinity : value;
    });
  checkAlibi(pe, check, 'mask', { heads, queries, form: 'key' }, masked);
  // All forms have the same weights under a causal mask.
  for (const form of /** @type {const} */ (['key', 'symmetric', 'causal'])) {
    const { weights } = pe.attention({
      q: new Float32Array(queries * heads),
      k: new Float32Array(queries * heads),
      ...{ heads, headDim: 1, causal: true, bias: { method: 'alibi', form } },
    });
    const within = (/** @type {number} */ _, /** @type {number} */ want) =>
      // The rounding of a bias of at most queries - 1, and of the weight.
      (2 * queries * u + u) * want + 1e-10;
    check.near('probs_of_zero_scores', weights.data, within);
  }
}

/** Positions of keys that a mask counts.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check */
function bloom(pe, c, check) {
  const heads = headsOf(c);
  const [batch = 1, keys = 1] = c.shape('attention_mask');
  const mask = c.numbers('attention_mask');
  const name = 'alibi';
  const maps = (/** @type {'float32' | 'float64'} */ dtype) =>
    Array.from({ length: batch }, (_, item) => {
      let seen = 0;
      const keyPositions = mask
        .slice(item * keys, (item + 1) * keys)
        .map((on) => (on ? seen++ : 0));
      const options = { heads, queries: 1, keyPositions, dtype };
      const spec = { method: 'alibi', form: 'key', ...options };
      return Array.from(pe.make(/** @type {Alibi} */ (spec)).data);
    }).flat();
  check.near(name, maps('float64'), () => 1e-12);
  check.near(name, Float32Array.from(maps('float32')), rounded);
  // The reference takes powers of a base in float32.
  const within = (/** @type {number} */ _, /** @type {number} */ want) =>
    (heads + 2) * u * want;
  check.nearRounded(name, () => maps('float32'), within);
}

/** Positions of keys counted from the last one, in one row.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check */
function mpt(pe, c, check) {
  const [heads, keys] = [headsOf(c), c.param('seq_len', 0)];
  const maxBias = c.param('alibi_bias_max', 8);
  checkAlibi(pe, check, 'alibi', lastRow(heads, keys, maxBias));
}

/** @param {number} heads @param {number} keys @param {number} maxBias
 * @returns {Omit<Alibi, 'method'>} */
const lastRow = (heads, keys, maxBias) => ({
  ...{ heads, queries: 1, keys, keyStart: 1 - keys, maxBias, form: 'key' },
});

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function foundry(pe, c, check) {
  const [heads, queries] = [headsOf(c), c.param('seq_len', 0)];
  const maxBias = c.param('alibi_bias_max', 8);
  const options = c.param('full', false)
    ? { heads, queries, maxBias }
    : lastRow(heads, queries, maxBias);
  checkAlibi(pe, check, 'bias', options);
  const of = (/** @type {'float32' | 'float64'} */ dtype) =>
    pe.make({ method: 'alibiSlopes', heads, maxBias, dtype }).data;
  check.near('slopes', of('float64'), within64);
  check.nearRounded(
    'slopes',
    () => of('float32'),
    (_, want) => ulp32(want),
  );
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function keras(pe, c, check) {
  const [heads, keys] = [headsOf(c), c.param('k_len', 0)];
  const [, , queries = 1] = c.shape('x');
  const row = lastRow(heads, keys, c.param('alibi_bias_max', 8));
  const options = { ...row, queries, queryStart: 0 };
  checkAdded(pe, c, check, options);
}

/** Scores and a map in sum, rounded to float32 once more.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 * @param {Omit<Alibi, 'method'>} options */
function checkAdded(pe, c, check, options) {
  const map = pe.make({ method: 'alibi', ...options }).data;
  const exact = pe.make({ method: 'alibi', ...options, dtype: 'float64' }).data;
  const x = c.float32('x');
  const wide = Float64Array.from(x, (score, i) => score + Number(exact[i]));
  check.near('out', wide, () => 1e-12);
  const sums = addedTo(c)(map);
  const within = (/** @type {number} */ i, /** @type {number} */ want) =>
    0.5001 * (ulp32(want) + ulp32(Number(map[i]))) + 1e-12;
  check.near('out', sums, within);
  check.nearRounded(
    'out',
    () => sums,
    (i, want) => 2 * within(i, want),
  );
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function causal(pe, c, check) {
  const options = { heads: headsOf(c), queries: c.param('seq_len', 0) };
  checkAdded(pe, c, check, { ...options, form: 'causal' });
}

/** Fewer heads with a bias than heads: attention gives the rest zeros.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check */
function fewer(pe, c, check) {
  const heads = c.param('total_heads', headsOf(c));
  const [queries, keys] = [c.param('q_len', 0), c.param('k_len', 0)];
  const { terms } = pe.attention({
    q: new Float32Array(queries * heads),
    k: new Float32Array(keys * heads),
    ...{ heads, headDim: 1, terms: true },
    bias: { method: 'alibi', heads: headsOf(c) },
  });
  const map = terms?.alibi?.data ?? new Float32Array();
  check.near('bias', map, rounded);
  check.nearRounded(
    'bias',
    () => map,
    (_, want) => 2 * ulp32(want),
  );
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function custom(pe, c, check) {
  const queryPositions = c.numbers('pos_i');
  const keyPositions = c.numbers('pos_j');
  const options = { heads: headsOf(c), queryPositions, keyPositions };
  checkAlibi(pe, check, 'bias', options);
}

const listed = /^slopes_\d+$/;

export const alibi = {
  'alibi.slopes': { params: ['heads'], tensors: [listed], run: slopes },
  'exact.alibi_slopes': { params: ['heads'], tensors: [listed], run: slopes },
  'alibi.original_with_causal_mask': {
    params: ['heads', 'seq_len'],
    tensors: ['mask', 'probs_of_zero_scores'],
    run: original,
  },
  'alibi.bloom': {
    params: ['heads'],
    tensors: ['attention_mask', 'alibi'],
    run: bloom,
  },
  'alibi.mpt': {
    params: ['heads', 'seq_len', 'alibi_bias_max'],
    tensors: ['alibi'],
    run: mpt,
  },
  'alibi.llm_foundry': {
    params: ['heads', 'seq_len', 'full', 'alibi_bias_max'],
    tensors: ['bias', 'slopes'],
    run: foundry,
  },
  'alibi.keras': {
    params: ['heads', 'k_len', 'alibi_bias_max'],
    tensors: ['x', 'out'],
    run: keras,
  },
  'alibi.causal_tril': {
    params: ['heads', 'seq_len'],
    tensors: ['x', 'out'],
    run: causal,
  },
  'alibi.symmetric_offset': {
    params: ['heads', 'total_heads', 'q_len', 'k_len'],
    tensors: ['bias'],
    run: fewer,
  },
  'alibi.custom_positions': {
    params: ['heads'],
    tensors: ['pos_i', 'pos_j', 'bias'],
    run: custom,
  },
};
