/** Moves rotated keys from one rope to another: `rebase`. */

import type { Tensor } from '../../arrays/tensor.js';
import { wrongValue } from '../../base/errors.js';
import type { Heap } from '../../core/memory.js';
import { checkOptions } from '../../describe/checks.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { checkPlain, checkSets, type RopeCore, turnsOf } from '../core.js';
import { AxisRows } from '../rows/axis-rows.js';
import {
  type PlacesOptions,
  type ReadPositions,
  readRowPositions,
  type SequencePositions,
  sequencePositions,
} from '../rows/row-positions.js';
import { readAxisRows, sequenceAxisRows } from '../rows/rows.js';
import { rotationOperations } from './rotate.description.js';
import {
  type HeadsOptions,
  headsRotationOf,
  type RotaryData,
  type RotaryDType,
  readData,
  rotateSequences,
  type TurnedOption,
} from './rotated-heads.js';

const method = 'rope.rebase';
const { parameters } = rotationOperations.rebase;

// The type names the description's own object, whose comments editors then show.
type Operations = typeof rotationOperations;

/** Options of {@link Rope.rebase}; `D` is the dtype of the numbers. */
export interface RebaseOptions<D extends RotaryDType = RotaryDType>
  extends HeadsOptions<D>,
    TurnedOption<D>,
    PlacesOptions,
    OptionsOf<
      Operations['rebase']['parameters'],
      D,
      keyof HeadsOptions | 'out' | keyof PlacesOptions
    > {}

/** Gives the state of the rope that an option names, as a handle or a spec. */
export type FindRope = (
  method: string,
  param: string,
  value: unknown,
) => RopeCore;

export function rebase<D extends RotaryDType>(
  heap: Heap,
  core: RopeCore,
  keys: RotaryData<D>,
  options: RebaseOptions<D>,
  find: FindRope,
): Tensor<D> {
  const checked = checkOptions(method, parameters, options);
  checkPlain(method, core, ['decay']);
  const data = readData(method, 'keys', keys, checked);
  const other = find(method, 'to', checked.to);
  checkPlain(`${method}: to`, other, ['decay']);
  checkAlike(core, other);
  const both = {
    ...core,
    maxFrequency: Math.max(core.maxFrequency, other.maxFrequency),
  };
  const lists = { ...checked, grid: undefined, prefix: 0 };
  const rows = readAxisRows(method, both, lists, ['start', 'step']);
  const given = rows ? undefined : readRowPositions(method, checked);
  const rotation = headsRotationOf(heap, core, data);
  checkSets(method, core, rotation.at.heads);
  const positions = rows
    ? sequenceAxisRows(method, lists, rows, rotation.at)
    : sequencePositions(method, given as ReadPositions, rotation.at, both);
  const between = {
    ...core,
    layout: core.outLayout,
    outLayout: other.outLayout,
  };
  // The core reads the positions of all rows, even if they are one.
  const listed = positions.map((rows) =>
    rows.constant
      ? new AxisRows(rows.length, core.axes?.count ?? 1, () => rows.at(0))
      : rows,
  ) as unknown as SequencePositions;
  heap.scope(method, (scratch) => {
    rotateSequences(scratch, rotation, listed, between, () => {
      const source = turnsOf(scratch, core.turns);
      const target = turnsOf(scratch, other.turns);
      return (options, where, rows, { from, to }) =>
        scratch.core.rebase({
          ...{ from: source, to: target, options, where, rows },
          ...{ x: from, out: to },
        });
    });
  });
  return rotation.result() as Tensor<D>;
}

/** Throws unless both ropes turn the same components by as many axes and sets. */
function checkAlike(core: RopeCore, other: RopeCore): void {
  const sizesOf = ({ headDim, rotaryStart, pairs, axes, sets }: RopeCore) => ({
    ...{ headDim, rotaryStart, rotaryDim: 2 * pairs },
    ...{ axes: axes?.count ?? 1, sets },
  });
  const names = [
    'headDim',
    'rotaryDim',
    'rotaryStart',
    'axes',
    'sets',
  ] as const;
  const [own, theirs] = [sizesOf(core), sizesOf(other)];
  for (const name of names) {
    if (own[name] === theirs[name]) continue;
    const rule = `${own[name]}, as that of the rope of the keys`;
    throw wrongValue(method, `to.${name}`, rule, theirs[name], 'ERR_SHAPE');
  }
}
