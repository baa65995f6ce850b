/**
 * Tiled tables: a learned table in, a longer one out. The mathematics is in
 * `cpp/posenc/absolute/tile.hpp`.
 */

import { readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { CODE } from '../core/wasm/raw.js';
import { checkOptions } from '../describe/checks.js';
import { checkWhole, readTable } from './source.js';
import { type PositionTableOptions, writeTable } from './table.js';
import { tileDescription } from './tile.description.js';

const { name, parameters } = tileDescription;

/** Options of `tile`; `D` is the dtype of the result. */
export type TileOptions<D extends DType = DType> = PositionTableOptions<
  (typeof tileDescription)['parameters'],
  D
>;

export interface TileMethod {
  /**
   * A longer table by repeating a learned one.
   *
   *   formula  PE[p] = table[p] for p < prefix, else
   *            table[prefix + (p - prefix) mod (R - prefix)]
   *            (Beltagy et al. 2020, arXiv:2004.05150, section 5)
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

export const tileMethod = (heap: Heap): TileMethod => ({
  tile: (options) => tile(heap, options),
});

function tile<D extends DType>(heap: Heap, options: TileOptions<D>): Tensor<D> {
  const checked = checkOptions(name, parameters, options);
  const { prefix, tableLength } = checked;
  const positions = readPositions(name, checked);
  const source = readTable(heap, name, checked, tableLength, parameters.dim);
  if (prefix >= source.rows) {
    const rule = `less than ${source.rows}, the number of rows`;
    throw wrongValue(name, 'prefix', rule, prefix);
  }
  checkWhole(name, positions, {
    least: 0,
    most: Infinity,
    because: 'as rows are counted from 0',
  });
  const dtype = CODE.dtype[checked.dtype];
  return writeTable(heap, name, positions, checked, {
    width: source.dim,
    kernel: (scratch) => {
      const table = source.load(scratch);
      return (where, rows, out) =>
        heap.raw.tile(table, prefix, dtype, where, rows, out);
    },
  });
}
