/** Moves rotated keys to other positions: `shift`. */

import { RowPositions } from '../../arrays/positions.js';
import type { Tensor } from '../../arrays/tensor.js';
import type { Heap } from '../../core/memory.js';
import { checkReach } from '../../core/oscillators.js';
import { checkOptions } from '../../describe/checks.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { checkPlain, type RopeCore, withoutAmplitude } from '../core.js';
import { rotationOperations } from './rotate.description.js';
import { rotateHeads } from './rotate.js';
import {
  type HeadsOptions,
  headsRotationOf,
  type RotaryData,
  type RotaryDType,
  readData,
  type TurnedOption,
} from './rotated-heads.js';

const method = 'rope.shift';
const { parameters } = rotationOperations.shift;

// The type names the description's own object, whose comments editors then show.
type Operations = typeof rotationOperations;

/** Options of {@link Rope.shift}; `D` is the dtype of the numbers. */
export interface ShiftOptions<D extends RotaryDType = RotaryDType>
  extends HeadsOptions<D>,
    TurnedOption<D>,
    OptionsOf<
      Operations['shift']['parameters'],
      D,
      keyof HeadsOptions | 'out'
    > {}

export function shift<D extends RotaryDType>(
  heap: Heap,
  core: RopeCore,
  keys: RotaryData<D>,
  options: ShiftOptions<D>,
): Tensor<D> {
  const checked = checkOptions(method, parameters, options);
  checkPlain(method, core, ['decay', 'mixture']);
  const data = readData(method, 'keys', keys, checked);
  const rotation = headsRotationOf(heap, core, data);
  const { length } = rotation.at;
  const positions = RowPositions.range(method, 'by', length, checked.by, 0);
  checkReach(method, positions, core.maxFrequency, () => 'by');
  // The keys have the factor of cosines and sines already, and their order.
  const turned = {
    ...core,
    layout: core.outLayout,
    turns: withoutAmplitude(core.turns),
  };
  heap.scope(method, (scratch) => {
    rotateHeads(scratch, turned, rotation, [positions]);
  });
  return rotation.result() as Tensor<D>;
}
