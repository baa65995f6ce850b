/** What attention is computed from: parameters. */

import { WIDEST } from '../describe/common.js';
import type { Parameters } from '../describe/parameters.js';

const count = { kind: 'number', integer: true, min: 1, max: WIDEST } as const;
const weight = { kind: 'floats', optional: true } as const;

/** The parameters of queries, keys and values, and of what they come from. */
export const inputParameters = {
  /**
   * Queries, [queries, heads, headDim] row-major, or [batch, queries, heads,
   * headDim]. Required unless `x` is given.
   */
  q: {
    kind: 'floats',
    axes: [
      ['queries', 'heads', 'headDim'],
      ['queries', 'heads · headDim'],
      ['batch', 'queries', 'heads', 'headDim'],
    ],
    optional: true,
  },
  /**
   * Keys, [keys, keyHeads, headDim] row-major, or [batch, keys, keyHeads,
   * headDim]. Required unless `x` is given.
   */
  k: {
    kind: 'floats',
    axes: [
      ['keys', 'keyHeads', 'headDim'],
      ['keys', 'keyHeads · headDim'],
      ['batch', 'keys', 'keyHeads', 'headDim'],
    ],
    optional: true,
  },
  /**
   * Values, [keys, keyHeads, valueDim] row-major, or [batch, keys, keyHeads,
   * valueDim]; without them the result has no `output`. Optional.
   */
  v: {
    kind: 'floats',
    axes: [
      ['keys', 'keyHeads', 'valueDim'],
      ['keys', 'keyHeads · valueDim'],
      ['batch', 'keys', 'keyHeads', 'valueDim'],
    ],
    optional: true,
  },
  /**
   * Embeddings, [queries, dim] or [batch, queries, dim], from which queries,
   * keys and values are made by their weights. Given instead of `q`; keys and
   * values may be given, such as those of a cache. Optional.
   */
  x: {
    kind: 'floats',
    axes: [
      ['queries', 'dim'],
      ['batch', 'queries', 'dim'],
    ],
    optional: true,
  },
  /**
   * Embeddings, [keys, dim] or [batch, keys, dim], from which keys and values
   * are made, for cross-attention. Defaults to `x`.
   */
  context: {
    kind: 'floats',
    axes: [
      ['keys', 'dim'],
      ['batch', 'keys', 'dim'],
    ],
    optional: true,
  },
  /**
   * Encodings that are added to `x` and `context`: the spec of a table, which
   * is made for the positions of queries and keys, or a tensor [positions,
   * dim], of which each takes the row of its position. Optional.
   */
  table: {
    kind: 'spec',
    family: 'table',
    tensor: true,
    axes: ['positions', 'dim'],
    optional: true,
  },
  /** Factor of `table`. Defaults to 1. */
  tableScale: { kind: 'number', default: 1 },
  /**
   * Weight that makes queries from `x`, [heads · headDim, dim]. Defaults to the
   * identity.
   */
  queryWeight: { ...weight, axes: ['heads · headDim', 'dim'] },
  /**
   * Weight that makes keys from `context`, [keyHeads · headDim, dim]. Defaults
   * to the identity.
   */
  keyWeight: { ...weight, axes: ['keyHeads · headDim', 'dim'] },
  /**
   * Weight that makes values from `context`, [keyHeads · valueDim, dim].
   * Defaults to the identity.
   */
  valueWeight: { ...weight, axes: ['keyHeads · valueDim', 'dim'] },
  /**
   * Weight that is applied to the output of all heads, [outputDim, heads ·
   * valueDim]. Optional.
   */
  outputWeight: { ...weight, axes: ['outputDim', 'heads · valueDim'] },
  /** Added to the queries, [heads · headDim], with `queryWeight`. Optional. */
  queryBias: { ...weight, axes: ['heads · headDim'] },
  /** Added to the keys, [keyHeads · headDim], with `keyWeight`. Optional. */
  keyBias: { ...weight, axes: ['keyHeads · headDim'] },
  /** Added to the values, [keyHeads · valueDim], with `valueWeight`. Optional. */
  valueBias: { ...weight, axes: ['keyHeads · valueDim'] },
  /** Added to the output, [outputDim], with `outputWeight`. Optional. */
  outputBias: { ...weight, axes: ['outputDim'] },
  /**
   * Number of items of a batch, each a sequence of its own. Defaults to the
   * first axis, if `q` has four axes or `x` three; otherwise there is no batch.
   */
  batch: { ...count, optional: true },
  /**
   * Number of query heads. Defaults to the number of heads that `q` has as a
   * tensor with an axis of heads; otherwise required.
   */
  heads: { ...count, optional: true },
  /**
   * Number of key heads, each of which serves `heads / keyHeads` query heads.
   * Defaults to the number of heads that `k` has as a tensor with an axis of
   * heads or that follows from `keyWeight`, else to `heads`.
   */
  keyHeads: { ...count, optional: true },
  /**
   * Width of a head. Defaults to that of `rotary`, else to the last axis if `q`
   * has an axis of heads, or to what follows from `queryWeight`; otherwise
   * required.
   */
  headDim: { ...count, optional: true },
  /**
   * Width of a value. Defaults to the width that follows from the length of
   * `v`, or from `valueWeight`; to `headDim` where there are no keys.
   */
  valueDim: { ...count, optional: true },
} as const satisfies Parameters;
