/** Moves rotated keys from one rope to another: `rebase`. */

import type { Tensor } from '../../arrays/tensor.js';
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
  checkPlain(method, core, ['axes', 'decay']);
  const data = readData(method, 'keys', keys, checked);
  const given = readRowPositions(method, checked);
  const other = find(method, 'to', checked.to);
  checkPlain(`${method}: to`, other, ['axes', 'decay']);
  checkAlike(core, other);
  const rotation = headsRotationOf(heap, core, data);
  const positions = sequencePositions(method, given, rotation.at, {
    ...core,
    maxFrequency: Math.max(core.maxFrequency, other.maxFrequency),
  });
  const between = {
    ...core,
    layout: core.outLayout,
    outLayout: other.outLayout,
  };
  heap.scope(method, (scratch) => {
    rotateSequences(scratch, rotation, positions, between, () => {
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

/** Throws unless both ropes turn the same components of a head. */
function checkAlike(core: RopeCore, other: RopeCore): void {
  const sizesOf = ({ headDim, rotaryStart, pairs }: RopeCore) => ({
    headDim,
    rotaryStart,
    rotaryDim: 2 * pairs,
  });
  const [own, theirs] = [sizesOf(core), sizesOf(other)];
  for (const name of ['headDim', 'rotaryDim', 'rotaryStart'] as const) {
    if (own[name] === theirs[name]) continue;
    const rule = `${own[name]}, as that of the rope of the keys`;
    throw wrongValue(method, `to.${name}`, rule, theirs[name], 'ERR_SHAPE');
  }
}
