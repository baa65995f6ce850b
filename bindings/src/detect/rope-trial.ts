/** Tries ropes on the frequencies or planes that were found. */

import { type DType, isHalf } from '../base/dtype.js';
import { PosencRangeError } from '../base/errors.js';
import { roundToHalf } from '../base/half.js';
import type { Heap } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import { planRope } from '../rotary/make-core.js';
import type { RopeOptions } from '../rotary/rope.js';
import { roundest } from './arithmetic.js';
import type { ScheduleMistake } from './mistakes.js';
import {
  ANGLES,
  amplitudeOf,
  type Found,
  type Planes,
  startOf,
} from './planes.js';
import { bestAngles, residualFrom, squaresOf } from './tables.js';

const method = 'detectSchedule';

/** Options of a rope that a detector finds. */
export type FoundOptions = Partial<RopeOptions>;

/** A rope that may be the one that was used. */
export interface Trial {
  readonly options: FoundOptions;
  readonly core: RopeCore;
  readonly mistakes: readonly ScheduleMistake[];
  readonly cost: number;
  readonly sure: boolean;
}

/** What a trial found of the numbers. */
export interface Outcome extends Trial {
  readonly residual: number;
  readonly fits: boolean;
  /** The position of the first row; null if there are frequencies alone. */
  readonly start: number | null;
  /** Whether the numbers tell that position. */
  readonly placed: boolean;
}

/** The rope of some options; undefined if the package refuses them. */
export function ropeOf(
  heap: Heap,
  options: FoundOptions,
): RopeCore | undefined {
  try {
    return planRope(heap, method, 'rope', {
      method: 'rope',
      ...options,
    }).make();
  } catch (error) {
    if (error instanceof PosencRangeError) return undefined;
    throw error;
  }
}

/** Whether the frequencies of a rope are those that were found. */
export const isLike = (core: RopeCore, { frequencies, errors }: Found) =>
  frequencies.every(
    (one, k) =>
      Math.abs(one - (core.frequencies[k] as number)) <= (errors[k] as number),
  );

/** The largest relative difference of two lists of frequencies. */
export function worstOf(
  frequencies: Float64Array,
  made: ArrayLike<number>,
): number {
  return frequencies.reduce((most, one, k) => {
    const other = made[k] as number;
    const size = Math.max(Math.abs(one), Math.abs(other));
    return size === 0 ? most : Math.max(most, Math.abs(one - other) / size);
  }, 0);
}

/** Tries a rope on frequencies. */
export function tryFrequencies(
  heap: Heap,
  trial: Trial,
  found: Found,
  dtype: DType,
): Outcome {
  const { core, options } = trial;
  const { frequencies } = found;
  const round = (value: number) =>
    isHalf(dtype)
      ? roundToHalf(dtype, value)
      : dtype === 'float32'
        ? Math.fround(value)
        : value;
  const torch =
    dtype === 'float64'
      ? undefined
      : ropeOf(heap, { ...options, precision: 'torch' });
  const equal = (made: RopeCore) =>
    frequencies.filter((x, k) => x === round(made.frequencies[k] as number))
      .length;
  const rounded = torch !== undefined && equal(torch) > equal(core);
  const used = rounded ? torch : core;
  const made = Float64Array.from(used.frequencies, round);
  return {
    ...trial,
    options: rounded ? { ...options, precision: 'torch' } : options,
    residual: worstOf(frequencies, made),
    fits: isLike(core, found),
    ...{ start: null, placed: true },
  };
}

/** Relative errors of angles from which numbers of a type were made. */
export const relativeOf = (dtype: DType): number =>
  dtype === 'float64' ? 2 ** -44 : ANGLES.float32;

/**
 * Tries a rope on planes: with the attention factor that they have, from the
 * position at which they begin, or else that which was `expected`, with exact and
 * with rounded angles.
 */
export function tryPlanes(
  heap: Heap,
  trial: Trial,
  planes: Planes,
  dtype: DType,
  expected: number,
): Outcome | undefined {
  const amplitude = amplitudeOf(planes);
  if (amplitude === undefined) return undefined;
  const scaled = withFactor(heap, trial, planes, amplitude);
  if (!scaled) return undefined;
  const { options, core } = scaled;
  const from = [planes, core.frequencies, expected, relativeOf(dtype)] as const;
  const { start, sure: placed } = startOf(...from) ?? {
    ...{ start: expected, sure: true },
  };
  const factor = core.attentionFactor;
  const torch = ropeOf(heap, { ...options, precision: 'torch' })?.frequencies;
  const best = bestAngles<ScheduleMistake>(core.frequencies, torch, (angle) =>
    residualFrom(squaresOf(heap, planes, factor, start, angle, dtype)),
  );
  const { precision, mistakes } = best.angles;
  return {
    ...scaled,
    options: precision === 'torch' ? { ...options, precision } : options,
    mistakes: [...scaled.mistakes, ...mistakes],
    residual: best.residual,
    fits: best.fits,
    ...{ start, placed },
  };
}

/**
 * The same rope with the attention factor of planes. Schedules without one are
 * written as the YaRN that divides all frequencies alike.
 */
function withFactor(
  heap: Heap,
  trial: Trial,
  { noise }: Planes,
  amplitude: number,
): Trial | undefined {
  const { core, options } = trial;
  const error = 2 * noise.reduce((a, b) => Math.min(a, b));
  const factor = core.attentionFactor;
  if (Math.abs(amplitude - factor) <= error) return trial;
  const found = roundest(amplitude - error / 2, amplitude + error / 2, [
    ...[1, factor * factor],
  ]);
  const attentionFactor = found.value;
  const { scaling = { type: 'default' } } = options;
  if (options.frequencies) return undefined;
  const plain = { originalMaxPosition: 4096, extrapolationFactor: 0 } as const;
  const changed =
    scaling.type === 'yarn' || scaling.type === 'longrope'
      ? { ...scaling, attentionFactor }
      : scaling.type === 'linear' || scaling.type === 'default'
        ? {
            ...{ type: 'yarn' as const, ...plain, attentionFactor },
            factor: scaling.type === 'linear' ? scaling.factor : 1,
          }
        : undefined;
  if (!changed) return undefined;
  const scaled = { ...options, scaling: changed };
  const made = ropeOf(heap, scaled);
  if (!made) return undefined;
  const cost = trial.cost + 1 + found.digits;
  const sure = trial.sure && found.sure;
  return { ...trial, options: scaled, core: made, cost, sure };
}
