/**
 * Polynomials of the position: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/polynomial.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/plan-table.js';
import { readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { polynomialParameters } from './polynomial.description.js';
import { spanOf } from './span.js';

const name = 'polynomial';

/** Options of `polynomial`; `D` is the dtype of the table. */
export type PolynomialOptions<D extends DType = DType> = PositionTableOptions<
  typeof polynomialParameters,
  D
>;

export interface PolynomialMethod {
  /**
   * A table of polynomials of the position, one degree for each column.
   *
   *   formula  x = p/(span-1) or 2p/(span-1) - 1; column k is x^k, T_k(x)
   *            (Chebyshev) or P_k(x) (Legendre)
   *   shapes   [L, D], L positions by `dim`
   *   range    positions up to 2^53 from zero, fractions too; outside the span,
   *            values too large for the dtype are infinite, never NaN; dim ≤
   *            2^20
   *   error    for dim ≤ 4096: float32 ≤ 0.75 ulp, float16 and bfloat16 ≤ 0.51
   *            ulp, also near zeros; float64 ≤ the larger of 1 ulp and dim² ·
   *            2^-104
   *   cost     inside the span a few operations a number; about thirty times
   *            that for float64 and for positions outside
   *
   * @example
   * ```ts
   * pe.polynomial({ length: 128, dim: 8, basis: 'legendre' });
   * pe.polynomial({ positions: [0, 4.5], span: 10, dim: 4 });
   * ```
   */
  polynomial<D extends DType = 'float32'>(
    options: PolynomialOptions<D>,
  ): Tensor<D>;
}

export const polynomial: TableMethod<
  PolynomialMethod,
  typeof polynomialParameters
> = {
  name,
  parameters: polynomialParameters,
  plan(heap, checked) {
    const positions = readPositions(name, checked);
    const { dim, basis, domain, dtype } = checked;
    const table = { dim, basis, span: spanOf(name, checked), domain, dtype };
    return planRows(heap, name, positions, checked, {
      width: dim,
      alone: true,
      operations: 10,
      kernel: (scratch) => (where, rows, out) =>
        scratch.core.polynomial({ ...table, where, rows, out }),
    });
  },
};
