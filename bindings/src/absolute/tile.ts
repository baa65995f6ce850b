/**
 * Tiled tables: a learned table in, a longer one out. The mathematics is in
 * `cpp/posenc/absolute/tile.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/plan-table.js';
import { readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { checkWhole, readTable } from './source.js';
import { tileParameters } from './tile.description.js';

const name = 'tile';

/** Options of `tile`; `D` is the dtype of the result. */
export type TileOptions<D extends DType = DType> = PositionTableOptions<
  typeof tileParameters,
  D
>;

export interface TileMethod {
  /**
   * Repeats a learned table to make a longer one.
   *
   *   formula  PE[p] = table[p] for p < prefix, else table[prefix + (p -
   *            prefix) mod (R - prefix)] (Beltagy et al. 2020,
   *            arXiv:2004.05150, section 5)
   *   shapes   table [R, D], result [L, D]
   *   range    positions whole numbers from 0; prefix < R
   *   error    none in float32
   *   cost     a copy of the rows and one of the table
   *
   * @example
   * ```ts
   * // RoBERTa's 2 + 512 rows for Longformer's 2 + 4096.
   * const longer = pe.tile({ table, length: 4098, prefix: 2 });
   * pe.learned({ table: longer, positions: ids });
   * ```
   */
  tile<D extends DType = 'float32'>(options: TileOptions<D>): Tensor<D>;
}

export const tile: TableMethod<TileMethod, typeof tileParameters> = {
  name,
  parameters: tileParameters,
  plan(heap, checked) {
    const { prefix, tableLength, given } = checked;
    const positions = readPositions(name, checked);
    const rows = {
      wanted: given.has('tableLength') ? tableLength : undefined,
      drawn: tableLength,
    };
    const source = readTable(heap, name, checked, rows, tileParameters);
    if (prefix >= source.rows) {
      const rule = `less than ${source.rows}, the number of rows`;
      throw wrongValue(name, 'prefix', rule, prefix);
    }
    checkWhole(name, positions, {
      least: 0,
      most: Infinity,
      because: 'as rows are counted from 0',
    });
    const { dtype } = checked;
    return planRows(heap, name, positions, checked, {
      width: source.dim,
      alone: true,
      operations: 1,
      kernel: (scratch) => {
        const table = source.load(scratch);
        return (where, rows, out) =>
          scratch.core.tile({ table, prefix, dtype, where, rows, out });
      },
    });
  },
};
