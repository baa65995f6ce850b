/**
 * Gradient of complex-order embeddings. The mathematics is in
 * `cpp/posenc/absolute/complex_order.hpp`.
 */

import { readGiven } from '../arrays/operand.js';
import {
  type Positions,
  type positionParameters,
  readPositions,
} from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type GradientDType, planGradients } from '../terms/gradients.js';
import { complexOrderGradientParameters } from './complex-order-gradient.description.js';
import type { complexOrderTables } from './complex-order-parameters.js';
import { readTables, withTokens } from './complex-order-tables.js';
import { checkFloats } from './floats.js';
import type { gradientDtype } from './gradient.js';

const name = 'complexOrderGradient';

/** Arithmetic operations for a number of upstream, about. */
const OPERATIONS = 100;

/** Options of `complexOrderGradient`; `D` is the dtype of the gradients. */
export type ComplexOrderGradientOptions<
  D extends GradientDType = GradientDType,
> = Positions &
  OptionsOf<
    typeof complexOrderGradientParameters &
      typeof complexOrderTables &
      typeof gradientDtype,
    D,
    keyof typeof positionParameters
  >;

/** Gradients of the tables, each with the shape of its table. */
export interface ComplexOrderGradient<D extends GradientDType = GradientDType> {
  readonly amplitude: Tensor<D>;
  readonly frequency: Tensor<D>;
  readonly phase: Tensor<D>;
}

export interface ComplexOrderGradientMethod {
  /**
   * Gradients of the tables of `complexOrder`, of sum(real · upstreamReal) +
   * sum(imaginary · upstreamImaginary).
   *
   *   formula  ∂r = cos a · R + sin a · I, ∂φ = r (cos a · I - sin a · R), ∂ω =
   *            p ∂φ, a = ω p + φ; each summed over the rows of its word, ∂ω
   *            also over all words or dimensions that share ω (for Wang et al.
   *            2020, arXiv:1912.12333)
   *   shapes   upstreams [L, D]; amplitude and phase [words, D], frequency
   *            [words, D], [words] or [D]
   *   range    as `complexOrder`
   *   error    float64 sums in the order of the rows, rounded once
   *   cost     as `complexOrder`; in the instance's memory both upstreams and 8
   *            bytes for each number of the gradients
   *
   * @example
   * ```ts
   * const { amplitude, frequency } = pe.complexOrderGradient({
   *   tokens, positions, dim: 64, upstreamReal, upstreamImaginary,
   * });
   * ```
   */
  complexOrderGradient<D extends GradientDType = 'float32'>(
    options: ComplexOrderGradientOptions<D>,
  ): ComplexOrderGradient<D>;
}

export const complexOrderGradient: Method<
  ComplexOrderGradientMethod,
  typeof complexOrderGradientParameters
> = {
  name,
  parameters: complexOrderGradientParameters,
  plan(heap, checked) {
    const { dim, sharing } = checked;
    const real = readGiven(
      name,
      'upstreamReal',
      checked.upstreamReal,
      'float32',
    );
    const imaginary = readGiven(
      name,
      'upstreamImaginary',
      checked.upstreamImaginary,
      'float32',
    );
    const positions = readPositions(name, checked);
    const { length } = positions;
    const tables = readTables(heap, name, checked, positions);
    const { words } = tables;
    const rows = {
      length: length * dim,
      shape: `[positions, dim] = [${length}, ${dim}]`,
      shaped: complexOrderGradientParameters.upstreamReal,
      sizes: { positions: length, dim },
    };
    const upstreamReal = checkFloats(heap, name, real, rows);
    const upstreamImaginary = checkFloats(heap, name, imaginary, rows);
    const shapes = {
      amplitude: [words, dim],
      frequency: sharing === 'none' ? [words, dim] : [tables.frequencies],
      phase: [words, dim],
    };
    return planGradients(heap, name, {
      dtype: checked.dtype,
      shapes,
      cost: rows.length * OPERATIONS,
      add: (scratch, gradient) => {
        const loaded = tables.load(scratch);
        const up = [
          upstreamReal.load(scratch),
          upstreamImaginary.load(scratch),
        ];
        const room = positions.counted ? 0 : scratch.bytes(length * 8);
        const where = positions.where(0, length, heap.buffer, room);
        const run = withTokens(scratch, tables.tokens);
        const status = run(0, where, length, (at, count, tokens, done) => {
          const [r = 0, i = 0] = up.map((pointer) => pointer + done * dim * 4);
          return scratch.core.complexOrderGradient({
            tables: loaded,
            where: at,
            rows: count,
            tokens,
            upstreamReal: r,
            upstreamImaginary: i,
            gradient,
          });
        });
        scratch.check(status);
      },
    });
  },
};
