/**
 * Exponential decays of the position: options in, table out. The mathematics
 * is in `cpp/posenc/absolute/exponential.hpp`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import { CODE } from '../core/wasm/raw.js';
import { checkOptions } from '../describe/checks.js';
import { exponentialDescription } from './exponential.description.js';
import { makeTable, type PositionTableOptions } from './table.js';

const { name, parameters } = exponentialDescription;

/** What the core allocates for a decay. */
const DECAY_BYTES = 224;

/** Options of `exponential`; `D` is the dtype of the table. */
export type ExponentialOptions<D extends DType = DType> = PositionTableOptions<
  (typeof exponentialDescription)['parameters'],
  D
>;

export interface ExponentialMethod {
  /**
   * A table of exponential decays of the distance from position 0.
   *
   *   formula  2^(-|p| / h_k), h_k = shortest · (longest/shortest)^(k/(D-1))
   *   shapes   [L, D], L positions by `dim`
   *   range    positions up to 2^53 from zero, fractions too; dim ≤ 2^20;
   *            half-lives from 2^-20 to 2^60
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 1 ulp,
   *            and 0 below 2^-1021
   *   cost     about one pass over the table; in the instance's memory 230
   *            bytes a column
   *
   * @example
   * ```ts
   * pe.exponential({ length: 256, dim: 64, longest: 256 });
   * ```
   */
  exponential<D extends DType = 'float32'>(
    options: ExponentialOptions<D>,
  ): Tensor<D>;
}

export const exponentialMethod = (heap: Heap): ExponentialMethod => ({
  exponential: (options) => {
    const checked = checkOptions(name, parameters, options);
    const { dim, shortest, longest } = checked;
    const dtype = CODE.dtype[checked.dtype];
    return makeTable(heap, name, checked, {
      width: dim,
      kernel: (scratch) => {
        const decays = scratch.own(
          scratch.call(({ Decays }) => new Decays(dim, shortest, longest)),
        );
        scratch.check(decays.status(), dim * DECAY_BYTES);
        return (where, rows, out) =>
          decays.exponential(dtype, where, rows, out);
      },
    });
  },
});
