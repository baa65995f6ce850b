/**
 * Hierarchical extension: a learned table in, a longer one out. The
 * mathematics is in `cpp/posenc/absolute/hierarchical.hpp`.
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
import { hierarchicalParameters } from './hierarchical.description.js';
import { checkWhole, readTable } from './source.js';

const name = 'hierarchical';

/** Options of `hierarchical`; `D` is the dtype of the result. */
export type HierarchicalOptions<D extends DType = DType> = PositionTableOptions<
  typeof hierarchicalParameters,
  D
>;

export interface HierarchicalMethod {
  /**
   * Extends a learned table of n rows to up to n² rows.
   *
   *   formula  PE[a·n + b] = α·u[a] + (1 - α)·u[b], u[i] = (table[i] -
   *            α·table[0]) / (1 - α) (Su 2020, https://kexue.fm/archives/7947)
   *   shapes   table [n, D], result [L, D]
   *   range    positions whole numbers from 0 to n² - 1; 0 < α < 1, α ≠ 1/2
   *   error    none in the first n rows; in others 0.51 ulp of float32 of the
   *            largest term
   *   cost     three operations a number, and a copy of the table
   *
   * @example
   * ```ts
   * const longer = pe.hierarchical({ table, length: 4096 }); // from [512, 768]
   * ```
   */
  hierarchical<D extends DType = 'float32'>(
    options: HierarchicalOptions<D>,
  ): Tensor<D>;
}

export const hierarchical: TableMethod<
  HierarchicalMethod,
  typeof hierarchicalParameters
> = {
  name,
  parameters: hierarchicalParameters,
  plan(heap, checked) {
    const { alpha, tableLength, given } = checked;
    if (alpha === 0.5) {
      const rule =
        'other than 1/2, where a·n + b and b·n + a have the same row';
      throw wrongValue(name, 'alpha', rule, alpha);
    }
    const positions = readPositions(name, checked);
    const rows = {
      wanted: given.has('tableLength') ? tableLength : undefined,
      drawn: tableLength,
    };
    const source = readTable(heap, name, checked, rows, hierarchicalParameters);
    checkWhole(name, positions, {
      least: 0,
      most: Math.min(source.rows ** 2 - 1, Number.MAX_SAFE_INTEGER),
      because: `as the table has ${source.rows} rows, which makes their square`,
    });
    const { dtype } = checked;
    return planRows(heap, name, positions, checked, {
      width: source.dim,
      alone: true,
      kernel: (scratch) => {
        const table = source.load(scratch);
        return (where, rows, out) =>
          scratch.core.hierarchical({ table, alpha, dtype, where, rows, out });
      },
    });
  },
};
