/**
 * Random Fourier features: options in, table out.
 * `cpp/posenc/absolute/fourier_features.hpp` draws the frequencies; oscillators
 * make the table.
 */

import {
  type PositionTableOptions,
  planTable,
  type TableMethod,
} from '../arrays/plan-table.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import {
  FREQUENCY_WORDS,
  makeOscillators,
  overRoot,
} from '../core/oscillators.js';
import { fourierFeaturesParameters } from './fourier-features.description.js';

const name = 'fourierFeatures';

/** Options of `fourierFeatures`; `D` is the dtype of the table. */
export type FourierFeaturesOptions<D extends DType = DType> =
  PositionTableOptions<typeof fourierFeaturesParameters, D>;

export interface FourierFeaturesMethod {
  /**
   * A table of random Fourier features: the dot product of two rows
   * approximates a Gaussian of their distance.
   *
   *   formula  √(2/D) sin(ω_k p) and √(2/D) cos(ω_k p), ω_k = deviation ·
   *            |z_k|, z_k normal; the dot product of rows p and q approximates
   *            exp(-deviation² (p - q)² / 2) (Rahimi and Recht 2007)
   *   shapes   [L, D], L positions by `dim`
   *   range    positions up to 2^53 from zero, fractions too; dim ≤ 2^20
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp for |position · ω| ≤
   *            2^31, where ω is the drawn float64; float64 ≤ 1 ulp
   *   cost     about one pass over the table; in the instance's memory up to
   *            200 bytes a column
   *
   * @example
   * ```ts
   * pe.fourierFeatures({ length: 128, dim: 256, deviation: 0.1, seed: 1 });
   * ```
   */
  fourierFeatures<D extends DType = 'float32'>(
    options: FourierFeaturesOptions<D>,
  ): Tensor<D>;
}

export const fourierFeatures: TableMethod<
  FourierFeaturesMethod,
  typeof fourierFeaturesParameters
> = {
  name,
  parameters: fourierFeaturesParameters,
  plan(heap, checked) {
    const { dim, deviation, seed } = checked;
    const count = dim / 2;
    const table = {
      dim,
      layout: checked.layout,
      cosinesFirst: false,
      dtype: checked.dtype,
      zeroPosition: Number.NaN,
    };
    return planTable(heap, name, checked, {
      width: dim,
      kernel: (scratch) => {
        const words = drawFrequencies(heap, count, deviation, seed);
        const frequencies = { count, precision: 'exact', words } as const;
        // √(2/D)
        const scale = overRoot(heap, 1, dim / 2);
        const bank = makeOscillators(scratch, frequencies, scale);
        return (where, rows, out) =>
          scratch.core.sinusoidal({ bank, ...table, where, rows, out });
      },
    });
  },
};

/** Draws `count` frequencies in the core. */
function drawFrequencies(
  heap: Heap,
  count: number,
  deviation: number,
  seed: number,
): Float64Array {
  return heap.scope(name, (scratch) => {
    const length = count * FREQUENCY_WORDS;
    const out = scratch.bytes(length * Float64Array.BYTES_PER_ELEMENT);
    scratch.check(
      scratch.core.randomFrequencies({ seed, deviation, count, out }),
    );
    return new Float64Array(heap.buffer, out, length).slice();
  });
}
