/**
 * The decay of linear attention: options in, map out. The mathematics is in
 * `cpp/posenc/bias/decay.hpp`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import { decayParameters, decayPresets } from './decay.description.js';
import { slopesOrLaw } from './decay-slopes.description.js';
import { readSlopesOrLaw } from './decay-slopes.js';
import { slopeLoader } from './slopes.js';

const name = 'decay';

/** Options of `decay`; `D` is the dtype of the result. */
export type DecayOptions<D extends DType = DType> = BiasOptions<
  typeof slopesOrLaw,
  D
>;

export interface DecayMethod {
  /**
   * The logarithm of the decay of linear attention.
   *
   *   formula  b[h, i, j] = -slope_h (i - j) for j ≤ i, else 0; slopes as
   *            `decaySlopes` gives them (Sun et al. 2023, arXiv:2307.08621;
   *            MiniMax 2025, arXiv:2501.08313)
   *   shapes   [heads, queries, keys]
   *   range    any number of heads; every position
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 5 ulp
   *   cost     one pass over the result
   *
   * @example
   * ```ts
   * pe.decay({ heads: 8, law: 'retnet', queries: 128 });
   * const bias = { method: 'decay', law: 'minimax', layer: 3, layers: 80 } as const;
   * pe.attention({ q, k, v, heads: 8, causal: true, bias });
   * ```
   */
  decay<D extends DType = 'float32'>(options: DecayOptions<D>): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    decay: Partial<OptionsOf<typeof slopesOrLaw>>;
  }
}

export const decay: BiasMethod<DecayMethod, typeof slopesOrLaw> = biasMethod({
  name,
  parameters: decayParameters,
  own: slopesOrLaw,
  presets: decayPresets,
  plan(heap, checked) {
    const { heads, load } = readSlopesOrLaw(heap, name, checked);
    const form = 'causal';
    return {
      heads,
      operations: 4,
      load: slopeLoader({ heads, load, form, scale: 1 }),
    };
  },
});
