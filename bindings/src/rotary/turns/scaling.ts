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

type Of<T extends Scaling['type']> = Extract<Scaling, { readonly type: T }>;

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
      // The checks leave only one reason.
      const rule = 'such that the base it gives is at most 2^126';
      const value = 'factor' in scaling ? scaling.factor : undefined;
      throw wrongValue(method, 'scaling.factor', rule, value);
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
const isLong = (
  { originalMaxPosition }: Of<'longrope'>,
  contextLength = originalMaxPosition,
) => contextLength > originalMaxPosition;

/** The factors of a rope's cosines and sines, and of its scores. */
export interface Magnitudes {
  /** Factor A of cosines and sines in float64, as Hugging Face computes it. */
  readonly attentionFactor: number;
  /**
   * The same in the numbers of the precision: the sum of both, as a float64 has
   * too few digits for cosines and sines that are right to 1 ulp.
   */
  readonly amplitude: number;
  readonly amplitudeRest: number;
  /** Factor of the scores besides 1/√headDim. */
  readonly temperature: number;
}

/** Computes the factors that a schedule brings. */
export function magnitudesOf(heap: Heap, schedule: Schedule): Magnitudes {
  const { scaling, precision, contextLength } = schedule;
  if (scaling.type === 'longrope') {
    const own = longropeAttention(heap, scaling, contextLength);
    return { ...settled(own, precision), temperature: 1 };
  }
  if (scaling.type !== 'yarn') {
    return { ...settled({ attentionFactor: 1 }, precision), temperature: 1 };
  }
  const { factor, mscaleAllDim = 0, extrapolationFactor } = scaling;
  const boost = magnitude(heap, scaling, mscaleAllDim);
  const temperature = boost * boost;
  const own = yarnAttention(heap, scaling);
  if (precision !== 'ggml' || extrapolationFactor === 0) {
    return { ...settled(own, precision), temperature };
  }
  const { attentionFactor } = own;
  const amplitude = heap.core.ggmlMagnitude({ attentionFactor, factor });
  return { attentionFactor, amplitude, amplitudeRest: 0, temperature };
}

/** An attention factor, and its exact value if a float64 only rounds it. */
interface Attention {
  readonly attentionFactor: number;
  /** Gives the nearest float64, or what is left then. */
  readonly exact?: (rest: boolean) => number;
}

function settled({ attentionFactor, exact }: Attention, precision: Precision) {
  if (!exact || precision !== 'exact') {
    return { attentionFactor, amplitude: attentionFactor, amplitudeRest: 0 };
  }
  return {
    attentionFactor,
    amplitude: exact(false),
    amplitudeRest: exact(true),
  };
}

function longropeAttention(
  heap: Heap,
  scaling: Of<'longrope'>,
  contextLength: number | undefined,
): Attention {
  const { shortMscale, longMscale } = scaling;
  const given =
    (isLong(scaling, contextLength) ? longMscale : shortMscale) ??
    scaling.attentionFactor;
  if (given !== undefined) return { attentionFactor: given };
  const { originalMaxPosition, maxPosition = originalMaxPosition } = scaling;
  const { factor = maxPosition / originalMaxPosition } = scaling;
  const { core } = heap;
  if (scaling.magnitude === 'yarn') {
    const slope = 0.1;
    const none = { mscale: 0, mscaleAllDim: 0, magnitude: 1 };
    return {
      attentionFactor: core.yarnMagnitude({ factor, slope, mscale: 1 }),
      exact: (rest) => core.exactYarn({ factor, slope, ...none, rest }),
    };
  }
  const of = { factor, originalMaxPosition };
  return {
    attentionFactor: core.longropeMagnitude(of),
    exact: (rest) => core.exactLongrope({ ...of, rest }),
  };
}

function yarnAttention(heap: Heap, scaling: Of<'yarn'>): Attention {
  const { attentionFactor, factor, slope } = scaling;
  if (attentionFactor !== undefined) return { attentionFactor };
  const { mscale = 0, mscaleAllDim = 0 } = scaling;
  const own =
    mscale && mscaleAllDim
      ? magnitude(heap, scaling, mscale) /
        magnitude(heap, scaling, mscaleAllDim)
      : magnitude(heap, scaling, 1);
  const times = scaling.magnitude;
  const all = { factor, slope, mscale, mscaleAllDim, magnitude: times };
  return {
    attentionFactor: times * own,
    exact: (rest) => heap.core.exactYarn({ ...all, rest }),
  };
}

/** m(mscale) = slope · mscale · ln(factor) + 1. */
const magnitude = (
  heap: Heap,
  { factor, slope }: Of<'yarn'>,
  mscale: number,
): number => heap.core.yarnMagnitude({ factor, slope, mscale });
