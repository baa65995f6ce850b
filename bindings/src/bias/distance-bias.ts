/** Biases by the absolute differences of cells: options in, map out. */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { OptionsOf } from '../describe/parameters.js';
import { drawn, readHeadTable } from '../terms/head-table.js';
import { planGrid } from '../terms/indices.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import {
  distanceBiasOwn,
  distanceBiasParameters,
  distanceBiasPresets,
} from './distance-bias.description.js';
import { planTableBias } from './table-bias.js';

const name = 'distanceBias';

/** Options of `distanceBias`; `D` is the dtype of the result. */
export type DistanceBiasOptions<D extends DType = DType> = BiasOptions<
  typeof distanceBiasOwn,
  D
>;

export interface DistanceBiasMethod {
  /**
   * Biases by the absolute difference of two cells of a grid, as in LeViT.
   *
   *   formula  b[h, i, j] = table[|y_i - y_j|·W + |x_i - x_j|, h] (Graham et al.
   *            2021, arXiv:2104.01136, section 4.2)
   *   shapes   table [H·W, heads], result [heads, queries, keys]
   *   range    positions are tokens of the grid; all of them by default
   *   error    ≤ 0.5001 ulp, none in float32 with a biasScale of 1
   *   cost     about twelve operations a value
   *
   * @example
   * ```ts
   * pe.distanceBias({ table, heads: 4, grid: [14, 14] }); // [4, 196, 196]
   * ```
   */
  distanceBias<D extends DType = 'float32'>(
    options: DistanceBiasOptions<D>,
  ): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    distanceBias: OptionsOf<typeof distanceBiasOwn>;
  }
}

const gridIndices = (grid: readonly number[]) =>
  planGrid(name, { type: 'absoluteGrid', grid, prefix: 0 });

export const distanceBias: BiasMethod<
  DistanceBiasMethod,
  typeof distanceBiasOwn
> = biasMethod({
  name,
  parameters: distanceBiasParameters,
  own: distanceBiasOwn,
  presets: distanceBiasPresets,
  tokens: ({ grid }) => gridIndices(grid).tokens,
  plan(heap, checked) {
    const { grid, seed, biasScale } = checked;
    const indices = gridIndices(grid);
    const fill = drawn({ seed });
    const { rows } = indices;
    const shaped = distanceBiasOwn.table;
    const table = readHeadTable(heap, name, checked, rows, fill, shaped);
    return planTableBias(table, indices, biasScale);
  },
});
