/** Biases of clipped distances: options in, map out. */

import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { planIndices } from '../terms/indices.js';
import { drawn, readHeadTable } from '../terms/table.js';
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
      const indices = planIndices(name, { type, ...reachOf(checked) });
      const fill = drawn({ seed });
      const table = readHeadTable(heap, name, checked, indices.rows, fill);
      return planTableBias(table, indices, biasScale);
    },
  });

/** The distances that have a row of their own. */
function reachOf({
  given,
  maxDistance,
  left,
  right,
}: Checked<typeof clippedBiasOwn>): { left: number; right: number } {
  for (const other of ['left', 'right'] as const) {
    const wanted = maxDistance === undefined;
    if (!wanted && given.has(other)) throw conflict(name, other, 'maxDistance');
    if (wanted && !given.has(other)) {
      throw missing(name, other, ruleOf(clippedBiasOwn[other]));
    }
  }
  if (maxDistance === undefined) return { left: left ?? 0, right: right ?? 0 };
  return { left: maxDistance, right: maxDistance - 1 };
}
