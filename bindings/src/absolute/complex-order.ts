/**
 * Complex-order embeddings: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/complex_order.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/plan-table.js';
import { readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import { bytesOf, type DType } from '../base/dtype.js';
import { complexOrderParameters } from './complex-order.description.js';
import type { complexOrderTables } from './complex-order-parameters.js';
import { readTables, withTokens } from './complex-order-tables.js';

const name = 'complexOrder';

/** Options of `complexOrder`; `D` is the dtype of the table. */
export type ComplexOrderOptions<D extends DType = DType> = PositionTableOptions<
  typeof complexOrderParameters & typeof complexOrderTables,
  D
>;

export interface ComplexOrderMethod {
  /**
   * Complex-order embeddings: the embedding of each word at its position, as
   * real and imaginary parts.
   *
   *   formula  f(w, p) = r_w · e^(i(ω_w p + φ_w)), per dimension (Wang et al.
   *            2020, arXiv:1912.12333, section 2.2)
   *   shapes   amplitude and phase [words, D], frequency [words, D], [words] or
   *            [D]; result [L, 2D], real parts first, or [L, D]
   *   range    |position · frequency| ≤ 2^53, |phase| ≤ 2^31
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp for |position ·
   *            frequency| ≤ 2^31, float64 ≤ 2 ulp; where a phase takes the
   *            angle within 2^-66 (float64: 2^-50) of a multiple of π/2, ≤
   *            2^-103 of the amplitude instead
   *   cost     about 250 operations for each dimension of a row; given tables
   *            are copied into the instance's memory, drawn ones take none of
   *            it
   *
   * @example
   * ```ts
   * pe.complexOrder({ tokens: [3, 1, 5], length: 3, dim: 64, start: 1 });
   * pe.complexOrder({ length: 128, dim: 32, part: 'real', seed: 7 });
   * ```
   */
  complexOrder<D extends DType = 'float32'>(
    options: ComplexOrderOptions<D>,
  ): Tensor<D>;
}

export const complexOrder: TableMethod<
  ComplexOrderMethod,
  typeof complexOrderParameters
> = {
  name,
  parameters: complexOrderParameters,
  plan(heap, checked) {
    const { dim, part, dtype } = checked;
    const positions = readPositions(name, checked);
    const tables = readTables(heap, name, checked, positions);
    const width = part === 'both' ? 2 * dim : dim;
    return planRows(heap, name, positions, checked, {
      width,
      operations: 250,
      kernel: (scratch) => {
        const loaded = tables.load(scratch);
        const run = withTokens(scratch, tables.tokens);
        const rowBytes = width * bytesOf(dtype);
        // The core asks for rows in order, so the words are read in order, too.
        let next = checked.rows?.[0] ?? 0;
        return (where, rows, out) => {
          const from = next;
          next += rows;
          return run(from, where, rows, (at, count, tokens, done) =>
            scratch.core.complexOrder({
              tables: loaded,
              where: at,
              rows: count,
              tokens,
              part,
              dtype,
              out: out + done * rowBytes,
            }),
          );
        };
      },
    });
  },
};
