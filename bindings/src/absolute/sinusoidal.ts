/**
 * Sinusoidal position encodings: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/sinusoidal.hpp`.
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
import {
  checkReach,
  exactScale,
  keptOscillators,
  overRoot,
} from '../core/oscillators.js';
import { sinusoidalSpacing } from './frequencies.js';
import {
  sinusoidalParameters,
  sinusoidalPresets,
} from './sinusoidal.description.js';

const name = 'sinusoidal';

/** Options of `sinusoidal`; `D` is the dtype of the table. */
export type SinusoidalOptions<D extends DType = DType> = PositionTableOptions<
  typeof sinusoidalParameters,
  D
>;

export interface SinusoidalMethod {
  /**
   * A table of sinusoidal position encodings, in any form in use: see `preset`.
   *
   *   formula  PE[p, 2k] = s·sin(p · f · base^(-k/(W/2 - shift))), PE[p, 2k+1]
   *            = s·cos(the same), W = dim, or with `odd: 'zero'` the largest
   *            even number up to dim (Vaswani et al. 2017, arXiv:1706.03762,
   *            section 3.5); with `layout: 'blocks'` the sines come first, then
   *            the cosines; an odd width has one sine more, or a column of
   *            zeros
   *   shapes   [L, D], L positions by `dim`
   *   range    positions up to 2^53 from zero, fractions too; dim ≤ 2^20; base
   *            from 1 to 2^126
   *   error    `exact`: float32, float16 and bfloat16 ≤ 0.5001 ulp for
   *            |position · f| ≤ 2^31 and base ≤ 10^9; float64 ≤ 1 ulp
   *   cost     about one pass over the table; in the instance's memory up to
   *            200 bytes a column and a scratch of 2 MiB, or of 32 rows where
   *            they are wider than 64 KiB
   *
   * @example
   * ```ts
   * const table = pe.sinusoidal({ length: 2048, dim: 512 });
   * table.shape; // [2048, 512]
   * pe.sinusoidal({ positions: [0, 7, 1.5], dim: 64, layout: 'blocks' });
   * pe.sinusoidal({ length: 1500, dim: 384, preset: 'whisper' });
   * ```
   */
  sinusoidal<D extends DType = 'float32'>(
    options: SinusoidalOptions<D>,
  ): Tensor<D>;
}

export const sinusoidal: TableMethod<
  SinusoidalMethod,
  typeof sinusoidalParameters
> = {
  name,
  parameters: sinusoidalParameters,
  presets: sinusoidalPresets,
  plan(heap, checked) {
    const { dim, odd, precision, cosinesFirst, scale } = checked;
    const { zeroPosition = Number.NaN } = checked;
    if (cosinesFirst && dim % 2 === 1 && odd === 'sine') {
      const rule = 'even where cosines come first, unless odd is "zero"';
      throw wrongValue(name, 'dim', rule, dim);
    }
    const wanted = { ...sinusoidalSpacing(name, checked), precision };
    const positions = readPositions(name, checked);
    checkReach(name, positions, checked.frequencyScale);
    return planRows(heap, name, positions, checked, {
      width: dim,
      alone: true,
      kernel: (scratch) => {
        const factor = checked.overRootDim
          ? overRoot(heap, scale, dim)
          : exactScale(scale);
        const bank = keptOscillators(scratch, name, wanted, factor);
        const { layout, dtype } = checked;
        // Not as a spread: V8 would add the members behind it one by one.
        return (where, rows, out) =>
          scratch.core.sinusoidal({
            ...{ bank, dim, layout, cosinesFirst, dtype, zeroPosition },
            ...{ where, rows, out },
          });
      },
    });
  },
};
