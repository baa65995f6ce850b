/** The gradient of a loss by the frequencies of a rope. */

import {
  inputOf,
  readOptional,
  shapeError,
  targetOf,
} from '../../arrays/operand.js';
import { shapeText, type Tensor } from '../../arrays/tensor.js';
import { bytesOf } from '../../base/dtype.js';
import { wrongValue } from '../../base/errors.js';
import type { Heap } from '../../core/memory.js';
import { checkOptions } from '../../describe/checks.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { checkPlain, type RopeCore, turnsOf } from '../core.js';
import {
  type PlacesOptions,
  readRowPositions,
  sequencePositions,
} from '../rows/row-positions.js';
import { readShape } from './heads.js';
import { rotationOperations } from './rotate.description.js';
import {
  type HeadsOptions,
  type RotaryData,
  type RotaryDType,
  readRotated,
} from './rotated-heads.js';

const method = 'rope.frequencyGradient';
const { parameters } = rotationOperations.frequencyGradient;

// The type names the description's own object, whose comments editors then show.
type Operations = typeof rotationOperations;

/** Options of {@link Rope.frequencyGradient}. */
export interface FrequencyGradientOptions
  extends HeadsOptions,
    PlacesOptions,
    OptionsOf<
      Operations['frequencyGradient']['parameters'],
      'float64',
      keyof HeadsOptions | keyof PlacesOptions
    > {}

export function frequencyGradient<D extends RotaryDType>(
  heap: Heap,
  core: RopeCore,
  x: RotaryData<D>,
  upstream: RotaryData<D>,
  options: FrequencyGradientOptions,
): Tensor<'float64'> {
  const checked = checkOptions(method, parameters, options);
  checkPlain(method, core, ['axes', 'decay', 'mixture']);
  const from = readRotated(method, 'x', x, checked.dtype);
  const { dtype } = from;
  const by = readRotated(method, 'upstream', upstream, dtype);
  const to = readOptional(method, 'out', checked.out, 'float64');
  const given = readRowPositions(method, checked);

  const input = inputOf(heap, method, from);
  const at = readShape(method, 'x', input, core.headDim, checked);
  const gradient = inputOf(heap, method, by);
  if (gradient.length !== input.length) {
    const rule = `${input.length}, that of x`;
    const { length } = gradient;
    throw wrongValue(method, 'upstream.length', rule, length, 'ERR_SHAPE');
  }
  const alike = input.shape?.join() === gradient.shape?.join();
  if (input.shape && gradient.shape && !alike) {
    const rule = `that of x, ${shapeText(input.shape)}`;
    throw shapeError(method, 'upstream', rule, gradient.shape);
  }
  const positions = sequencePositions(method, given, at, core);
  const { pairs, rotaryStart, layout, outLayout } = core;
  const out = targetOf(heap, method, to, { dtype: 'float64', shape: [pairs] });
  const sums = new Float64Array(pairs);
  heap.scope(method, (scratch) => {
    if (pairs === 0 || at.sequences === 0) return;
    const turns = turnsOf(scratch, core.turns);
    const { length, heads, headDim, headsFirst } = at;
    const shared = positions.length === 1;
    const sequences = shared ? at.sequences : 1;
    const where = { heads, headDim, headsFirst, sequences, length, dtype };
    const turned = { rotaryStart, layout, outLayout };
    const call = {
      turns,
      options: { at: where, ...turned, inverse: false, constant: false },
      rows: length,
      gradient: scratch.copy(sums),
    };
    const list = scratch.bytes(length * Float64Array.BYTES_PER_ELEMENT);
    const own = input.operand.pointer ?? scratch.copy(input.operand.array);
    const other =
      gradient.operand.pointer ?? scratch.copy(gradient.operand.array);
    const bytes = length * heads * headDim * bytesOf(dtype);
    positions.forEach((rows, i) => {
      const skipped = i * bytes;
      const status = scratch.core.frequencyGradient({
        ...call,
        where: rows.where(0, length, heap.buffer, list),
        x: own + skipped,
        upstream: other + skipped,
      });
      scratch.check(status);
    });
    sums.set(new Float64Array(heap.buffer, call.gradient, pairs));
  });
  const result = out.tensor();
  result.data.set(sums);
  return result;
}
