/**
 * Transformer-XL: options in, terms of the scores out. The mathematics is in
 * `cpp/posenc/relative/lookup.hpp`, `projection.hpp` and `column.hpp`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { recurrentParameters } from './recurrent.description.js';
import { planRecurrent } from './recurrent.js';
import {
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';
import {
  transformerXLOwn,
  transformerXLParameters,
} from './transformer-xl.description.js';

const name = 'transformerXL';

/** Options of `transformerXL`. */
export type TransformerXLOptions = OptionsOf<typeof recurrentParameters> &
  RelativeOptions<typeof transformerXLOwn>;

export interface TransformerXLMethod {
  /**
   * The terms of Transformer-XL: queries against projected sinusoids of the
   * distance, and learned vectors against keys and distances.
   *
   *   formula  position[h, i, j] = scale · q_i·W_R R[i - j], contentBias =
   *            scale · u·k_j, positionBias = scale · v·W_R R[i - j]; R[r] = [sin
   *            rω | cos rω], ω_c = base^(-2c/dim) (Dai et al. 2019,
   *            arXiv:1901.02860, section 3.3)
   *   shapes   q [queries, heads, headDim], k [keys, keyHeads, headDim],
   *            positionWeight [heads · headDim, dim], contentBias and
   *            positionBias [heads, headDim]; result [heads, queries, keys]
   *   range    every position
   *   error    products in float32
   *   cost     (queries + keys) · dim · heads · headDim products for the
   *            distances, and at most heads · queries · (keys + 31) · headDim for
   *            the queries
   *
   * @example
   * ```ts
   * pe.transformerXL({ q, k, positionWeight, contentBias, positionBias });
   * pe.attention({
   *   q, k, v, causal: true,
   *   relative: { method: 'transformerXL', positionWeight, contentBias, positionBias },
   * });
   * ```
   */
  transformerXL(
    options: TransformerXLOptions & { readonly terms: true },
  ): TermMaps;
  transformerXL(options: TransformerXLOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    transformerXL: OptionsOf<typeof recurrentParameters> &
      OptionsOf<typeof transformerXLOwn>;
  }
}

export const transformerXL: RelativeMethod<
  TransformerXLMethod,
  typeof transformerXLOwn
> = relativeMethod({
  name,
  parameters: transformerXLParameters,
  own: transformerXLOwn,
  plan: (heap, checked, sizes) => planRecurrent(heap, name, checked, sizes),
});
