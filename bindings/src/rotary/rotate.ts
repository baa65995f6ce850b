/** The rotation of queries and keys: `rotate`. */

import type { Tensor } from '../arrays/tensor.js';
import type { Heap, Scratch } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type RopeCore, turnsOf } from './core.js';
import {
  type Places,
  placesOf,
  type RotaryPositions,
  readPlaces,
} from './places.js';
import { rotationOperations } from './rotate.description.js';
import {
  type HeadsData,
  type RotaryData,
  type RotaryDType,
  readData,
  turnAll,
  turningOf,
} from './turning.js';

const method = 'rope.rotate';
const { parameters } = rotationOperations.rotate;

/** Options of {@link Rope.rotate}; `D` is the dtype of the numbers. */
export interface RotateOptions<D extends RotaryDType = RotaryDType>
  extends OptionsOf<typeof parameters, D, 'positions'> {
  /**
   * A position for each row, which all sequences share; or a list for each
   * sequence, as nested lists or a tensor `[batch, L]`. Given instead of `start`
   * and `step`. Optional.
   */
  readonly positions?: RotaryPositions | undefined;
}

export function rotate<D extends RotaryDType>(
  heap: Heap,
  core: RopeCore,
  x: RotaryData<D>,
  options: RotateOptions<D>,
): Tensor<D> {
  const checked = checkOptions(method, parameters, options);
  const data = readData(method, 'x', x, checked);
  const given = readPlaces(method, checked);
  const turning = turningOf(heap, core, data);
  const places = placesOf(method, given, turning.at);
  heap.scope(method, (scratch) => {
    rotateHeads(scratch, core, turning, places, checked.inverse);
  });
  return turning.result() as Tensor<D>;
}

/** Turns heads in the module's memory or out of it. */
export function rotateHeads(
  scratch: Scratch,
  core: RopeCore,
  turning: HeadsData,
  places: Places,
  inverse: boolean,
): void {
  turnAll(scratch, turning, places, core, () => {
    const turns = turnsOf(scratch, core.turns);
    return (shape, where, rows, { from, to }) => {
      const options = { ...shape, inverse };
      const call = { turns, options, where, rows, x: from, out: to };
      return scratch.core.rotate(call);
    };
  });
}
