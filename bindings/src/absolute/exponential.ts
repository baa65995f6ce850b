/**
 * Exponential decays of the position: options in, table out. The mathematics
 * is in `cpp/posenc/absolute/exponential.hpp`.
 */

import {
  type PositionTableOptions,
  planTable,
  type TableMethod,
} from '../arrays/plan-table.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { exponentialParameters } from './exponential.description.js';

const name = 'exponential';

/** Bytes that the core allocates for a decay. */
const DECAY_BYTES = 224;

/** Options of `exponential`; `D` is the dtype of the table. */
export type ExponentialOptions<D extends DType = DType> = PositionTableOptions<
  typeof exponentialParameters,
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

export const exponential: TableMethod<
  ExponentialMethod,
  typeof exponentialParameters
> = {
  name,
  parameters: exponentialParameters,
  plan(heap, checked) {
    const { dim, shortest, longest, dtype } = checked;
    return planTable(heap, name, checked, {
      width: dim,
      kernel: (scratch) => {
        const decays = scratch.own(
          scratch.make(
            (core) => core.makeDecays({ dim, shortest, longest }),
            dim * DECAY_BYTES,
          ),
        );
        return (where, rows, out) =>
          scratch.core.exponential({ decays, dtype, where, rows, out });
      },
    });
  },
};
