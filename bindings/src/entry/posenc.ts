/** The object that `load` gives: every method, bound to one instance. */

import { type AbsoluteMethods, absoluteMethods } from '../absolute/index.js';
import { type Analysis, analysis } from '../analysis/index.js';
import {
  type ResidentOptions,
  type ResidentTensor,
  residentMaker,
} from '../arrays/resident.js';
import {
  type AttentionOptions,
  type AttentionResult,
  attention,
} from '../attention/attention.js';
import type { DType } from '../base/dtype.js';
import { Heap } from '../core/memory.js';
import type { RawModule } from '../core/wasm/raw.js';
import { type Rope, type RopeOptions, rope } from '../rotary/rope.js';
import {
  type OptimiserMethod,
  optimiserMethod,
} from '../training/optimiser.js';
import { version } from './version.js';

/**
 * Positional encodings, computed by one WebAssembly instance. Every method is
 * synchronous and returns what it owns. Wrong arguments are a `TypeError` or a
 * `RangeError` with a `code`; they change nothing, and the next call works.
 */
export interface Posenc extends AbsoluteMethods, OptimiserMethod {
  /** Version of the package. */
  readonly version: string;

  /** Whether the instance uses SIMD. Results are the same bit for bit. */
  readonly simd: boolean;

  /**
   * Size of the instance's memory in bytes: inputs, scratch and resident
   * tensors. It grows when a call needs more and never shrinks.
   */
  readonly heapBytes: number;

  /**
   * A rotary position embedding, to make tables with or to turn queries and
   * keys.
   *
   *   formula  ω_k = theta^(-2k/rotaryDim)
   *            (Su et al. 2021, arXiv:2104.09864, section 3.2.2)
   *   shapes   P = rotaryDim / 2 frequencies
   *   range    headDim and rotaryDim even, rotaryDim ≤ headDim ≤ 2^20; theta
   *            from 1 to 2^126
   *   error    `exact`: frequencies ≤ 0.5001 ulp of float64
   *   cost     about 1000 operations a frequency, once
   *
   * @example
   * ```ts
   * const rope = pe.rope({ headDim: 128, theta: 500000 });
   * const { cos, sin } = rope.cosSin({ length: 4096 });
   * const turned = rope.rotate(q, { heads: 32, start: 1000 });
   * ```
   */
  rope(options: RopeOptions): Rope;

  /**
   * Scores and weights of queries against keys, and the weighted values.
   *
   *   formula  scores[h, i, j] = scale · R(q_i) · R(k_j), weights = softmax
   *            over j, output[i, h] = Σ_j weights[h, i, j] v_j
   *            (Vaswani et al. 2017, arXiv:1706.03762, section 3.2); R turns
   *            by the position if there is a `rotary`
   *   shapes   q [queries, heads, headDim], k [keys, keyHeads, headDim],
   *            v [keys, keyHeads, valueDim]; scores and weights [heads,
   *            queries, keys], output [queries, heads, valueDim]
   *   range    every float32; masked scores are -Infinity, and the weights of
   *            a fully masked row 0
   *   error    products and sums in float32
   *   cost     heads · queries · keys · (headDim + valueDim) products; in the
   *            instance's memory copies of q, k and v and 16 MiB of both maps,
   *            or those of one query if they are larger
   *
   * @example
   * ```ts
   * const { scores, weights } = pe.attention({
   *   q, k, heads: 8, rotary: pe.rope({ headDim: 64 }), causal: true,
   * });
   * ```
   */
  attention(options: AttentionOptions): AttentionResult;

  /** What can be said of any table of position encodings. */
  readonly analysis: Analysis;

  /**
   * A tensor in the instance's memory, for calls without a copy. To be freed
   * with `dispose()` or `using`.
   *
   *   shapes   as given
   *   range    up to 2 GiB with all else in the instance
   *   cost     zeros or a copy of `data`, once
   *
   * @example
   * ```ts
   * using x = pe.resident({ shape: [128, 8, 64] });
   * rope.rotate(x, { out: x });
   * ```
   */
  resident<D extends DType = 'float32'>(
    options: ResidentOptions<D>,
  ): ResidentTensor<D>;
}

/** The methods over an instance of the module. */
export function makePosenc(raw: RawModule): Posenc {
  const heap = new Heap(raw);
  const resident = residentMaker(heap);
  return Object.freeze({
    version,
    simd: raw.simd,
    get heapBytes() {
      return heap.buffer.byteLength;
    },
    analysis: analysis(heap),
    ...absoluteMethods(heap),
    ...optimiserMethod(heap),
    rope: (options: RopeOptions) => rope(heap, options),
    attention: (options: AttentionOptions) => attention(heap, options),
    resident: <D extends DType>(options: ResidentOptions<D>) =>
      resident(options),
  });
}
