/**
 * The factors that schedules bring, of cosines and sines and of scores. The
 * mathematics is in `cpp/posenc/rotary/magnitudes.hpp`.
 */

import type { Heap } from '../../core/memory.js';
import type { Precision } from '../../core/oscillators.js';
import type { Calls } from '../../core/wasm/calls.js';
import { ofAxis } from './resolution.js';
import { isLong, type Of, type Schedule } from './scaling.js';

/** What computes factors in float64, as Hugging Face does. */
export type Rounded = Pick<Calls, 'yarnMagnitude' | 'longropeMagnitude'>;

/** The factors of a schedule in float64. */
interface Factors {
  /** Factor A of cosines and sines. */
  readonly attentionFactor: number;
  /** Factor of the scores besides 1/√headDim. */
  readonly temperature: number;
  /**
   * Gives the float64 that is nearest to the real A, or what is left then; absent
   * if A itself is a float64.
   */
  readonly exact?: (core: Calls, rest: boolean) => number;
}

/** The same, and A in the numbers of a precision. */
interface Magnitudes extends Factors {
  /**
   * The sum of both is A, as a float64 has too few digits for cosines and sines
   * that are right to 1 ulp.
   */
  readonly amplitude: number;
  readonly amplitudeRest: number;
  /** Both for each axis, if axes have factors of their own. */
  readonly scales?: Float64Array | undefined;
}

/** Computes the factors that a schedule brings, in float64. */
export function factorsOf(
  by: Rounded,
  { scaling, contextLength }: Pick<Schedule, 'scaling' | 'contextLength'>,
): Factors {
  if (scaling.type === 'longrope') {
    return { ...longropeFactor(by, scaling, contextLength), temperature: 1 };
  }
  if (scaling.type === 'resolution') {
    return { ...resolutionFactor(by, scaling), temperature: 1 };
  }
  if (scaling.type !== 'yarn') return { attentionFactor: 1, temperature: 1 };
  const boost = magnitude(by, scaling, scaling.mscaleAllDim ?? 0);
  return { ...yarnFactor(by, scaling), temperature: boost * boost };
}

/** Computes the factors that a schedule brings. */
export function magnitudesOf(heap: Heap, schedule: Schedule): Magnitudes {
  const { core } = heap;
  const { scaling, precision } = schedule;
  const factors = factorsOf(core, schedule);
  const { attentionFactor } = factors;
  const multiplied =
    scaling.type === 'yarn' && scaling.extrapolationFactor !== 0;
  if (precision !== 'ggml' || !multiplied) {
    const own = amplitudesOf(core, factors, precision);
    if (scaling.type !== 'resolution') return { ...factors, ...own };
    const scales = scaling.patches.flatMap((_, axis) => {
      const of = factorsOf(core, {
        ...schedule,
        scaling: ofAxis(scaling, axis),
      });
      const one = amplitudesOf(core, of, precision);
      return [one.amplitude, one.amplitudeRest];
    });
    return { ...factors, ...own, scales: Float64Array.from(scales) };
  }
  const { factor } = scaling;
  const amplitude = core.ggmlMagnitude({ attentionFactor, factor });
  return { ...factors, amplitude, amplitudeRest: 0 };
}

/** The factor of cosines and sines in two numbers; only `exact` has a rest. */
function amplitudesOf(
  core: Calls,
  { attentionFactor, exact }: Factors,
  precision: Precision,
) {
  if (!exact || precision !== 'exact') {
    return { amplitude: attentionFactor, amplitudeRest: 0 };
  }
  return { amplitude: exact(core, false), amplitudeRest: exact(core, true) };
}

function longropeFactor(
  by: Rounded,
  scaling: Of<'longrope'>,
  contextLength: number | undefined,
): Omit<Factors, 'temperature'> {
  const { shortMscale, longMscale } = scaling;
  const given =
    (isLong(scaling, contextLength) ? longMscale : shortMscale) ??
    scaling.attentionFactor;
  if (given !== undefined) return { attentionFactor: given };
  const { originalMaxPosition, maxPosition = originalMaxPosition } = scaling;
  const { factor = maxPosition / originalMaxPosition } = scaling;
  if (scaling.magnitude === 'yarn') {
    return grown(by, factor, 1);
  }
  const options = { factor, originalMaxPosition };
  return {
    attentionFactor: by.longropeMagnitude(options),
    exact: (core, rest) => core.exactLongrope({ ...options, rest }),
  };
}

/** 0.1 ln(factor / per) + 1, and 1 where that would be less. */
function grown(
  by: Rounded,
  factor: number,
  per: number,
): Omit<Factors, 'temperature'> {
  const slope = 0.1;
  const none = { mscale: 0, mscaleAllDim: 0, magnitude: 1 };
  return {
    attentionFactor: by.yarnMagnitude({
      factor: factor / per,
      slope,
      mscale: 1,
    }),
    exact: (core, rest) =>
      core.exactYarn({ factor, per, slope, ...none, rest }),
  };
}

/** The factor of the axis that grew most. */
const resolutionFactor = (
  by: Rounded,
  { form, patches, basePatches }: Of<'resolution'>,
): Omit<Factors, 'temperature'> =>
  form === 'ntk'
    ? { attentionFactor: 1 }
    : grown(by, Math.max(...patches), basePatches);

function yarnFactor(
  by: Rounded,
  scaling: Of<'yarn'>,
): Omit<Factors, 'temperature'> {
  const { attentionFactor, factor, slope } = scaling;
  if (attentionFactor !== undefined) return { attentionFactor };
  const { mscale = 0, mscaleAllDim = 0 } = scaling;
  const own =
    mscale && mscaleAllDim
      ? magnitude(by, scaling, mscale) / magnitude(by, scaling, mscaleAllDim)
      : magnitude(by, scaling, 1);
  const times = scaling.magnitude;
  const all = { factor, per: 1, slope, mscale, mscaleAllDim, magnitude: times };
  return {
    attentionFactor: times * own,
    exact: (core, rest) => core.exactYarn({ ...all, rest }),
  };
}

/** m(mscale) = slope · mscale · ln(factor) + 1. */
const magnitude = (
  by: Rounded,
  { factor, slope }: Of<'yarn'>,
  mscale: number,
): number => by.yarnMagnitude({ factor, slope, mscale });
