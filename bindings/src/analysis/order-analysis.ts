/** The analyses of the order of tokens, which are on `pe.analysis`. */

import {
  type Extrapolation,
  type ExtrapolationOptions,
  extrapolation,
} from './order-extrapolation.js';
import type { Attend, AttentionGiven } from './order-input.js';
import {
  type Reordering,
  type ReorderingOptions,
  reordering,
} from './order-reordering.js';
import {
  type Translation,
  type TranslationOptions,
  translation,
} from './order-translation.js';

/**
 * Experiments with the order of tokens. Each takes the options of `attention`
 * and calls it with changed inputs, so that it measures any configuration.
 */
export interface OrderAnalysis {
  /**
   * Same tokens, other order: what changes if the tokens change places, and
   * positions and masks stay. Without position and mask, attention is
   * equivariant: the outputs change places as the tokens do.
   *
   *   formula  scores, weights and outputs of the other order, put back to the
   *            places of the first, against those of the first; similarity is
   *            the cosine of both sums of outputs: 1 for a bag of words
   *   shapes   as `attention`, with as many keys as queries, and `v` or `x`; the
   *            outputs are those of the heads, before `outputWeight`
   *   range    `order` names each place once
   *   error    none beyond that of `attention`. Scores of an equivariant
   *            configuration are equal bit for bit; the sums over keys are
   *            taken in another order, which changes an output by less than
   *            `rounding`, (4 keys + 8) 2^-24 of the largest |v|
   *   cost     two calls of `attention`, with `x` three
   *
   * @example
   * ```ts
   * const { equivariant, similarity } = pe.analysis.reordering({
   *   q, k, v, heads: 8, headDim: 64,
   * });
   * equivariant; // true: attention alone does not know the order
   * ```
   */
  reordering(
    attention: AttentionGiven,
    options?: ReorderingOptions,
  ): Reordering;

  /**
   * Same tokens, other place: what changes if all positions move by `shift`. A
   * relative method leaves everything as it is, up to rounding.
   *
   *   formula  scores, weights and outputs at p + shift against those at p
   *   shapes   as `attention`
   *   range    positions up to 2^53. A pair that is masked at one place alone
   *            has the difference Infinity
   *   error    none beyond that of `attention`
   *   cost     two calls of `attention`
   *
   * @example
   * ```ts
   * const rotary = pe.rope({ headDim: 64 });
   * pe.analysis.translation({ q, k, heads: 8, rotary }, { shift: 5000 });
   * // scores: about 1e-6, rounding
   * ```
   */
  translation(
    attention: AttentionGiven,
    options?: TranslationOptions,
  ): Translation;

  /**
   * Scores beyond the training: those of one query with the same key at every
   * distance, and how far they leave the range of the first `trainedLength`
   * distances.
   *
   *   formula  scores[h, r] of the query at position r and the key at 0; excess
   *            as a share of the range in training, 0 if they stay in it,
   *            Infinity if the range is a point and they leave it
   *   shapes   q and k, or x, of one row each; scores [heads, length]
   *   range    `length` ≥ `trainedLength`. Masked keys do not count
   *   error    none beyond that of `attention`
   *   cost     a call of `attention` with one query and `length` keys
   *
   * @example
   * ```ts
   * const ones = new Float32Array(64).fill(1);
   * const { excess } = pe.analysis.extrapolation(
   *   { q: ones, k: ones, heads: 1, rotary: pe.rope({ headDim: 64 }) },
   *   { trainedLength: 512 },
   * );
   * ```
   */
  extrapolation(
    attention: AttentionGiven,
    options: ExtrapolationOptions,
  ): Extrapolation;
}

export const orderAnalysis = (attend: Attend): OrderAnalysis => ({
  reordering: (attention, options = {}) =>
    reordering(attend, attention, options),
  translation: (attention, options = {}) =>
    translation(attend, attention, options),
  extrapolation: (attention, options) =>
    extrapolation(attend, attention, options),
});
