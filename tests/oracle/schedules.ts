/**
 * The definitions of the schedules, as plainly as possible: real formulas on
 * numbers with 320 fraction bits.
 */

import type { RopeOptions } from 'posenc';
import {
  abs,
  div,
  exp,
  fromNumber,
  ln,
  lnOf,
  mul,
  ONE,
  PI,
  shift,
  sqrt,
} from './fixed.js';

export type Scaling = NonNullable<RopeOptions['scaling']>;

/** What the frequencies of a rope follow from. */
export interface Spec {
  readonly theta: number;
  readonly rotaryDim: number;
  readonly scaling: Scaling;
  readonly contextLength?: number;
}

const whole = (n: number) => BigInt(n) * ONE;
const real = fromNumber;

/** base^exponent of a positive fixed-point base. */
const power = (base: bigint, exponent: bigint) =>
  exp(mul(lnOf(base), exponent));

const clamp = (x: bigint) => (x < 0n ? 0n : x > ONE ? ONE : x);

/** Rounded down to a whole number. */
const floor = (x: bigint) => shift(shift(x, -320n), 320n);

/** The number of the pair that turns `turns` times in `length` positions. */
function pairOf(spec: Spec, length: number, turns: bigint): bigint {
  const waves = div(whole(length), mul(2n * PI, turns));
  const width = whole(spec.rotaryDim);
  return div(mul(width, lnOf(waves)), 2n * ln(spec.theta));
}

/** The ends of a blended range, from the most turns to the fewest. */
function range(
  spec: Spec,
  length: number,
  [fast, slow]: readonly [number, number],
  truncate: boolean,
) {
  let low = pairOf(spec, length, real(fast));
  let high = pairOf(spec, length, real(slow));
  if (truncate) {
    low = floor(low);
    high = -floor(-high);
  }
  if (low < 0n) low = 0n;
  const last = whole(spec.rotaryDim - 1);
  if (high > last) high = last;
  // The difference of equal ends has the error of two logarithms.
  if (abs(high - low) < ONE >> 250n) high += real(0.001);
  return { low, high };
}

const kept = (
  { low, high }: { low: bigint; high: bigint },
  k: number,
  factor = 1,
) => mul(ONE - clamp(div(whole(k) - low, high - low)), real(factor));

/** Frequency k of a spec, in radians per position. */
export function scaledFrequency(spec: Spec, k: number): bigint {
  const { theta, rotaryDim, scaling, contextLength } = spec;
  const pairs = rotaryDim / 2;
  const with_ = (base: bigint) =>
    power(base, (-2n * BigInt(k) * ONE) / BigInt(rotaryDim));
  const plain = with_(real(theta));
  /** theta growth^(P / (P - 1)) in the place of theta. */
  const grown = (growth: bigint) =>
    with_(
      mul(
        real(theta),
        power(growth, (BigInt(pairs) * ONE) / BigInt(pairs - 1)),
      ),
    );
  switch (scaling.type) {
    case 'default':
    case 'fope':
      return plain;
    case 'linear':
      return div(plain, real(scaling.factor));
    case 'ntk': {
      const factor = real(scaling.factor);
      if (scaling.form === 'fixed') {
        const base = mul(real(theta), factor);
        return div(with_(base), power(factor, ONE / BigInt(pairs)));
      }
      if (scaling.form === 'mixed') {
        const b = real(scaling.exponent ?? 0.625);
        const a = div(lnOf(factor), power(whole(pairs), b));
        return mul(plain, exp(-mul(a, power(whole(k + 1), b))));
      }
      return grown(factor);
    }
    case 'dynamic': {
      const { maxPosition: most = 1, factor = 1 } = scaling;
      const length = Math.max(contextLength ?? most, most);
      const ratio = div(whole(length), whole(most));
      if (scaling.form === 'linear') return div(plain, ratio);
      if (scaling.form === 'alpha') return grown(real(factor));
      return grown(mul(real(factor), ratio) - (real(factor) - ONE));
    }
    case 'yarn': {
      const { betaFast = 32, betaSlow = 1, truncate = true } = scaling;
      const turns = [betaFast, betaSlow] as const;
      const ends = range(spec, scaling.originalMaxPosition, turns, truncate);
      const own = kept(ends, k, scaling.extrapolationFactor);
      const factor = real(scaling.factor);
      if (scaling.blend === 'log') {
        return div(plain, power(factor, ONE - own));
      }
      return mul(div(plain, factor), ONE - own) + mul(plain, own);
    }
    case 'ntkByParts': {
      const { ntkFactor, extrapolationFactor, originalMaxPosition } = scaling;
      const ends = (turns: readonly [number, number]) =>
        range(spec, originalMaxPosition, turns, true);
      const first = kept(ends([1.25, 0.75]), k, ntkFactor);
      const second = kept(ends([16, 2]), k, extrapolationFactor);
      const factor = real(scaling.factor);
      const mean =
        mul(div(plain, factor), ONE - first) + mul(grown(factor), first);
      return mul(mean, ONE - second) + mul(plain, second);
    }
    case 'resolution': {
      const { patches, basePatches, form = 'yarn', time } = scaling;
      const [count = 0] = patches;
      if (count <= basePatches) return plain;
      const s = div(whole(count), whole(basePatches));
      const kappa = time === undefined ? ONE : mul(real(time), real(time));
      if (form === 'ntk') {
        return grown(time === undefined ? s : power(s, 2n * kappa));
      }
      /** What pairs keep that turn `fast` and `slow` times, as kappa falls. */
      const kept = (fast: number, slow: number) => {
        const at = (turns: number) =>
          pairOf(spec, basePatches, mul(real(turns), kappa));
        const low = floor(at(fast));
        const high = -floor(-at(slow));
        const from = low < 0n ? 0n : low;
        const to = high > whole(pairs) ? whole(pairs) : high;
        // All pairs turn more often, or all but the first less often.
        if (to < from) return whole(k) <= from ? ONE : 0n;
        const width = to === from ? real(0.001) : to - from;
        return ONE - clamp(div(whole(k) - from, width));
      };
      const first = kept(1.25, 0.75);
      const mean = mul(div(plain, s), ONE - first) + mul(grown(s), first);
      const second = kept(16, 2);
      return mul(mean, ONE - second) + mul(plain, second);
    }
    case 'longrope': {
      const long = (contextLength ?? 0) > scaling.originalMaxPosition;
      const list = long ? scaling.longFactor : scaling.shortFactor;
      return div(plain, real(list[k] ?? Number.NaN));
    }
    case 'llama3': {
      const { lowFreqFactor: low = 1, highFreqFactor: high = 4 } = scaling;
      const length = whole(scaling.originalMaxPosition);
      const wavelength = div(2n * PI, plain);
      const scaled = div(plain, real(scaling.factor));
      if (mul(wavelength, real(high)) < length) return plain;
      if (mul(wavelength, real(low)) > length) return scaled;
      const smooth = div(
        div(length, wavelength) - real(low),
        real(high) - real(low),
      );
      return mul(scaled, ONE - smooth) + mul(plain, smooth);
    }
    case 'proportional': {
      const { share = 1, factor = 1 } = scaling;
      return k < Math.floor(share * pairs) ? div(plain, real(factor)) : 0n;
    }
    case 'factors':
      return div(plain, real(scaling.factors[k] ?? Number.NaN));
  }
}

/** The factor of cosines and sines of a spec. */
export function attentionFactor({ scaling, contextLength = 0 }: Spec): bigint {
  if (scaling.type === 'longrope') {
    const { originalMaxPosition, maxPosition = originalMaxPosition } = scaling;
    const long = contextLength > originalMaxPosition;
    const own = long ? scaling.longMscale : scaling.shortMscale;
    const given = own ?? scaling.attentionFactor;
    if (given !== undefined) return real(given);
    const { factor = maxPosition / originalMaxPosition } = scaling;
    if (scaling.magnitude === 'yarn') return mscale(factor, 0.1, 1);
    if (factor <= 1) return ONE;
    return sqrt(ONE + div(ln(factor), ln(originalMaxPosition)));
  }
  if (scaling.type === 'resolution') {
    const { patches, basePatches, form } = scaling;
    const [count = 0] = patches;
    if (form === 'ntk' || count <= basePatches) return ONE;
    const growth = div(whole(count), whole(basePatches));
    return ONE + mul(real(0.1), lnOf(growth));
  }
  if (scaling.type !== 'yarn') return ONE;
  if (scaling.attentionFactor !== undefined) {
    return real(scaling.attentionFactor);
  }
  const { factor, slope = 0.1, mscale: one, mscaleAllDim: other } = scaling;
  const own =
    one && other
      ? div(mscale(factor, slope, one), mscale(factor, slope, other))
      : mscale(factor, slope, 1);
  return mul(real(scaling.magnitude ?? 1), own);
}

/** slope × times × ln(factor) + 1 */
const mscale = (factor: number, slope: number, times: number) =>
  factor > 1 ? mul(mul(real(slope), real(times)), ln(factor)) + ONE : ONE;
