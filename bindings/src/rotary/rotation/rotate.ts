/** The rotation of queries and keys: `rotate`. */

import type { Tensor } from '../../arrays/tensor.js';
import type { Heap, Scratch } from '../../core/memory.js';
import { checkOptions } from '../../describe/checks.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { checkSets, type RopeCore, sourceOf, turnsOf } from '../core.js';
import {
  type PlacesOptions,
  type ReadPositions,
  readRowPositions,
  type SequencePositions,
  sequencePositions,
} from '../rows/row-positions.js';
import type { RowOptions } from '../rows/rows.description.js';
import { readAxisRows, sequenceAxisRows } from '../rows/rows.js';
import { readOptions, remember, rotateAgain } from './repeated-rotation.js';
import { rotationOperations } from './rotate.description.js';
import {
  type HeadsData,
  type HeadsOptions,
  headsRotationOf,
  type RotaryData,
  type RotaryDType,
  readData,
  rotateSequences,
  type TurnedOption,
} from './rotated-heads.js';

const method = 'rope.rotate';
const { parameters } = rotationOperations.rotate;

// The type names the description's own object, whose comments editors then show.
type Operations = typeof rotationOperations;

/** Options of {@link Rope.rotate}; `D` is the dtype of the numbers. */
export interface RotateOptions<D extends RotaryDType = RotaryDType>
  extends HeadsOptions<D>,
    TurnedOption<D>,
    PlacesOptions,
    RowOptions,
    OptionsOf<
      Operations['rotate']['parameters'],
      D,
      keyof HeadsOptions | 'out' | keyof PlacesOptions | keyof RowOptions
    > {}

export function rotate<D extends RotaryDType>(
  heap: Heap,
  core: RopeCore,
  x: RotaryData<D>,
  options: RotateOptions<D>,
): Tensor<D> {
  const read = readOptions(options);
  const again = read && rotateAgain(heap, core, method, x, read);
  if (again) return again as Tensor<D>;
  const checked = checkOptions(method, parameters, read ?? options);
  const data = readData(method, 'x', x, checked);
  const rows = readAxisRows(method, core, checked, ['start', 'step']);
  const given = rows ? undefined : readRowPositions(method, checked);
  const source = sourceOf(method, core, checked.side);
  const rotation = headsRotationOf(heap, core, data);
  checkSets(method, core, rotation.at.heads);
  const positions = rows
    ? sequenceAxisRows(method, checked, rows, rotation.at)
    : sequencePositions(method, given as ReadPositions, rotation.at, core);
  const { inverse } = checked;
  const plain = !inverse && source === core.turns;
  const turned = plain ? core : { ...core, inverse, turns: source };
  heap.scope(method, (scratch) => {
    rotateHeads(scratch, turned, rotation, positions);
  });
  if (read) remember(core, x, read, rotation, inverse);
  return rotation.result() as Tensor<D>;
}

/** The state of a rope, and whether it turns by the opposite angles. */
interface DirectedRope extends RopeCore {
  readonly inverse?: boolean;
}

/** Turns heads in the instance's memory or out of it. */
export function rotateHeads(
  scratch: Scratch,
  turned: DirectedRope,
  heads: HeadsData,
  positions: SequencePositions,
): void {
  rotateSequences(scratch, heads, positions, turned, () => {
    const turns = turnsOf(scratch, turned.turns);
    return (options, where, rows, { from, to }) =>
      scratch.core.rotate({ turns, options, where, rows, x: from, out: to });
  });
}
