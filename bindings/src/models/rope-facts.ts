/** What follows from the spec of a rope, to the bits of the rope itself. */

import { checkOptions } from '../describe/checks.js';
import { readRope } from '../rotary/read-rope.js';
import { ropeParameters } from '../rotary/rope.description.js';
import type { RopeSpec } from '../rotary/rope.js';
import { factorsOf, type Rounded } from '../rotary/turns/magnitudes.js';
import type { Of, Schedule } from '../rotary/turns/scaling.js';
import {
  exp,
  fixed,
  floor,
  LN_TWO_PI,
  ln,
  ONE,
  over,
  rounded,
  times,
} from './fixed.js';
import type { ModelSpec } from './types.js';

/** The numbers of a rope that facts of its layer depend on. */
export interface RopeFacts {
  readonly spec: RopeSpec;
  /** Factor A of cosines and sines. */
  readonly attentionFactor: number;
  /** Factor of the scores. */
  readonly softmaxScale: number;
}

/** Reads a spec; throws what `rope` throws of its options. */
function read({ method: _, ...options }: ModelSpec | RopeSpec) {
  const checked = checkOptions('rope', ropeParameters, options);
  return { ...readRope(checked), headDim: checked.headDim };
}

/** The facts of a rope; throws what `rope` throws of its options. */
export function ropeFacts(spec: ModelSpec): RopeFacts {
  const { schedule, headDim } = read(spec);
  const { attentionFactor, temperature } = factorsOf(magnitudes, schedule);
  const softmaxScale = temperature / Math.sqrt(headDim);
  const checked = spec as unknown as RopeSpec;
  return { spec: checked, attentionFactor, softmaxScale };
}

const log = (x: number) => rounded(ln(fixed(x)));

/** The functions of the core that the factors need: see `magnitudes.hpp`. */
export const magnitudes: Rounded = {
  yarnMagnitude: ({ factor, slope, mscale }) =>
    factor > 1 ? slope * mscale * log(factor) + 1 : 1,
  longropeMagnitude: ({ factor, originalMaxPosition }) =>
    factor > 1 ? Math.sqrt(1 + log(factor) / log(originalMaxPosition)) : 1,
};

/**
 * The frequencies of a rope whose schedule is `yarn` or `dynamic`, as files say
 * them: YaRN with linear blends, and the form `ntk`.
 */
export function frequenciesOf(spec: ModelSpec | RopeSpec): readonly number[] {
  const { schedule } = read(spec);
  const { theta, pairs, scaling } = schedule;
  const count = BigInt(pairs);
  const scaleOf =
    scaling.type === 'yarn' ? quotients(schedule, scaling) : () => ONE;
  const growth = scaling.type === 'dynamic' ? growthOf(schedule, scaling) : 0n;
  const more = pairs > 1 ? growth / (count - 1n) : 0n;
  const ratio = pairs > 0 ? exp(-(ln(fixed(theta)) / count + more)) : ONE;
  let power = ONE;
  return Array.from({ length: pairs }, (_, k) => {
    const frequency = rounded(times(power, scaleOf(k)));
    power = times(power, ratio);
    return frequency;
  });
}

/** ln of the factor by which the last wave grows: see `schedule_bases.hpp`. */
function growthOf(
  { contextLength }: Schedule,
  { factor, maxPosition = 1 }: Of<'dynamic'>,
): bigint {
  const length = Math.max(contextLength ?? maxPosition, maxPosition);
  const ratio = over(fixed(length), fixed(maxPosition));
  return ln(times(ratio, fixed(factor)) - fixed(factor) + ONE);
}

/** What YaRN multiplies each frequency by: see `schedule_ramps.hpp`. */
function quotients({ theta, pairs }: Schedule, scaling: Of<'yarn'>) {
  const { factor, originalMaxPosition, truncate } = scaling;
  const turns = BigInt(pairs);
  const pairOf = (beta: number) =>
    over(
      turns * (ln(over(fixed(originalMaxPosition), fixed(beta))) - LN_TWO_PI),
      ln(fixed(theta)),
    );
  let low = pairOf(scaling.betaFast);
  let high = pairOf(scaling.betaSlow);
  if (truncate) {
    low = floor(low);
    high = -floor(-high);
  }
  const last = fixed(2 * pairs - 1);
  if (low < 0n) low = 0n;
  if (high > last) high = last;
  if (high === low) high += fixed(0.001);
  return (k: number) => {
    const at = over(fixed(k) - low, high - low);
    const ramp = at < 0n ? 0n : at > ONE ? ONE : at;
    return over(ramp, fixed(factor)) + ONE - ramp;
  };
}
