/**
 * Normalised positions: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/normalised.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/plan-table.js';
import { readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { normalisedParameters } from './normalised.description.js';
import { spanOf } from './span.js';

const name = 'normalised';

/** Options of `normalised`; `D` is the dtype of the table. */
export type NormalisedOptions<D extends DType = DType> = PositionTableOptions<
  typeof normalisedParameters,
  D
>;

export interface NormalisedMethod {
  /**
   * The position as a fraction of the whole length, the same in every column.
   *
   *   formula  p/(span-1), p/span or 2p/(span-1) - 1: see `domain`
   *   shapes   [L, D], L positions by `dim`
   *   range    positions up to 2^53 from zero, also fractions and outside the
   *            span; span ≥ 2
   *   error    ≤ 0.5001 ulp in every dtype
   *   cost     one pass over the table
   *
   * @example
   * ```ts
   * pe.normalised({ length: 5 }).data; // 0, 0.25, 0.5, 0.75, 1
   * pe.normalised({ positions: [0, 50], span: 101, domain: 'symmetric' });
   * ```
   */
  normalised<D extends DType = 'float32'>(
    options: NormalisedOptions<D>,
  ): Tensor<D>;
}

export const normalised: TableMethod<
  NormalisedMethod,
  typeof normalisedParameters
> = {
  name,
  parameters: normalisedParameters,
  plan(heap, checked) {
    const positions = readPositions(name, checked);
    const span = spanOf(name, checked);
    return planRows(heap, name, positions, checked, {
      width: checked.dim,
      alone: true,
      kernel: (scratch) => (where, rows, out) =>
        scratch.core.normalised({ ...checked, span, where, rows, out }),
    });
  },
};
