/**
 * Radial basis functions of the position: options in, table out. The
 * mathematics is in `cpp/posenc/absolute/radial.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/plan-table.js';
import { readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { radialParameters } from './radial.description.js';
import { spanOf } from './span.js';

const name = 'radial';

/** Bytes that the core allocates for a centre. */
const CENTRE_BYTES = 16;

/** Options of `radial`; `D` is the dtype of the table. */
export type RadialOptions<D extends DType = DType> = PositionTableOptions<
  typeof radialParameters,
  D
>;

export interface RadialMethod {
  /**
   * A table of Gaussian bells over the position.
   *
   *   formula  exp(-(p - c_k)² / (2 width²)), c_k = k (span-1)/(D-1)
   *            (Broomhead and Lowe 1988)
   *   shapes   [L, D], L positions by `dim`
   *   range    positions up to 2^53 from zero, fractions too; dim ≤ 2^20;
   *            width from 2^-20 to 2^60
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 1 ulp,
   *            and 0 below 2^-1021
   *   cost     one pass over the table, and an exponential for each number
   *            within 14.5 widths of its centre
   *
   * @example
   * ```ts
   * pe.radial({ length: 128, dim: 32 });
   * pe.radial({ positions: [3.5], span: 8, dim: 8, width: 0.5 });
   * ```
   */
  radial<D extends DType = 'float32'>(options: RadialOptions<D>): Tensor<D>;
}

export const radial: TableMethod<RadialMethod, typeof radialParameters> = {
  name,
  parameters: radialParameters,
  plan(heap, checked) {
    const positions = readPositions(name, checked);
    const { dim, dtype } = checked;
    const span = spanOf(name, checked);
    const spacing = dim > 1 ? (span - 1) / (dim - 1) : span / 4;
    const width = checked.width ?? Math.max(spacing, 2 ** -20);
    return planRows(heap, name, positions, checked, {
      width: dim,
      alone: true,
      operations: 20,
      bytes: dim * CENTRE_BYTES,
      kernel: (scratch) => (where, rows, out) =>
        scratch.core.radial({ dim, span, width, dtype, where, rows, out }),
    });
  },
};
