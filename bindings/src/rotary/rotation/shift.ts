/** Moves rotated keys to other positions: `shift`. */

import { conflict, RowPositions } from '../../arrays/positions.js';
import type { Tensor } from '../../arrays/tensor.js';
import { wrongValue } from '../../base/errors.js';
import type { Heap } from '../../core/memory.js';
import { checkReach } from '../../core/oscillators.js';
import { type Checked, checkOptions, ruleOf } from '../../describe/checks.js';
import { missing } from '../../describe/missing.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { checkPlain, type RopeCore, withoutAmplitude } from '../core.js';
import { AxisRows } from '../rows/axis-rows.js';
import type { SequencePositions } from '../rows/row-positions.js';
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
  const moves = readMoves(core, rotation.at.length, checked);
  // The keys have the factor of cosines and sines already, and their order.
  const turned = {
    ...core,
    layout: core.outLayout,
    turns: withoutAmplitude(core.turns),
  };
  heap.scope(method, (scratch) => {
    rotateHeads(scratch, turned, rotation, [moves]);
  });
  return rotation.result() as Tensor<D>;
}

/** How far each row moves: as far on all axes, or on each axis by itself. */
function readMoves(
  core: RopeCore,
  length: number,
  { by, byAxes }: Checked<typeof parameters>,
): SequencePositions[0] {
  const along = (param: string, value: number) => {
    const rows = RowPositions.range(method, param, length, value, 0);
    checkReach(method, rows, core.maxFrequency, () => param);
    return rows;
  };
  if (byAxes === undefined) {
    if (by === undefined) throw missing(method, 'by', ruleOf(parameters.by));
    return along('by', by);
  }
  if (by !== undefined) throw conflict(method, 'by', 'byAxes');
  const axes = core.axes?.count ?? 1;
  if (byAxes.length !== axes) {
    const rule = `${axes}, a number for each axis of the rope`;
    const at = 'byAxes.length';
    throw wrongValue(method, at, rule, byAxes.length, 'ERR_SHAPE');
  }
  const moves = byAxes.map((value, axis) => along(`byAxes[${axis}]`, value));
  const [first] = moves as [RowPositions];
  if (!core.axes) return first;
  return new AxisRows(length, axes, (axis, row) => {
    return (moves[axis] ?? first).at(row);
  });
}
