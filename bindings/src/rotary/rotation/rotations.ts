/** The functions of a rope that turn heads, with their contracts. */

import type { Tensor } from '../../arrays/tensor.js';
import type { Heap } from '../../core/memory.js';
import type { RopeCore } from '../core.js';
import {
  type FrequencyGradientOptions,
  frequencyGradient,
} from './frequency-gradient.js';
import { type FindRope, type RebaseOptions, rebase } from './rebase.js';
import { type RotateOptions, rotate } from './rotate.js';
import type { RotaryData, RotaryDType } from './rotated-heads.js';
import { type ShiftOptions, shift } from './shift.js';

/** The functions of a rope that turn heads. */
export interface Rotations {
  /**
   * Turns queries or keys by the angles of their positions.
   *
   *   formula  (a, b) → (a cos - b sin, b cos + a sin) of p ω_k for each pair
   *            (Su et al. 2021, equation 34)
   *   shapes   x and result [L, heads, headDim] or [batch, L, heads, headDim];
   *            with `headsFirst` [heads, L, headDim] or [batch, heads, L,
   *            headDim]. With `heads`, and `batch` if there are several
   *            sequences, x may have one axis or [L, heads · headDim]. All
   *            components of a head pass unchanged but the rotaryDim ones from
   *            rotaryStart on. The result has the dtype of x
   *   range    positions up to 2^53 from zero; every float32, float16 or
   *            bfloat16 in x
   *   error    `exact`: within 1.75 ulp(float32) of |a| + |b|; with an
   *            `attentionFactor` A that is no power of two, within 1.0001
   *            ulp(float32) of A (|a| + |b|), because products and sums are
   *            float64 then. float16 and bfloat16 are rounded once more: within
   *            another 0.5 ulp of the result
   *   cost     one pass over x, two to three times as long with such a factor;
   *            no copy if x and `out` are resident. Cosines and
   *            sines are computed once for `step: 0`, and not at all at the
   *            positions of the call before, as queries, keys and all layers
   *            have them. So a rope that was used keeps up to 4 MiB in the
   *            instance's memory: 4096 rows of 64 pairs are 2 MiB. Eight ropes
   *            do, and none when memory is short
   *
   * @example
   * ```ts
   * const turned = rope.rotate(q, { heads: 32, start: 1000 });
   * rope.rotate(q, { heads: 32, start: 1000, out: q }); // in place
   * ```
   */
  rotate<D extends RotaryDType = 'float32'>(
    x: RotaryData<D>,
    options?: RotateOptions<D>,
  ): Tensor<D>;

  /**
   * Moves rotated keys of a cache by some positions, as after old tokens were
   * dropped from its beginning.
   *
   *   formula  (a, b) → (a cos - b sin, b cos + a sin) of by · ω_k for each pair;
   *            with several axes all move alike, as text in front of images
   *            does, or each by its number of `byAxes`
   *   shapes   as `rotate`
   *   range    `by` up to 2^53 from zero
   *   error    as `rotate`, in addition to that of the rotation before
   *   cost     one pass over the keys
   *
   * @example
   * ```ts
   * rope.shift(keys, { by: -256, heads: 8, out: keys });
   * ```
   */
  shift<D extends RotaryDType = 'float32'>(
    keys: RotaryData<D>,
    options: ShiftOptions<D>,
  ): Tensor<D>;

  /**
   * Turns keys that this rope has turned as if another rope had turned them, as
   * when the schedule of a cache changes.
   *
   *   formula  each pair is turned by p (ω'_k - ω_k) and multiplied by A' / A,
   *            where A is `attentionFactor`; with several axes, by p' ω'_k - p ω_k,
   *            where p and p' are the positions on the axes of pair k in both
   *   shapes   as `rotate`; the ropes have one headDim, rotaryDim and
   *            rotaryStart, and as many axes and sets. The result is in the
   *            outLayout of `to`
   *   range    positions up to 2^53 from zero
   *   error    as `rotate`, of A'/A (|a| + |b|), in addition to that of the
   *            rotation before: the cosines and sines of both ropes are
   *            combined in float64 and rounded once
   *   cost     about that of two tables in float64
   *
   * @example
   * ```ts
   * const longer = pe.rope({ headDim: 64, theta: 1e6 });
   * rope.rebase(keys, { to: longer, heads: 8, out: keys });
   * ```
   */
  rebase<D extends RotaryDType = 'float32'>(
    keys: RotaryData<D>,
    options: RebaseOptions<D>,
  ): Tensor<D>;

  /**
   * The gradient of a loss by the frequencies, for ropes whose frequencies are
   * trained.
   *
   *   formula  dL/dω_k = Σ p (g_b y_a - g_a y_b) over rows and heads, where
   *            (y_a, y_b) is the rotated pair k and (g_a, g_b) the gradient of L
   *            by it
   *   shapes   x and upstream as x of `rotate`, upstream in the order of its
   *            result; result [P] of float64
   *   range    as `rotate`
   *   error    2^-52 times the number of terms, relative to the sum of their
   *            magnitudes; terms are added in one order: rows, sequences, heads
   *   cost     one pass over both arrays, and one table in float64
   *
   * @example
   * ```ts
   * const gradient = rope.frequencyGradient(q, upstream, { heads: 8 });
   * ```
   */
  frequencyGradient<D extends RotaryDType = 'float32'>(
    x: RotaryData<D>,
    upstream: RotaryData<D>,
    options?: FrequencyGradientOptions,
  ): Tensor<'float64'>;
}

/** The functions of the rope with this state. */
export function rotationsOf(
  heap: Heap,
  core: RopeCore,
  find: FindRope,
): Rotations {
  return {
    rotate: (x, options = {}) => rotate(heap, core, x, options),
    shift: (keys, options) => shift(heap, core, keys, options),
    rebase: (keys, options) => rebase(heap, core, keys, options, find),
    frequencyGradient: (x, upstream, options = {}) =>
      frequencyGradient(heap, core, x, upstream, options),
  };
}
