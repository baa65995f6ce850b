/**
 * The forgetting bias: options in, map out. The mathematics is in
 * `cpp/posenc/bias/forgetting.hpp`.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Status } from '../core/wasm/calls.js';
import type { OptionsOf } from '../describe/parameters.js';
import { readWeight } from '../terms/weights.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import {
  forgettingOwn,
  forgettingParameters,
} from './forgetting.description.js';

const name = 'forgetting';

/** Options of `forgetting`; `D` is the dtype of the result. */
export type ForgettingOptions<D extends DType = DType> = BiasOptions<
  typeof forgettingOwn,
  D
>;

export interface ForgettingMethod {
  /**
   * The biases of the Forgetting Transformer, sums of logarithms of gates.
   *
   *   formula  b[h, i, j] = sum of ln sigmoid(gates[t, h]) over j < t ≤ i; 0
   *            where j ≥ i (Lin et al. 2025, arXiv:2503.02130, section 3)
   *   shapes   gates: [positions, heads]; result [heads, queries, keys]
   *   range    every query and every key before it has a row of gates
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 6 ulp,
   *            unless the gates before the key forget 2^40 times as much
   *   cost     one pass over the result in float64, and an exponential and a
   *            logarithm for each gate
   *
   * @example
   * ```ts
   * const gates = Float32Array.of(2, 3, -1, 4); // of four tokens
   * pe.forgetting({ heads: 1, gates, queries: 4 });
   * ```
   */
  forgetting<D extends DType = 'float32'>(
    options: ForgettingOptions<D>,
  ): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    forgetting: Partial<OptionsOf<typeof forgettingOwn>> &
      Pick<OptionsOf<typeof forgettingOwn>, 'gates'>;
  }
}

export const forgetting: BiasMethod<ForgettingMethod, typeof forgettingOwn> =
  biasMethod({
    name,
    parameters: forgettingParameters,
    own: forgettingOwn,
    plan(heap, checked) {
      const { heads, gateStart: start } = checked;
      const given = readGiven(name, 'gates', checked.gates, 'float32');
      const positions = rowsOf(inputOf(heap, name, given).length, heads);
      const shape = [positions, heads];
      const gates = readWeight(heap, name, 'gates', checked.gates, shape);
      /** The core finds a value bad only where a position has no gate. */
      const covered = (status: Status): Status => {
        if (status !== 'bad-value') return status;
        const last = start + positions - 1;
        const rule =
          'rows for all positions from the first key to the last query; it ' +
          `has those from ${start} to ${last}`;
        throw wrongValue(name, 'gates', rule, positions, 'ERR_SHAPE');
      };
      return {
        heads,
        by: 'query',
        operations: 8,
        load(scratch) {
          const { core } = scratch;
          const made = scratch.own(
            scratch.make(
              () =>
                core.makeForgetting({
                  gates: gates.float32(scratch),
                  ...{ positions, heads, start },
                }),
              32 * positions * heads,
            ),
          );
          return {
            values: (line, values) =>
              covered(core.forgetting({ forgetting: made, ...line, values })),
            back: (line, upstream) =>
              covered(
                core.forgettingBack({ forgetting: made, ...line, upstream }),
              ),
            gradients() {
              const count = positions * heads;
              const gradient = scratch.bytes(count * 4);
              scratch.check(
                core.forgettingGradient({ forgetting: made, gradient }),
              );
              const { buffer } = scratch.heap;
              const data = new Float32Array(buffer, gradient, count).slice();
              return { gates: makeTensor(data, shape, 'float32') };
            },
          };
        },
      };
    },
  });

function rowsOf(length: number, heads: number): number {
  const rows = length / heads;
  if (rows >= 1 && Number.isInteger(rows)) return rows;
  const rule = `a multiple of ${heads}, a number for each head`;
  throw wrongValue(name, 'gates.length', rule, length, 'ERR_SHAPE');
}
