/**
 * Resampled tables: a learned table in, one of another size out. The
 * mathematics is in `cpp/posenc/absolute/resample.hpp`.
 */

import {
  planRows,
  type TableMethod,
  type TableOptions,
} from '../arrays/plan-table.js';
import { RowPositions } from '../arrays/positions.js';
import { product, shapeText, type Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import { LONGEST_TABLE } from './learned-parameters.js';
import { resampleParameters, resamplePresets } from './resample.description.js';
import { readTable } from './source.js';

const name = 'resample';

/** Options of `resample`; `D` is the dtype of the result. */
export type ResampleOptions<D extends DType = DType> = TableOptions<
  typeof resampleParameters,
  D
>;

export interface ResampleMethod {
  /**
   * Interpolates a learned table for another length or grid.
   *
   *   formula  PE[i, j] = Σ w_i(a)·w_j(b)·table[a, b], w the kernel around the
   *            centre (i + 1/2)·from/to - 1/2, or i·(from - 1)/(to - 1) with
   *            `alignCorners` (Dosovitskiy et al. 2021, arXiv:2010.11929,
   *            section 3.2); cells beyond an edge have the
   *            value of the edge, or with antialiasing the weight 0; weights
   *            add up to 1
   *   shapes   table [prefix + h·w, D], result [prefix + h'·w', D]; also for
   *            one or three axes
   *   range    axes of length ≥ 1, at most 2^32 cells
   *   error    0.51 ulp of float32 of the largest term
   *   cost     2 or 4 cells an axis, times from/to on a shrinking axis with
   *            antialiasing; a copy of the table
   *
   * @example
   * ```ts
   * // From a ViT for 224 pixels (class token, then 14 × 14 patches) to 384.
   * pe.resample({ table, from: [14, 14], to: [24, 24], preset: 'timm' });
   * ```
   */
  resample<D extends DType = 'float32'>(options: ResampleOptions<D>): Tensor<D>;
}

export const resample: TableMethod<ResampleMethod, typeof resampleParameters> =
  {
    name,
    parameters: resampleParameters,
    presets: resamplePresets,
    plan(heap, checked) {
      const { from, to, prefix, mode, antialias, alignCorners } = checked;
      if (alignCorners && antialias) {
        throw new PosencTypeError(
          `${name}: alignCorners needs antialias: false`,
          { code: 'ERR_CONFLICT', param: 'alignCorners' },
        );
      }
      if (to.length !== from.length) {
        const rule = `${from.length}, as from is ${shapeText(from)}`;
        throw wrongValue(name, 'to.length', rule, to.length, 'ERR_SHAPE');
      }
      const old = cells('from', from) + prefix;
      const made = cells('to', to) + prefix;
      const rows = { wanted: old, drawn: old };
      const source = readTable(heap, name, checked, rows, resampleParameters);
      if (source.rows !== old) {
        const rule =
          `such that the table has ${old} rows (from ${shapeText(from)}, prefix ` +
          `${prefix}), but it has ${source.rows}`;
        throw wrongValue(name, 'from', rule, from, 'ERR_SHAPE');
      }
      const all = RowPositions.range(name, 'to', made, 0);
      return planRows(heap, name, all, checked, {
        width: source.dim,
        operations: 16,
        kernel: (scratch) => {
          const table = source.load(scratch);
          const how = {
            from: scratch.copy(threeAxes(from)),
            to: scratch.copy(threeAxes(to)),
            mode,
            antialias,
            alignCorners,
            prefix,
            dtype: checked.dtype,
          };
          return (where, rows, out) =>
            scratch.core.resample({ ...how, table, where, rows, out });
        },
      });
    },
  };

/** Number of cells of a grid. Throws if a table cannot have so many rows. */
function cells(param: string, grid: readonly number[]): number {
  const count = product(grid);
  if (count > LONGEST_TABLE) {
    const rule = 'a grid of at most 2^32 cells';
    throw wrongValue(name, param, rule, grid);
  }
  return count;
}

/** Adds axes of length 1 to the grid: the core always takes three. */
function threeAxes(grid: readonly number[]): Float64Array {
  return Float64Array.from([1, 1, ...grid].slice(-3));
}
