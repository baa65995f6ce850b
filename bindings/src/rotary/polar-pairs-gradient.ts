/**
 * Gradients of polar pairs. The mathematics is in
 * `cpp/posenc/rotary/polar_pairs.hpp`.
 */

import { readFloats } from '../arrays/float32.js';
import { inputOf } from '../arrays/operand.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { fitAxes } from '../describe/axes.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type GradientDType, planGradients } from '../terms/gradients.js';
import { loadFloats, readPolarHeads } from './polar-heads.js';
import type { polarParameters } from './polar-pairs.description.js';
import { polarPairsGradientParameters } from './polar-pairs-gradient.description.js';

const name = 'polarPairsGradient';

/** Options of `polarPairsGradient`; `D` is the dtype of the gradients. */
export type PolarPairsGradientOptions<D extends GradientDType = GradientDType> =
  OptionsOf<typeof polarParameters> &
    OptionsOf<
      typeof polarPairsGradientParameters,
      D,
      keyof typeof polarParameters
    >;

/** Gradients of heads and, if there are some, of phases. */
export interface PolarPairsGradient<D extends GradientDType = GradientDType> {
  readonly x: Tensor<D>;
  readonly phases?: Tensor<D>;
}

export interface PolarPairsGradientMethod {
  /**
   * Gradients of `polarPairs`, of sum(pairs · upstream).
   *
   *   formula  ∂x = σ(x) (u cos φ + v sin φ), ∂φ = Σ ln(1 + e^x) (v cos φ - u sin
   *            φ) over rows, for upstream (u, v) of a pair (of Gopalakrishnan et
   *            al. 2025, arXiv:2509.10534)
   *   shapes   upstream [rows, heads, headDim + rotaryDim]; gradients as `x` and
   *            `phases`
   *   range    as `polarPairs`; a phase that is held at a limit has none
   *   error    in float64, summed in the order of the rows, rounded once
   *   cost     as `polarPairs`
   *
   * @example
   * ```ts
   * const { x, phases } = pe.polarPairsGradient({
   *   x: k, heads: 8, headDim: 64, phases: learned, upstream,
   * });
   * ```
   */
  polarPairsGradient<D extends GradientDType = 'float32'>(
    options: PolarPairsGradientOptions<D>,
  ): PolarPairsGradient<D>;
}

export const polarPairsGradient: Method<
  PolarPairsGradientMethod,
  typeof polarPairsGradientParameters
> = {
  name,
  parameters: polarPairsGradientParameters,
  plan(heap, checked) {
    const polar = readPolarHeads(heap, name, checked);
    const { rows, lines, heads, headDim, rotaryDim, width, load } = polar;
    const given = readFloats(name, 'upstream', checked.upstream);
    const { length, shape } = inputOf(heap, name, given);
    const place = { method: name, param: 'upstream' };
    const { upstream: shaped } = polarPairsGradientParameters;
    fitAxes(place, shaped, shape, {
      ...{ batch: lines.length > 1 ? lines[0] : null, rows: lines.at(-1) },
      ...{ heads, 'headDim + rotaryDim': width },
    });
    if (length !== rows * heads * width) {
      const rule = `${rows} × ${heads} × ${width}, a number for each of the pairs`;
      throw wrongValue(name, 'upstream.length', rule, length, 'ERR_SHAPE');
    }
    const shapes: Readonly<Record<string, readonly number[]>> = {
      x: [...lines, heads, headDim],
      ...(checked.phases !== undefined && { phases: [heads, rotaryDim] }),
    };
    return planGradients(heap, name, {
      dtype: checked.dtype,
      shapes,
      cost: length * 40,
      add(scratch, { x: xGradient = 0, phases: phasesGradient = 0 }) {
        const upstream = loadFloats(scratch, name, given, length);
        const loaded = load(scratch);
        scratch.check(
          scratch.core.polarPairsBack({
            ...loaded,
            ...{ upstream, rows, xGradient, phasesGradient },
          }),
        );
      },
    });
  },
};
