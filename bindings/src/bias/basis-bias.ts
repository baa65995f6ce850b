/**
 * Biases by features of the distance: options in, map out. The mathematics is
 * in `cpp/posenc/bias/basis_bias.hpp`.
 */

import type { Line } from '../arrays/pairs.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { growableBuffer } from '../core/growable-buffer.js';
import type { Heap } from '../core/memory.js';
import { withErrorPath } from '../describe/inside.js';
import type { MethodMap } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { tableInside } from '../describe/table-inside.js';
import { headsOf } from '../terms/head-table.js';
import { readWeight } from '../terms/weights.js';
import { basisBiasOwn, basisBiasParameters } from './basis-bias.description.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';

const name = 'basisBias';

/** Options of `basisBias`; `D` is the dtype of the result. */
export type BasisBiasOptions<D extends DType = DType> = BiasOptions<
  typeof basisBiasOwn,
  D
>;

export interface BasisBiasMethod {
  /**
   * Biases that are weighted sums of features of the signed distance.
   *
   *   formula  b[h, i, j] = sum over f of table[f, h] feature_f(j - i)
   *   shapes   table: [features, heads]; result [heads, queries, keys]
   *   range    every distance that the table of the features knows
   *   error    float64 ≤ that of the features, and features 2^-53 of the sum of
   *            the terms' magnitudes; others that, rounded once
   *   cost     one pass over the result, a row of the table for each distance,
   *            and a product for each of its numbers and heads; lists of
   *            positions cost these for each pair
   *
   * @example
   * ```ts
   * const basis = { method: 'enformer', seqLength: 128, dim: 6 };
   * const table = [[1], [0], [2], [1], [0], [0]];
   * pe.basisBias({ heads: 1, basis, table, queries: 128 });
   * ```
   */
  basisBias<D extends DType = 'float32'>(
    options: BasisBiasOptions<D>,
  ): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    basisBias: Partial<OptionsOf<typeof basisBiasOwn>> &
      Pick<OptionsOf<typeof basisBiasOwn>, 'basis' | 'table'>;
  }
}

export const basisBias: BiasMethod<BasisBiasMethod, typeof basisBiasOwn> =
  biasMethod({
    name,
    parameters: basisBiasParameters,
    own: basisBiasOwn,
    plan(heap, { heads: wanted, basis, table }, _, methods = new Map()) {
      const shaped = basisBiasOwn.table;
      const heads = headsOf(heap, name, wanted, [['table', table, shaped]]);
      const features = readBasis(heap, basis, methods);
      const { width } = features;
      const shape = [width, heads];
      const weights = readWeight(heap, name, 'table', table, shape, shaped);
      return {
        heads,
        operations: 2 * width,
        load(scratch, gradient) {
          const { core } = scratch;
          const at = weights.float32(scratch);
          const sums = gradient ? weights.gradient(scratch) : undefined;
          const room = growableBuffer(scratch);
          /** Writes the features of a line to the instance's memory. */
          const writeFeatures = ({ distances, count }: Line) => {
            const list = new Float64Array(heap.buffer, distances, count);
            const rows = features.at(list.slice());
            const pointer = room(rows.byteLength);
            new Float64Array(heap.buffer, pointer, rows.length).set(rows);
            return pointer;
          };
          return {
            values: (line, values) =>
              core.basisBias({
                features: writeFeatures(line),
                ...{ count: line.count, weights: at, width, heads, values },
              }),
            ...(sums && {
              back: (line, upstream) =>
                core.basisBiasGradient({
                  features: writeFeatures(line),
                  ...{ count: line.count, width, heads, upstream },
                  gradient: sums.pointer,
                }),
              gradients: () => ({ table: sums.tensor() }),
            }),
          };
        },
      };
    },
  });

/** The features of distances. */
interface Features {
  /** Number of features. */
  readonly width: number;
  /** The features of some distances, [distances, width]. */
  at(distances: Float64Array): Float64Array;
}

/** Plans the table that a spec names, for any positions. */
function readBasis(heap: Heap, value: unknown, methods: MethodMap): Features {
  const table = tableInside(name, 'basis', value, methods);
  const planned = (positions: Float64Array) =>
    table.plan(heap, { ...table.options, positions, dtype: 'float64' });
  const [shape] = Object.values(planned(Float64Array.of(0)).outputs);
  return {
    width: shape?.shape[1] ?? 0,
    at(positions) {
      const { run } = planned(positions);
      return (withErrorPath(table.place, run) as Tensor<'float64'>).data;
    },
  };
}
