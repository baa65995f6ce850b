// @ts-check
/** Rows of relative tables, and the biases of T5. */

import { ulp32 } from '../compare.mjs';
import { u64 } from '../tolerance.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SpecOf<'relativeIndices'>['scheme']} Scheme
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/**
 * The rows of single distances: each is a key, and the only query is at 0.
 *
 * @param {Posenc} pe @param {Scheme} scheme @param {number[]} keyPositions
 */
function rowsAt(pe, scheme, keyPositions) {
  const place = { queryPositions: [0], keyPositions };
  return pe.make({ method: 'relativeIndices', scheme, ...place }).data;
}

/** @param {Case} c */
const bucketsOf = (c) => ({
  buckets: c.param('num_buckets', 32),
  maxDistance: c.param('max_distance', 128),
});

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function t5Buckets(pe, c, check) {
  const bidirectional = c.param('bidirectional', true);
  /** @type {Scheme} */
  const scheme = { type: 't5', ...bucketsOf(c), bidirectional };
  check.same('bucket', rowsAt(pe, scheme, c.numbers('relative_position')));
}

/**
 * The reference gives signed buckets of the distance query minus key; rows count
 * from the bucket -buckets, and the last one is missing.
 *
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 */
function debertaBuckets(pe, c, check) {
  const buckets = c.param('bucket_size', 0);
  const maxRelativePositions = c.param('max_position', 0);
  const distances = c.numbers('relative_position').map((r) => -r);
  /** @type {Scheme} */
  const scheme = { type: 'deberta', buckets, maxRelativePositions };
  const rows = rowsAt(pe, scheme, distances);
  check.same(
    'bucket',
    Array.from(rows).map((row) => row - buckets),
  );
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function beit(pe, c, check) {
  const grid = /** @type {number[]} */ (c.param('window'));
  const prefix = c.param('class_token', false) ? 1 : 0;
  /** @type {Scheme} */
  const scheme = { type: 'grid', grid, prefix };
  const { data } = pe.make({ method: 'relativeIndices', scheme });
  check.same('index', data);
}

/** Entries are rounded once, and those that are not scaled not at all. */
const rounded = (/** @type {number} */ _, /** @type {number} */ want) =>
  0.5001 * ulp32(want);
const near64 = (/** @type {number} */ _, /** @type {number} */ want) =>
  u64 * Math.abs(want);

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function t5Bias(pe, c, check) {
  const [queries, keys] = [c.param('q_len', 0), c.param('k_len', 0)];
  const heads = c.size('heads', c.width('weight'));
  const scale = c.param('scale', 1);
  const listed = c.gives('cache_position');
  // x-transformers puts the last query at the last key, T5 the first at the
  // first, unless it has a list.
  const ends = c.method === 't5.bias_scaled';
  const place = listed
    ? { queryPositions: c.param('cache_position', [0]) }
    : { queryStart: ends ? keys - queries : 0 };
  const spec = /** @type {const} */ ({
    method: 't5Bias',
    ...bucketsOf(c),
    bidirectional: c.param('bidirectional', !c.param('causal', false)),
    table: c.float32('weight'),
    biasScale: scale,
    heads,
  });
  const map = (/** @type {'float32' | 'float64'} */ dtype) =>
    pe.make({ ...spec, queries, keys, ...place, dtype }).data;
  check.near('bias', map('float64'), near64);
  check.near('bias', map('float32'), rounded);
  if (!check.wants('grad_weight')) return;
  const upstream = c.float32('upstream');
  const options = { bias: spec, upstream, queries, keys, ...place };
  const { table } = pe.make({ method: 'biasGradient', ...options });
  // Both sum in float64.
  check.near('grad_weight', table?.data ?? [], (i, want) => {
    return rounded(i, want) + queries * keys * 4 * u64;
  });
}

const places = ['heads', 'q_len', 'k_len', 'num_buckets', 'max_distance'];

export const buckets = {
  't5.bucket': {
    params: ['bidirectional', 'num_buckets', 'max_distance'],
    tensors: ['relative_position', 'bucket'],
    run: t5Buckets,
  },
  'deberta.log_bucket': {
    params: ['bucket_size', 'max_position'],
    tensors: ['relative_position', 'bucket'],
    run: debertaBuckets,
  },
  'beit.relative_index': {
    params: ['window', 'class_token'],
    tensors: ['index'],
    run: beit,
  },
  't5.bias': {
    params: [...places, 'bidirectional', 'cache_position'],
    tensors: ['weight', 'upstream', 'bias', 'grad_weight'],
    run: t5Bias,
  },
  't5.bias_scaled': {
    params: [...places, 'causal', 'scale'],
    tensors: ['weight', 'bias'],
    run: t5Bias,
  },
};
