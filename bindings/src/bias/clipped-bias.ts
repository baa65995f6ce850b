/** Biases of clipped distances: options in, map out. */

import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { axisLengths, drawn, readHeadTable } from '../terms/head-table.js';
import { planClip } from '../terms/indices.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import {
  clippedBiasOwn,
  clippedBiasParameters,
  clippedBiasPresets,
} from './clipped-bias.description.js';
import { planTableBias } from './table-bias.js';

const name = 'clippedBias';

/** Options of `clippedBias`; `D` is the dtype of the result. */
export type ClippedBiasOptions<D extends DType = DType> = BiasOptions<
  typeof clippedBiasOwn,
  D
>;

export interface ClippedBiasMethod {
  /**
   * Biases of distances up to a limit, as in windows of attention.
   *
   *   formula  b[h, i, j] = table[left + clip(j - i, -left, right), h]
   *   shapes   table [left + right + 1, heads], result [heads, queries, keys]
   *   range    every position
   *   error    ≤ 0.5001 ulp, none in float32 with a biasScale of 1
   *   cost     one pass over the result; lists of positions cost about twelve
   *            operations a value besides
   *
   * @example
   * ```ts
   * pe.clippedBias({ table, heads: 8, left: 128, right: 0, queries: 512 });
   * ```
   */
  clippedBias<D extends DType = 'float32'>(
    options: ClippedBiasOptions<D>,
  ): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    clippedBias: OptionsOf<typeof clippedBiasOwn>;
  }
}

export const clippedBias: BiasMethod<ClippedBiasMethod, typeof clippedBiasOwn> =
  biasMethod({
    name,
    parameters: clippedBiasParameters,
    own: clippedBiasOwn,
    presets: clippedBiasPresets,
    plan(heap, checked) {
      const { beyond: type, seed, biasScale } = checked;
      const indices = planClip({ type, ...reachOf(heap, checked) });
      const fill = drawn({ seed });
      const { rows } = indices;
      const shaped = clippedBiasOwn.table;
      const table = readHeadTable(heap, name, checked, rows, fill, shaped);
      return planTableBias(table, indices, biasScale);
    },
  });

/**
 * The distances that have a row of their own. Where only one side is given, the
 * other follows from the rows of a table that is a tensor.
 */
function reachOf(
  heap: Heap,
  checked: Checked<typeof clippedBiasOwn>,
): { left: number; right: number } {
  const { given, maxDistance, left, right } = checked;
  if (maxDistance !== undefined) {
    for (const other of ['left', 'right'] as const) {
      if (given.has(other)) throw conflict(name, other, 'maxDistance');
    }
    return { left: maxDistance, right: maxDistance - 1 };
  }
  if (left !== undefined && right !== undefined) return { left, right };
  const known = left ?? right;
  const lacking = left === undefined ? 'left' : 'right';
  const rows = rowsByShape(heap, checked);
  if (known === undefined || rows === undefined) {
    throw missing(name, lacking, ruleOf(clippedBiasOwn[lacking]));
  }
  const other = rows - 1 - known;
  if (other >= 0) {
    return { left: left ?? other, right: right ?? other };
  }
  const param = left === undefined ? 'right' : 'left';
  const rule = `less than ${rows}, the rows of the table`;
  throw wrongValue(name, param, rule, known, 'ERR_SHAPE');
}

/** Number of rows of the table, if its shape says it. */
function rowsByShape(
  heap: Heap,
  { table, heads }: Checked<typeof clippedBiasOwn>,
): number | undefined {
  const shaped = clippedBiasOwn.table;
  const [rows] = shaped.axes;
  return axisLengths(heap, name, 'table', table, shaped, { heads })[rows];
}
