/** Reads the checked options of a rope together, without the core. */

import { PosencTypeError, wrongValue } from '../base/errors.js';
import type { Checked } from '../describe/checks.js';
import type { ropeParameters } from './rope.description.js';
import { type RopeAxes, readAxes } from './turns/axes.js';
import { checkResolution } from './turns/resolution.js';
import { checkSchedule, type Schedule } from './turns/scaling.js';

type Options = Checked<typeof ropeParameters>;

/** What the frequencies of a rope follow from, and its axes if it has several. */
interface ReadRope {
  readonly schedule: Schedule;
  readonly axes: RopeAxes | undefined;
}

/** Reads the options of a rope; throws unless they fit together. */
export function readRope(checked: Options): ReadRope {
  const { headDim, rotaryDim = headDim, rotaryStart } = checked;
  if (rotaryDim > headDim) {
    const rule = `an even integer ≤ headDim = ${headDim}`;
    throw wrongValue('rope', 'rotaryDim', rule, rotaryDim);
  }
  if (rotaryStart + rotaryDim > headDim) {
    const rule = `at most headDim - rotaryDim = ${headDim - rotaryDim}`;
    throw wrongValue('rope', 'rotaryStart', rule, rotaryStart);
  }
  const { theta, precision, contextLength } = checked;
  const schedule = {
    theta,
    pairs: rotaryDim / 2,
    precision,
    scaling: checked.scaling ?? { type: 'default' as const },
    given: checked.frequencies,
    contextLength,
  };
  checkSchedule(schedule, checked.given);
  const axes = readAxes({ ...checked, rotaryDim });
  checkTogether(checked, axes);
  if (checked.scaling?.type === 'resolution') {
    checkResolution(checked, checked.scaling, axes?.count ?? 1);
  }
  return { schedule, axes };
}

/** Throws if options are given that exclude each other. */
function checkTogether(
  { decay, given, precision, scaling }: Options,
  axes: RopeAxes | undefined,
): void {
  const conflict = (param: string, text: string) =>
    new PosencTypeError(`rope: ${text}`, { code: 'ERR_CONFLICT', param });
  if (axes && decay) {
    throw conflict('decay', 'decay and axes exclude each other');
  }
  if (decay && precision === 'ggml') {
    throw conflict('precision', 'precision "ggml" has no decay');
  }
  if (!axes?.from) return;
  for (const param of ['frequencies', 'scaling']) {
    if (!given.has(param)) continue;
    // An analysis leaves out a schedule that was given.
    const fits = !scaling || scaling.type === 'resolution';
    if (param === 'scaling' && fits) continue;
    const text = `${param} and axes with frequencies of their own exclude each other`;
    throw conflict(param, text);
  }
}
