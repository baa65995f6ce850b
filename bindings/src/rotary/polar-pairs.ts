/**
 * The pairs of PoPE: heads in, wider heads out. The mathematics is in
 * `cpp/posenc/rotary/polar_pairs.hpp`.
 */

import { planRows } from '../arrays/plan-table.js';
import { RowPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { readPolarHeads } from './polar-heads.js';
import { polarPairsParameters } from './polar-pairs.description.js';

const name = 'polarPairs';

/** Options of `polarPairs`. */
export interface PolarPairsOptions
  extends OptionsOf<typeof polarPairsParameters, 'float32'> {}

export interface PolarPairsMethod {
  /**
   * The pairs of PoPE (polar coordinate position embedding), which a rope turns.
   *
   *   formula  component x of a head becomes ln(1 + e^x) (cos φ, sin φ), with its
   *            phase φ, or 0 (Gopalakrishnan et al. 2025, arXiv:2509.10534); what
   *            is behind the first `rotaryDim` follows unchanged
   *   shapes   x [rows, heads, headDim]; result [rows, heads, headDim +
   *            rotaryDim]; both also with a batch in front
   *   range    finite numbers; phases are held within -2π and 0
   *   error    ≤ 0.5001 ulp
   *   cost     about 80 operations a component
   *
   * @example
   * ```ts
   * // Heads of width 64 become 64 pairs, with 64 frequencies.
   * const rotary = pe.rope({ headDim: 128, layout: 'interleaved' });
   * const pairs = { heads: 8, headDim: 64 };
   * pe.attention({
   *   q: pe.polarPairs({ x: q, ...pairs }),
   *   k: pe.polarPairs({ x: k, ...pairs, phases }),
   *   v, rotary, scale: 1 / 8, causal: true,
   * });
   * ```
   */
  polarPairs(options: PolarPairsOptions): Tensor<'float32'>;
}

export const polarPairs: Method<
  PolarPairsMethod,
  typeof polarPairsParameters,
  Tensor<'float32'>
> = {
  name,
  parameters: polarPairsParameters,
  plan(heap, checked) {
    const { rows, lines, heads, headDim, width, load } = readPolarHeads(
      ...([heap, name, checked] as const),
    );
    const all = RowPositions.range(name, 'x', rows, 0);
    const result = {
      rows: undefined,
      dtype: 'float32',
      out: checked.out,
    } as const;
    return planRows(heap, name, all, result, {
      width: heads * width,
      shape: () => [...lines, heads, width],
      whole: true,
      operations: 40,
      bytes: rows * heads * headDim * 4,
      kernel: (scratch) => {
        const { x, form } = load(scratch);
        return ({ first }, count, out) =>
          scratch.core.polarPairs({
            form,
            x: x + first * heads * headDim * 4,
            rows: count,
            out,
          });
      },
    });
  },
};
