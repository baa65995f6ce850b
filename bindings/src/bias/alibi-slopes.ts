/** The slopes of ALiBi: options in, list out. */

import { readOptional, targetOf } from '../arrays/operand.js';
import type { ResultOptions } from '../arrays/plan-table.js';
import type { Tensor } from '../arrays/tensor.js';
import { type DType, viewArray } from '../base/dtype.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import {
  alibiSlopesParameters,
  type SlopeOptions,
} from './alibi-slopes.description.js';

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
  plan(heap, { heads, maxBias, order, dtype, out: to }) {
    const shape = [heads];
    const given = readOptional(name, 'out', to, dtype);
    return {
      outputs: { slopes: { shape, dtype } },
      cost: heads * 6000,
      run: () => {
        const target = targetOf(heap, name, given, { dtype, shape });
        heap.scope(name, (scratch) => {
          const slopes = scratch.bytes(heads * 8);
          const out = scratch.bytes(heads * 8);
          const { core } = scratch;
          scratch.check(core.alibiSlopes({ heads, maxBias, order, slopes }));
          scratch.check(
            core.roundValues({ values: slopes, count: heads, dtype, out }),
          );
          const rounded = viewArray(dtype, heap.buffer, out, heads);
          target.tensor().data.set(rounded as never);
        });
        return target.tensor();
      },
    };
  },
};
