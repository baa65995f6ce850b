/**
 * Factors of queries by position: options in, factors out. The mathematics is
 * in `cpp/posenc/rotary/query_scale.hpp`.
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
import { queryScaleParameters } from './query-scale.description.js';

const name = 'queryScale';

/** Options of `queryScale`; `D` is the dtype of the factors. */
export type QueryScaleOptions<D extends DType = DType> = PositionTableOptions<
  typeof queryScaleParameters,
  D
>;

export interface QueryScaleMethod {
  /**
   * The factor of the query at each position, as Llama 4 and Ministral 3 have
   * it, so that the softmax over many keys stays as sharp as over few.
   *
   *   formula  1 + scale · ln(1 + ⌊(p + 1)/floorScale⌋) in the form `llama4`,
   *            1 + scale · ln(1 + ⌊p/floorScale⌋) in the form `mistral`
   *   shapes   [L], L positions
   *   range    positions from 0 to 2^53, also fractions; scale ≥ 0
   *   error    ≤ 0.5001 ulp in float32, float16 and bfloat16, ≤ 1 ulp in
   *            float64
   *   cost     a logarithm for each position
   *
   * @example
   * ```ts
   * pe.queryScale({ positions: [0, 8191, 65535] }).data; // 1, 1.0693, 1.2197
   * pe.queryScale({ length: 20000, form: 'mistral', floorScale: 16384 });
   * ```
   */
  queryScale<D extends DType = 'float32'>(
    options: QueryScaleOptions<D>,
  ): Tensor<D>;
}

export const queryScale: TableMethod<
  QueryScaleMethod,
  typeof queryScaleParameters
> = {
  name,
  parameters: queryScaleParameters,
  plan(heap, checked) {
    const positions = readPositions(name, checked);
    for (const row of positions.extremes()) {
      const position = positions.at(row);
      if (position >= 0) continue;
      throw wrongValue(name, positions.nameOf(row), 'at least 0', position);
    }
    return planRows(heap, name, positions, checked, {
      width: 1,
      shape: (rows) => [rows],
      alone: true,
      operations: 500,
      kernel: (scratch) => (where, rows, out) =>
        scratch.core.queryScale({ ...checked, where, rows, out }),
    });
  },
};
