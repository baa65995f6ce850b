/**
 * The factors of a block of linear attention: slopes in, tables out. The
 * mathematics is in `cpp/posenc/bias/decay.hpp`.
 */

import { makeTensor, product, type Tensor } from '../arrays/tensor.js';
import { type DType, viewArray } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult } from '../core/memory.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { decayFactorsParameters } from './decay-factors.description.js';
import type { slopesOrLaw } from './decay-slopes.description.js';
import { readSlopesOrLaw } from './decay-slopes.js';

const name = 'decayFactors';

/** Options of `decayFactors`; `D` is the dtype of the factors. */
export type DecayFactorsOptions<D extends DType = DType> = OptionsOf<
  typeof slopesOrLaw
> &
  OptionsOf<
    typeof decayFactorsParameters,
    D,
    'dtype' | keyof typeof slopesOrLaw
  > & {
    /** Type of the numbers. Defaults to `'float32'`. */
    readonly dtype?: D | undefined;
  };

/** The factors of a block, by what they multiply. */
export interface DecayFactors<D extends DType = DType> {
  /** What the state before the block gives to each query, [heads, length]. */
  readonly query: Tensor<D>;
  /** What each key gives to the state behind the block, [heads, length]. */
  readonly key: Tensor<D>;
  /** What each key of the block gives to each query, [heads, length, length]. */
  readonly diagonal: Tensor<D>;
  /** What the state keeps from block to block, [heads]. */
  readonly block: Tensor<D>;
}

export interface DecayFactorsMethod {
  /**
   * The factors with which linear attention with decay is computed block by
   * block.
   *
   *   formula  query e^(-s (i+1)), key e^(-s (length-1-j)), diagonal e^(-s (i-j))
   *            for j ≤ i, else 0, block e^(-s length) (Qin et al. 2024,
   *            arXiv:2401.04658). With `retention: 'rows'` and the sums S(n) =
   *            Σ e^(-s d) over d < n: query √(S(start)/S(start+i+1)), key
   *            1/√S(start+length), diagonal 1/√S(start+i+1), block √(S(start)/
   *            S(start+length)) times these; with `'chunks'` query
   *            S(length)/√S(i+1), key 1/S(length), diagonal 1/√S(i+1) (Sun et
   *            al. 2023, arXiv:2307.08621)
   *   shapes   slopes [heads]; query and key [heads, length], diagonal [heads,
   *            length, length], block [heads]
   *   range    finite slopes, at least 0
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 1.01 ulp,
   *            with `retention` ≤ 5 + 2 log2(start + length) ulp, for slopes in
   *            float64, to which those of a law are rounded
   *   cost     an exponential for each head and token; two passes over diagonal
   *
   * @example
   * ```ts
   * const law = { law: 'minimax', layer: 0, layers: 80 } as const;
   * const { query, key, diagonal, block } =
   *   pe.decayFactors({ heads: 64, ...law, length: 256 });
   * ```
   */
  decayFactors<D extends DType = 'float32'>(
    options: DecayFactorsOptions<D>,
  ): DecayFactors<D>;
}

export const decayFactors: Method<
  DecayFactorsMethod,
  typeof decayFactorsParameters,
  DecayFactors
> = {
  name,
  parameters: decayFactorsParameters,
  plan(heap, checked) {
    const { length, dtype, retention, start } = checked;
    if (start > 0 && retention !== 'rows') {
      const rule = "0 unless retention is 'rows'";
      throw wrongValue(name, 'start', rule, start);
    }
    const { heads, load } = readSlopesOrLaw(heap, name, checked);
    if (heads === 0) {
      const param = checked.slopes === undefined ? 'heads' : 'slopes.length';
      throw wrongValue(name, param, 'at least 1', heads, 'ERR_SHAPE');
    }
    const shapes = {
      query: [heads, length],
      key: [heads, length],
      diagonal: [heads, length, length],
      block: [heads],
    };
    const names = Object.keys(shapes) as (keyof typeof shapes)[];
    return {
      outputs: Object.fromEntries(
        names.map((part) => [part, { shape: shapes[part], dtype }]),
      ),
      cost: heads * length * (30 + 2 * length),
      run: () => {
        const made = names.map((part) => {
          const shape = shapes[part];
          return makeTensor(allocateResult(name, dtype, shape), shape, dtype);
        });
        heap.scope(name, (scratch) => {
          const { core } = scratch;
          const at = load(scratch);
          const [query, key, diagonal, block] = names.map((part) =>
            scratch.bytes(product(shapes[part]) * 8),
          ) as [number, number, number, number];
          const factors = { query, key, diagonal, block };
          scratch.check(
            core.decayFactors({ slopes: at, heads, length, factors }),
          );
          const divided = { slopes: at, heads, length, retention, start };
          scratch.check(core.retainFactors({ ...divided, factors }));
          names.forEach((part, index) => {
            const count = product(shapes[part]);
            const from = { values: factors[part], count, dtype };
            // Rounded in place: no dtype is wider than float64.
            scratch.check(core.roundValues({ ...from, out: factors[part] }));
            const rounded = viewArray(dtype, heap.buffer, factors[part], count);
            made[index]?.data.set(rounded as never);
          });
        });
        const [query, key, diagonal, block] = made as [
          Tensor<DType>,
          Tensor<DType>,
          Tensor<DType>,
          Tensor<DType>,
        ];
        return { query, key, diagonal, block };
      },
    };
  },
};
