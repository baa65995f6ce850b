/**
 * Gradient of FLOATER. The mathematics is in
 * `cpp/posenc/absolute/floater.hpp`.
 */

import { readGiven } from '../arrays/operand.js';
import {
  type Positions,
  type positionParameters,
  type RowPositions,
  readPositions,
} from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Scratch } from '../core/memory.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type GradientDType, planGradients } from '../terms/gradients.js';
import {
  checkBegin,
  checkWay,
  costOf,
  type Learned,
  leftRange,
  readFlow,
} from './floater-flow.js';
import { floaterGradientParameters } from './floater-gradient.description.js';
import type { floaterFlow } from './floater-parameters.js';
import { checkFloats } from './floats.js';
import type { gradientDtype } from './gradient.js';

const name = 'floaterGradient';

/** Cost of a gradient, as a multiple of the way to the last position. */
const TIMES = 8;

/** Options of `floaterGradient`; `D` is the dtype of the gradients. */
export type FloaterGradientOptions<D extends GradientDType = GradientDType> =
  Positions &
    OptionsOf<
      typeof floaterGradientParameters &
        typeof floaterFlow &
        typeof gradientDtype,
      D,
      keyof typeof positionParameters
    >;

/**
 * Gradients of the initial state and the weights, each with the shape of its
 * array.
 */
export type FloaterGradient<D extends GradientDType = GradientDType> = {
  readonly [N in Learned]: Tensor<D>;
};

export interface FloaterGradientMethod {
  /**
   * Gradients of the initial state and the weights of `floater`, of sum(rows ·
   * upstream).
   *
   *   formula  reverse-mode differentiation of the solver's steps, not the
   *            adjoint equation (method of Liu et al. 2020, arXiv:2003.09229)
   *   shapes   upstream [L, batch · layers · D]; each gradient has the shape of
   *            its array
   *   range    as `floater`, but an eighth of its products
   *   error    float64 sums in a fixed order, rounded once
   *   cost     about six times `floater`; in the instance's memory 2√steps
   *            states with 8 bytes a number, upstream, and 8 bytes for each
   *            number of the gradients
   *
   * @example
   * ```ts
   * const { initial, inputWeight } = pe.floaterGradient({
   *   length: 64, dim: 32, seed: 7, upstream, // [64, 32]
   * });
   * ```
   */
  floaterGradient<D extends GradientDType = 'float32'>(
    options: FloaterGradientOptions<D>,
  ): FloaterGradient<D>;
}

export const floaterGradient: Method<
  FloaterGradientMethod,
  typeof floaterGradientParameters
> = {
  name,
  parameters: floaterGradientParameters,
  plan(heap, checked) {
    const given = readGiven(name, 'upstream', checked.upstream, 'float32');
    const positions = readPositions(name, checked);
    const flow = readFlow(heap, name, checked);
    const { length } = positions;
    const { width, stepSize } = flow;
    const upstream = checkFloats(heap, name, given, {
      length: length * width,
      shape: `[positions, batch · layers · dim] = [${length}, ${width}]`,
      shaped: floaterGradientParameters.upstream,
      sizes: { positions: length, 'batch · layers · dim': width },
    });
    checkBegin(name, positions);
    checkWay(name, positions, flow, { delta: checked.delta, times: TIMES });

    return planGradients(heap, name, {
      dtype: checked.dtype,
      shapes: flow.shapes,
      cost: 6 * costOf(positions, flow, checked.delta),
      add: (scratch, gradient) => {
        const loaded = flow.load(scratch);
        const from = upstream.load(scratch);
        const way = inOrder(scratch, positions);
        const status = scratch.core.floaterGradient({
          ...loaded,
          ...way,
          rows: length,
          upstream: from,
          initialGradient: gradient.initial,
          gradient,
        });
        if (status === 'bad-value') throw leftRange(name, stepSize);
        scratch.check(status);
      },
    });
  },
};

/**
 * The positions in ascending order and the row of each, as the core needs them.
 */
function inOrder(scratch: Scratch, rows: RowPositions) {
  const { length } = rows;
  const { heap } = scratch;
  const positions = scratch.bytes(length * Float64Array.BYTES_PER_ELEMENT);
  const order = scratch.bytes(length * Uint32Array.BYTES_PER_ELEMENT);
  const sorted = new Uint32Array(heap.buffer, order, length);
  sorted.set(sorted.map((_, i) => i).sort((a, b) => rows.at(a) - rows.at(b)));
  const list = new Float64Array(heap.buffer, positions, length);
  sorted.forEach((row, i) => {
    list[i] = rows.at(row);
  });
  return { positions, order };
}
