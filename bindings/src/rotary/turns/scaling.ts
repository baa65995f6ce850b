/**
 * The frequencies of a rope and its scales: what each schedule takes from its
 * options. The mathematics is in `cpp/posenc/rotary/schedule.hpp` and its
 * neighbours.
 */

import {
  PosencRangeError,
  PosencTypeError,
  wrongValue,
} from '../../base/errors.js';
import type { Heap, Scratch } from '../../core/memory.js';
import {
  computeFrequencies,
  type Frequencies,
  type Precision,
  recordsOf,
} from '../../core/oscillators.js';
import type { Spectrum, Status } from '../../core/wasm/calls.js';
import type { Checked } from '../../describe/checks.js';
import { missing } from '../../describe/missing.js';
import { wavesOf } from './fope.js';
import type { scalingParameters } from './scaling.description.js';

/** A checked schedule. */
export type Scaling = NonNullable<Checked<typeof scalingParameters>['scaling']>;

/** A checked schedule of one type. */
export type Of<T extends Scaling['type']> = Extract<
  Scaling,
  { readonly type: T }
>;

/** What the frequencies of a rope follow from. */
export interface Schedule {
  readonly theta: number;
  /** Number of pairs. */
  readonly pairs: number;
  readonly precision: Precision;
  readonly scaling: Scaling | { readonly type: 'default' };
  readonly given: readonly number[] | undefined;
  readonly contextLength: number | undefined;
}

const method = 'rope';

/** Throws unless the options of a rope's frequencies fit together. */
export function checkSchedule(
  { theta, pairs, scaling, given }: Schedule,
  options: ReadonlySet<string>,
): void {
  if (given) {
    checkLength('frequencies', given, pairs);
    for (const other of ['theta', 'scaling']) {
      if (!options.has(other)) continue;
      throw conflict('frequencies', other);
    }
  }
  switch (scaling.type) {
    case 'dynamic':
      if (scaling.form === 'alpha' || scaling.maxPosition !== undefined) break;
      throw missing(
        method,
        'scaling.maxPosition',
        `an integer ≥ 1, for the form "${scaling.form}"`,
      );
    case 'yarn':
      checkTheta(theta, scaling.type);
      checkOrder(scaling.betaSlow, 'betaFast', scaling.betaFast, 'betaSlow');
      break;
    case 'ntkByParts':
      checkTheta(theta, scaling.type);
      break;
    case 'longrope':
      checkLength('scaling.shortFactor', scaling.shortFactor, pairs);
      checkLength('scaling.longFactor', scaling.longFactor, pairs);
      checkGrowth(scaling);
      break;
    case 'llama3':
      if (scaling.lowFreqFactor <= scaling.highFreqFactor) break;
      throw wrongValue(
        method,
        'scaling.highFreqFactor',
        `a finite number ≥ lowFreqFactor = ${scaling.lowFreqFactor}`,
        scaling.highFreqFactor,
      );
    case 'factors':
      checkLength('scaling.factors', scaling.factors, pairs);
      break;
    default:
  }
}

function conflict(param: string, other: string): PosencTypeError {
  return new PosencTypeError(
    `${method}: ${param} and ${other} exclude each other`,
    { code: 'ERR_CONFLICT', param },
  );
}

function checkLength(
  param: string,
  list: readonly number[],
  pairs: number,
): void {
  if (list.length === pairs) return;
  const rule = `a list of ${pairs} numbers, one for each pair`;
  const got = `a list of ${list.length}`;
  throw new PosencRangeError(
    `${method}: ${param} must be ${rule}, got ${got}`,
    {
      code: 'ERR_SHAPE',
      param,
      value: list,
    },
  );
}

/** The ends of a blended range are logarithms to the base theta. */
function checkTheta(theta: number, type: string): void {
  if (theta > 1) return;
  const rule = `a finite number > 1 for scaling.type "${type}"`;
  throw wrongValue(method, 'theta', rule, theta);
}

function checkOrder(
  least: number,
  name: string,
  value: number,
  other: string,
): void {
  if (value >= least) return;
  const rule = `a finite number ≥ ${other} = ${least}`;
  throw wrongValue(method, `scaling.${name}`, rule, value);
}

/** LongRoPE's attention factor needs a factor, unless it is given. */
function checkGrowth(scaling: Of<'longrope'>): void {
  const { factor, maxPosition, attentionFactor } = scaling;
  if (factor !== undefined && maxPosition !== undefined) {
    throw conflict('scaling.factor', 'scaling.maxPosition');
  }
  const both =
    scaling.shortMscale !== undefined && scaling.longMscale !== undefined;
  if (factor ?? maxPosition ?? attentionFactor ?? both) return;
  throw missing(
    method,
    'scaling.maxPosition',
    'an integer ≥ 1, unless scaling.factor or scaling.attentionFactor is given',
  );
}

/** Computes the frequencies of a rope. */
export function computeSchedule(heap: Heap, schedule: Schedule): Frequencies {
  const { theta, pairs, precision, given, scaling } = schedule;
  if (scaling.type === 'fope') {
    // Only the waves that are mixed.
    const spacing = { base: theta, span: pairs };
    const count = wavesOf(scaling, schedule);
    return computeFrequencies(heap, method, { spacing, count, precision });
  }
  if (pairs === 0 || (!given && scaling.type === 'default')) {
    return computeFrequencies(heap, method, {
      // A rope without pairs has no spacing, but the core wants one.
      spacing: { base: theta, span: Math.max(1, pairs) },
      count: pairs,
      precision,
    });
  }
  return heap.scope(method, (scratch) =>
    recordsOf(scratch, pairs, precision, (out) => {
      if (given) {
        const from = scratch.copy(Float64Array.from(given));
        const list = { precision, given: from, count: pairs };
        return scratch.core.givenFrequencies({ ...list, out });
      }
      const spectrum = { theta, pairs, precision };
      const status = write(scratch, schedule, { spectrum, out });
      if (status !== 'bad-value') return status;
      // All other wrong values were refused by the checks above.
      const rule = 'such that the base it gives is at most 2^126';
      const [at, value] =
        scaling.type === 'resolution'
          ? ['patches', scaling.patches]
          : ['factor', 'factor' in scaling ? scaling.factor : undefined];
      throw wrongValue(method, `scaling.${at}`, rule, value);
    }),
  );
}

/** Calls the function of the core that writes a schedule's records. */
function write(
  scratch: Scratch,
  { pairs, scaling, contextLength }: Schedule,
  to: { readonly spectrum: Spectrum; readonly out: number },
): Status {
  const { core } = scratch;
  const divided = (list: readonly number[]) =>
    core.dividedSchedule({
      ...to,
      divisors: scratch.copy(Float64Array.from(list)),
    });
  switch (scaling.type) {
    case 'default':
    case 'fope':
      return core.linearSchedule({ ...to, factor: 1, divide: 'frequencies' });
    case 'linear':
      return core.linearSchedule({ ...to, ...scaling });
    case 'ntk':
      return core.ntkSchedule({ ...to, ...scaling });
    case 'dynamic': {
      const { maxPosition = 1 } = scaling;
      const length = Math.max(contextLength ?? maxPosition, maxPosition);
      return core.dynamicSchedule({ ...to, ...scaling, maxPosition, length });
    }
    case 'yarn':
      return core.yarnSchedule({ ...to, ...scaling });
    case 'ntkByParts':
      return core.ntkByPartsSchedule({ ...to, ...scaling });
    case 'resolution': {
      const { patches, time = 0 } = scaling;
      const options = { ...scaling, patches: patches[0] as number, time };
      return core.resolutionSchedule({ ...to, ...options });
    }
    case 'longrope':
      return divided(
        isLong(scaling, contextLength)
          ? scaling.longFactor
          : scaling.shortFactor,
      );
    case 'llama3':
      return core.llama3Schedule({ ...to, ...scaling });
    case 'proportional': {
      // As Hugging Face computes it, which multiplies the share first.
      const live = Math.floor((scaling.share * 2 * pairs) / 2);
      return core.proportionalSchedule({ ...to, ...scaling, live });
    }
    case 'factors':
      return divided(scaling.factors);
  }
}

/** Whether LongRoPE uses its long divisors. */
export const isLong = (
  { originalMaxPosition }: Of<'longrope'>,
  contextLength = originalMaxPosition,
) => contextLength > originalMaxPosition;
