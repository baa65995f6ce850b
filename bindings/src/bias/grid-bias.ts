/** Biases of the cells of an image: options in, map out. */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { OptionsOf } from '../describe/parameters.js';
import { drawn, readHeadTable } from '../terms/head-table.js';
import { planGrid } from '../terms/indices.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import {
  gridBiasOwn,
  gridBiasParameters,
  gridBiasPresets,
} from './grid-bias.description.js';
import { resizedTable } from './resized-table.js';
import { planTableBias } from './table-bias.js';

const name = 'gridBias';

/** Options of `gridBias`; `D` is the dtype of the result. */
export type GridBiasOptions<D extends DType = DType> = BiasOptions<
  typeof gridBiasOwn,
  D
>;

export interface GridBiasMethod {
  /**
   * Biases by the difference of two cells of a grid, as in Swin and BEiT.
   *
   *   formula  b[h, i, j] = table[(y_i - y_j + H - 1)·(2W - 1) + x_i - x_j + W -
   *            1, h] (Liu et al. 2021, arXiv:2103.14030, section 3.2)
   *   shapes   table [(2H - 1)·(2W - 1), heads], and three rows more with a
   *            prefix; result [heads, queries, keys]
   *   range    positions are tokens of the grid; all of them by default
   *   error    ≤ 0.5001 ulp, none in float32 with a biasScale of 1; resampled
   *            tables ≤ 0.51 ulp of float32 of the largest term
   *   cost     about twelve operations a value
   *
   * @example
   * ```ts
   * pe.gridBias({ table, heads: 3, grid: [7, 7] }); // [3, 49, 49]
   * // A table for 14 × 14 patches and a class token, at 16 × 16 patches.
   * const from = { table, tableGrid: [14, 14], mode: 'linear' } as const;
   * pe.gridBias({ ...from, heads: 12, grid: [16, 16], prefix: 1 });
   * ```
   */
  gridBias<D extends DType = 'float32'>(options: GridBiasOptions<D>): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    gridBias: OptionsOf<typeof gridBiasOwn>;
  }
}

export const gridBias: BiasMethod<GridBiasMethod, typeof gridBiasOwn> =
  biasMethod({
    name,
    parameters: gridBiasParameters,
    own: gridBiasOwn,
    presets: gridBiasPresets,
    tokens: ({ grid, prefix }) =>
      planGrid(name, { type: 'grid', grid, prefix }).tokens,
    plan(heap, checked) {
      const { grid, prefix, tableGrid = grid, mode, seed, biasScale } = checked;
      const indices = planGrid(name, { type: 'grid', grid, prefix });
      const made = planGrid(name, { type: 'grid', grid: tableGrid, prefix });
      const table = readHeadTable(
        heap,
        name,
        checked,
        made.rows,
        drawn({ seed }),
        gridBiasOwn.table,
      );
      const same = grid.every((length, axis) => length === tableGrid[axis]);
      const fitting = same
        ? table
        : resizedTable(table, { from: tableGrid, to: grid, mode });
      return planTableBias(fitting, indices, biasScale);
    },
  });
