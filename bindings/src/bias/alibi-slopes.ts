/** The slopes of ALiBi: options in, list out. */

import { readOptional } from '../arrays/operand.js';
import type { ResultOptions } from '../arrays/plan-table.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { Checked } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import {
  alibiSlopesParameters,
  type SlopeOptions,
} from './alibi-slopes.description.js';
import { formulaSlopes, planSlopes } from './slopes.js';

const name = 'alibiSlopes';

/** Options of `alibiSlopes`; `D` is the dtype of the result. */
export type AlibiSlopesOptions<D extends DType = DType> = SlopeOptions &
  Omit<ResultOptions<D>, 'rows'> &
  OptionsOf<
    typeof alibiSlopesParameters,
    D,
    keyof SlopeOptions | 'dtype' | 'out'
  >;

export interface AlibiSlopesMethod {
  /**
   * The slope of each head of ALiBi.
   *
   *   formula  2^(-maxBias (h+1)/heads) for a power of two of heads; otherwise
   *            those of the next lower power of two, then every second one of
   *            the next higher (Press et al. 2022, arXiv:2108.12409)
   *   shapes   [heads]
   *   range    any number of heads
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 0.51 ulp
   *   cost     about 6000 operations a head
   *
   * @example
   * ```ts
   * pe.alibiSlopes({ heads: 12 }).data; // 0.5, 0.25, … 0.1767766952966369, …
   * ```
   */
  alibiSlopes<D extends DType = 'float32'>(
    options: AlibiSlopesOptions<D>,
  ): Tensor<D>;
}

export const alibiSlopes: Method<
  AlibiSlopesMethod,
  typeof alibiSlopesParameters,
  Tensor<DType>
> = {
  name,
  parameters: alibiSlopesParameters,
  plan(heap, checked) {
    const { heads, dtype } = checked;
    const out = readOptional(name, 'out', checked.out, dtype);
    const load = alibiSlopesLoader(checked);
    return planSlopes(heap, name, { heads, load, dtype, out });
  },
};

/** Makes what loads the slopes of the paper. */
export const alibiSlopesLoader = ({
  heads,
  maxBias,
  order,
}: Pick<
  Checked<typeof alibiSlopesParameters>,
  'heads' | 'maxBias' | 'order'
>) =>
  formulaSlopes(heads, (core, slopes) =>
    core.alibiSlopes({ heads, maxBias, order, slopes }),
  );
