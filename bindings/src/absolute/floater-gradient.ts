/**
 * Gradient of FLOATER. The mathematics is in
 * `cpp/posenc/absolute/floater.hpp`.
 */

import { readGiven } from '../arrays/operand.js';
import {
  type Positions,
  type positionParameters,
  readPositions,
} from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Heap } from '../core/memory.js';
import { STATUS } from '../core/wasm/raw.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/form.js';
import {
  checkBegin,
  checkWay,
  type Learned,
  leftRange,
  readFlow,
} from './floater-flow.js';
import { floaterGradientDescription } from './floater-gradient.description.js';
import { checkFloats } from './floats.js';
import { type GradientDType, makeGradients } from './gradients.js';

const { name, parameters } = floaterGradientDescription;

/** What going there and back takes, in ways there. */
const TIMES = 8;

/** Options of `floaterGradient`; `D` is the dtype of the gradients. */
export type FloaterGradientOptions<D extends GradientDType = GradientDType> =
  Positions &
    OptionsOf<
      (typeof floaterGradientDescription)['parameters'],
      D,
      keyof typeof positionParameters
    >;

/** Gradients of the initial state and the weights, each of its shape. */
export type FloaterGradient<D extends GradientDType = GradientDType> = {
  readonly [N in Learned]: Tensor<D>;
};

export interface FloaterGradientMethod {
  /**
   * Gradients of the initial state and the weights of `floater`, of
   * sum(rows · upstream).
   *
   *   formula  reverse-mode differentiation of the steps of the solver (of Liu
   *            et al. 2020, arXiv:2003.09229), no adjoint equation
   *   shapes   upstream [L, batch · layers · D]; each gradient as what it is
   *            the gradient of
   *   range    as `floater`, an eighth of the way
   *   error    float64 sums in a fixed order, rounded once
   *   cost     about six times `floater`; in the instance's memory 2√steps
   *            states of 8 bytes a number, upstream, and 8 bytes a number of
   *            the gradients
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

export const floaterGradientMethod = (heap: Heap): FloaterGradientMethod => ({
  floaterGradient: (options) => floaterGradient(heap, options),
});

function floaterGradient<D extends GradientDType>(
  heap: Heap,
  options: FloaterGradientOptions<D>,
): FloaterGradient<D> {
  const checked = checkOptions(name, parameters, options);
  const given = readGiven(name, 'upstream', checked.upstream, 'float32');
  const positions = readPositions(name, checked);
  const flow = readFlow(heap, name, checked);
  const { length } = positions;
  const { width, stepSize } = flow;
  const upstream = checkFloats(heap, name, given, {
    length: length * width,
    shape: `[positions, batch · layers · dim] = [${length}, ${width}]`,
  });
  checkBegin(name, positions);
  checkWay(name, positions, flow, { delta: checked.delta, times: TIMES });

  return heap.scope(name, (scratch) => {
    const dtype = checked.dtype as D;
    const gradients = makeGradients(scratch, name, dtype, flow.shapes);
    const raw = flow.load(scratch);
    const from = upstream.load(scratch);
    // The core goes from position to position: it is told which row is whose.
    const times = scratch.bytes(length * Float64Array.BYTES_PER_ELEMENT);
    const order = scratch.bytes(length * Uint32Array.BYTES_PER_ELEMENT);
    const rows = new Uint32Array(heap.buffer, order, length).map((_, i) => i);
    rows.sort((a, b) => positions.at(a) - positions.at(b));
    new Uint32Array(heap.buffer, order, length).set(rows);
    const list = new Float64Array(heap.buffer, times, length);
    rows.forEach((row, i) => {
      list[i] = positions.at(row);
    });
    const status = scratch.call((module) =>
      module.floaterGradient(raw, length, times, order, from, gradients.at),
    );
    if (status === STATUS.badValue) throw leftRange(name, stepSize);
    scratch.check(status);
    return gradients.tensors();
  });
}
