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
import type { Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/form.js';
import { complexOrderGradientDescription } from './complex-order-gradient.description.js';
import { readTables, withTokens } from './complex-order-tables.js';
import { checkFloats } from './floats.js';
import { type GradientDType, makeGradients } from './gradients.js';

const { name, parameters } = complexOrderGradientDescription;

/** Options of `complexOrderGradient`; `D` is the dtype of the gradients. */
export type ComplexOrderGradientOptions<
  D extends GradientDType = GradientDType,
> = Positions &
  OptionsOf<
    (typeof complexOrderGradientDescription)['parameters'],
    D,
    keyof typeof positionParameters
  >;

/** Gradients of the tables, each of its table's shape. */
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
   *   formula  ∂r = cos a · R + sin a · I, ∂φ = r (cos a · I - sin a · R),
   *            ∂ω = p ∂φ, a = ω p + φ; summed over the rows of a word, and
   *            over all that share a frequency (of Wang et al. 2020,
   *            arXiv:1912.12333)
   *   shapes   upstreams [L, D]; amplitude and phase [words, D], frequency
   *            [words, D], [words] or [D]
   *   range    as `complexOrder`
   *   error    float64 sums in the order of the rows, rounded once
   *   cost     that of the rows; in the instance's memory both upstreams and
   *            8 bytes a number of the gradients
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

export const complexOrderGradientMethod = (
  heap: Heap,
): ComplexOrderGradientMethod => ({
  complexOrderGradient: (options) => complexOrderGradient(heap, options),
});

function complexOrderGradient<D extends GradientDType>(
  heap: Heap,
  options: ComplexOrderGradientOptions<D>,
): ComplexOrderGradient<D> {
  const checked = checkOptions(name, parameters, options);
  const { dim, sharing } = checked;
  const real = readGiven(name, 'upstreamReal', checked.upstreamReal, 'float32');
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
  };
  const upstreamReal = checkFloats(heap, name, real, rows);
  const upstreamImaginary = checkFloats(heap, name, imaginary, rows);
  const shapes = {
    amplitude: [words, dim],
    frequency: sharing === 'none' ? [words, dim] : [tables.frequencies],
    phase: [words, dim],
  };
  return heap.scope(name, (scratch) => {
    const dtype = checked.dtype as D;
    const gradients = makeGradients(scratch, name, dtype, shapes);
    const raw = tables.load(scratch);
    const up = [upstreamReal.load(scratch), upstreamImaginary.load(scratch)];
    const room = positions.counted ? 0 : scratch.bytes(length * 8);
    const where = positions.where(0, length, heap.buffer, room);
    const run = withTokens(scratch, tables.tokens);
    const status = run(0, where, length, (at, count, tokens, done) => {
      const [r = 0, i = 0] = up.map((pointer) => pointer + done * dim * 4);
      return scratch.call(({ complexOrderGradient }) =>
        complexOrderGradient(raw, at, count, tokens, r, i, gradients.at),
      );
    });
    scratch.check(status);
    return gradients.tensors();
  });
}
