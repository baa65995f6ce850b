/** Cosines and sines of pairs, and the frequencies that they turn with. */

import { angleOf } from '../base/angles.js';
import { TURN, wrapped } from './arithmetic.js';

/**
 * Cosines and sines of some rows, `[rows, pairs]` each, as they were found. A
 * table may have only one of the two.
 */
export interface Planes {
  /** The numbers of the rows. */
  readonly rows: readonly number[];
  readonly pairs: number;
  readonly cos: Float64Array | undefined;
  readonly sin: Float64Array | undefined;
  /** Largest error of a number of each pair. */
  readonly noise: Float64Array;
  /** Largest error of a number as a share of it: small ones are known better. */
  readonly relative: number;
}

/** The angle of the vector (x, y) from the axis x, from -π to π. */
const signedAngleOf = (y: number, x: number): number =>
  y < 0 ? -angleOf(-y, x) : angleOf(y, x);

/** The error of the smallest numbers of float16, which that of others is below. */
const TINY = 2 ** -25;

/** Largest error of a number of a pair. */
export const errorAt = (
  { noise, relative }: Pick<Planes, 'noise' | 'relative'>,
  pair: number,
  value: number,
): number => Math.min(noise[pair] as number, relative * Math.abs(value) + TINY);

/** Frequencies in radians from row to row, and the largest error of each. */
export interface Found {
  readonly frequencies: Float64Array;
  readonly errors: Float64Array;
}

/** Squares of amplitudes that differ by more than so many errors are several. */
const SPREAD = 4;

/**
 * The factor of all cosines and sines; undefined if they have several, as what
 * is no table of pairs has.
 */
export function amplitudeOf(planes: Planes): number | undefined {
  const { cos, sin, pairs, noise } = planes;
  if (!cos || !sin) return onlyAmplitude(planes);
  // Sums of what is left of the first square stay small, and so exact.
  const first = squareAt(cos, sin, 0);
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < cos.length; ++i) {
    const error = noise[i % pairs] as number;
    const share = 1 / (error * error + 1e-30);
    sum += share * (squareAt(cos, sin, i) - first);
    weight += share;
  }
  const mean = first + sum / weight;
  if (!(mean > 0 && mean < Infinity)) return undefined;
  const amplitude = Math.sqrt(mean);
  for (let i = 0; i < cos.length; ++i) {
    const most = SPREAD * (noise[i % pairs] as number) * amplitude;
    if (Math.abs(squareAt(cos, sin, i) - mean) > most) return undefined;
  }
  return amplitude;
}

function squareAt(cos: Float64Array, sin: Float64Array, i: number): number {
  const [c, s] = [cos[i] as number, sin[i] as number];
  return c * c + s * s;
}

/**
 * The factor of cosines without sines: their first row, if it is that of
 * position 0. Sines alone are taken to have none.
 */
function onlyAmplitude({ cos, sin, pairs }: Planes): number | undefined {
  const first = (cos ?? sin)?.subarray(0, pairs) ?? [];
  const [wanted = 0] = first;
  const same = first.every((value) => value === wanted);
  const square = wanted * wanted;
  const right = cos ? wanted > 0 && square < Infinity : wanted === 0;
  if (!same || !right) return undefined;
  return cos ? wanted : 1;
}

/** Errors of angles relative to them: of float32 angles, and of 16-bit ones. */
export const ANGLES = { float32: 2 ** -20, half: 2 ** -7 } as const;

/**
 * The frequency of each pair. That of the first two rows is rough; each later row
 * makes it as many times finer as it is farther away, as long as the whole turns
 * between are known.
 *
 *   range    frequencies below π, of sines alone below π/2; rows up to `last`
 *   error    errors of infinity where one row says nothing
 */
export function frequenciesOf(
  planes: Planes,
  amplitude: number,
  relative: number,
  last = Infinity,
): Found {
  const { rows, pairs, cos, sin } = planes;
  const frequencies = new Float64Array(pairs);
  const errors = new Float64Array(pairs).fill(Infinity);
  for (let k = 0; k < pairs; ++k) {
    const angleAt = (i: number, near: number) => {
      const at = i * pairs + k;
      const errorOf = (value: number) => errorAt(planes, k, value);
      return measured(cos?.[at], sin?.[at], amplitude, errorOf, near);
    };
    // Of cosines or sines alone, the first row is that of position 0.
    const begin = cos && sin ? angleAt(0, 0) : { angle: 0, error: 0 };
    for (let i = 1; i < rows.length; ++i) {
      const far = (rows[i] as number) - (rows[0] as number);
      if (far > last) break;
      const known = frequencies[k] as number;
      const unsure = i > 1 ? far * (errors[k] as number) : 0;
      if (unsure > 1) break;
      const near = begin.angle + far * known;
      const here = angleAt(i, i > 1 ? near : 0.5);
      const whole = TURN * Math.round((near - here.angle) / TURN);
      const turned = here.angle + (i > 1 ? whole : 0) - begin.angle;
      const found = i > 1 ? turned / far : wrapped(turned) / far;
      const rounding = relative * Math.abs(found) + 2 ** -50;
      const own = (here.error + begin.error) / far + rounding;
      // A row that contradicts the others ends the search: they are no waves.
      if (i > 1 && Math.abs(found - known) > (errors[k] as number) + own) {
        errors[k] = Infinity;
        break;
      }
      if (own > (errors[k] as number)) continue;
      frequencies[k] = found;
      errors[k] = own;
    }
  }
  return { frequencies, errors };
}

/** Largest error of the angle of a point, and a little for its functions. */
function angleError(
  cos: number,
  sin: number,
  errorOf: (value: number) => number,
): number {
  const wrong = Math.abs(cos) * errorOf(sin) + Math.abs(sin) * errorOf(cos);
  return (1.1 * wrong) / (cos * cos + sin * sin) + 2 ** -52;
}

/** An angle near to another one, of a cosine, a sine or both. */
function measured(
  cos: number | undefined,
  sin: number | undefined,
  amplitude: number,
  errorOf: (value: number) => number,
  near: number,
): { readonly angle: number; readonly error: number } {
  if (cos !== undefined && sin !== undefined) {
    return {
      angle: signedAngleOf(sin, cos),
      error: angleError(cos, sin, errorOf),
    };
  }
  const one = Math.max(-1, Math.min(1, (cos ?? sin ?? 0) / amplitude));
  const other = Math.sqrt(1 - one * one);
  // Near its turning points, a wave says little of its angle.
  const error = errorOf(one * amplitude) / amplitude;
  const unsure = error / Math.max(other, Math.sqrt(error));
  const angles =
    cos === undefined
      ? [signedAngleOf(one, other), signedAngleOf(one, -other)]
      : [signedAngleOf(other, one), signedAngleOf(-other, one)];
  const [a = 0, b = 0] = angles;
  const nearer = Math.abs(wrapped(a - near)) <= Math.abs(wrapped(b - near));
  return { angle: nearer ? a : b, error: 1.5 * unsure };
}

/** The position of a first row. */
export interface Start {
  readonly start: number;
  /** Whether it was expected, or no other position gives the same angles. */
  readonly sure: boolean;
}

/** First positions that are tried before others are searched. */
const USUAL_STARTS = [0, 1, 2];

/** How far from 0 a first position is searched. */
const FARTHEST = 2 ** 20;

/**
 * The position of the first row, of known frequencies: the one that was expected,
 * if it gives the angles of that row, or else the one nearest to 0 that does.
 *
 *   range    whole numbers to ±2^20, and `expected`; undefined if none fits
 *   cost     some thousand positions of a usual rope, at most all of them
 */
export function startOf(
  planes: Planes,
  frequencies: Float64Array,
  expected: number,
  relative: number,
): Start | undefined {
  const { cos, sin, pairs } = planes;
  if (!cos || !sin) return { start: 0, sure: true };
  const angles = Float64Array.from({ length: pairs }, (_, k) =>
    signedAngleOf(sin[k] as number, cos[k] as number),
  );
  const errors = angles.map(
    (_, k) =>
      2 *
      angleError(cos[k] as number, sin[k] as number, (value) =>
        errorAt(planes, k, value),
      ),
  );
  const fits = (start: number) => {
    for (let k = 0; k < pairs; ++k) {
      const turned = start * (frequencies[k] as number);
      const most = (errors[k] as number) + relative * Math.abs(turned);
      if (Math.abs(wrapped((angles[k] as number) - turned)) > most)
        return false;
    }
    return true;
  };
  if (fits(expected)) return { start: expected, sure: true };
  const found = new Set(USUAL_STARTS.filter(fits));
  // The positions that one pair allows lie in windows, a turn from each other:
  // those of the pair that allows the fewest are tried.
  const windowsOf = (k: number) => {
    const frequency = frequencies[k] as number;
    const turn = TURN / frequency;
    // A turn below one position tells nothing: then windows have one each.
    const period = Math.max(1, turn);
    const count = 1 + Math.ceil(FARTHEST / period);
    const half = turn < 1 ? 1 : (errors[k] as number) / frequency;
    const tried = count * (1 + Math.min(2 * half, period));
    return { k, period, count, half, tried };
  };
  const [best] = Array.from(angles.keys())
    .filter((k) => (frequencies[k] as number) > 0)
    .map(windowsOf)
    .sort((a, b) => a.tried - b.tried);
  if (!best) return undefined;
  const { k, period, count, half } = best;
  const middle = (angles[k] as number) / (frequencies[k] as number);
  for (let turn = 0; turn <= count && found.size < 2; ++turn) {
    for (const sign of turn === 0 ? [1] : [1, -1]) {
      const near = middle + sign * turn * period;
      // Windows that would overlap end where the next ones begin.
      const most = Math.min(period / 2, half + relative * Math.abs(near));
      const last = Math.min(near + most, FARTHEST);
      const first = Math.max(near - most, -FARTHEST);
      for (let at = Math.ceil(first); at <= last && found.size < 2; ++at) {
        if (fits(at)) found.add(at);
      }
    }
  }
  const [start] = found;
  return start === undefined ? undefined : { start, sure: found.size === 1 };
}
