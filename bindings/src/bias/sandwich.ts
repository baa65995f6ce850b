/**
 * Sandwich: options in, map out. The mathematics is in
 * `cpp/posenc/bias/sandwich.hpp`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import { sandwichOwn, sandwichParameters } from './sandwich.description.js';

const name = 'sandwich';

/** Bytes that the core allocates for a frequency. */
const FREQUENCY_BYTES = 400;

/** Options of `sandwich`; `D` is the dtype of the result. */
export type SandwichOptions<D extends DType = DType> = BiasOptions<
  typeof sandwichOwn,
  D
>;

export interface SandwichMethod {
  /**
   * The biases of Sandwich, products of sinusoidal rows.
   *
   *   formula  b[h, i, j] = sum over k of cos((j - i) w_k) / (8 h / heads), w_k
   *            = base^(-2k/dim), h = 1 … heads (Chi et al. 2023,
   *            arXiv:2212.10356, section 5)
   *   shapes   [heads, queries, keys]
   *   range    every position
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp for distances up to
   *            2^31; float64 ≤ 2^-38 of the value
   *   cost     one pass over the result, and about 5 dim operations for each
   *            distance; lists of positions cost these for each pair
   *
   * @example
   * ```ts
   * pe.sandwich({ heads: 12, queries: 128 });
   * ```
   */
  sandwich<D extends DType = 'float32'>(options: SandwichOptions<D>): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    sandwich: Partial<OptionsOf<typeof sandwichOwn>>;
  }
}

export const sandwich: BiasMethod<SandwichMethod, typeof sandwichOwn> =
  biasMethod({
    name,
    parameters: sandwichParameters,
    own: sandwichOwn,
    plan(_, { heads, dim, form, bidirectional, base, compression }) {
      const options = { heads, dim, form, bidirectional, base, compression };
      return {
        heads,
        operations: (5 * dim) / heads + 1,
        load(scratch) {
          const made = scratch.own(
            scratch.make(
              (core) => core.makeSandwich(options),
              (dim / 2) * FREQUENCY_BYTES,
            ),
          );
          return {
            values: (line, values) =>
              scratch.core.sandwich({ sandwich: made, ...line, values }),
          };
        },
      };
    },
  });
