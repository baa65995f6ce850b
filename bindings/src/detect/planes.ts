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
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < cos.length; ++i) {
    const error = noise[i % pairs] as number;
    const share = 1 / (error * error + 1e-30);
    sum += share * squareAt(cos, sin, i);
    weight += share;
  }
  const mean = sum / weight;
  if (!(mean > 0)) return undefined;
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
  if (!same || (cos ? wanted <= 0 : wanted !== 0)) return undefined;
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

/** First positions that are tried before others are searched. */
const USUAL_STARTS = [0, 1, 2];

/**
 * The position of the first row, of known frequencies; undefined if none gives
 * its angles.
 */
export function startOf(
  planes: Planes,
  frequencies: Float64Array,
): number | undefined {
  const { cos, sin, pairs } = planes;
  if (!cos || !sin) return 0;
  const angles = Float64Array.from({ length: pairs }, (_, k) =>
    signedAngleOf(sin[k] as number, cos[k] as number),
  );
  const errors = angles.map((_, k) =>
    angleError(cos[k] as number, sin[k] as number, (value) =>
      errorAt(planes, k, value),
    ),
  );
  const errorOf = (k: number) => 2 * (errors[k] as number);
  const fits = (start: number) =>
    angles.every((angle, k) => {
      const turned = start * (frequencies[k] as number);
      const most = errorOf(k) + ANGLES.float32 * Math.abs(turned);
      return Math.abs(wrapped(angle - turned)) <= most;
    });
  const usual = USUAL_STARTS.find(fits);
  if (usual !== undefined) return usual;
  // The slowest pair says roughly where the row stands, faster ones exactly.
  const order = Array.from(angles.keys())
    .filter((k) => (frequencies[k] as number) > 0)
    .sort((a, b) => (frequencies[a] as number) - (frequencies[b] as number));
  let start = 0;
  let unsure = Infinity;
  for (const k of order) {
    const frequency = frequencies[k] as number;
    if (unsure !== Infinity && unsure * frequency > 1) return undefined;
    const angle = angles[k] as number;
    const turns = Math.round((start * frequency - angle) / TURN);
    start = (angle + (unsure === Infinity ? 0 : TURN * turns)) / frequency;
    unsure = errorOf(k) / frequency + ANGLES.float32 * Math.abs(start);
  }
  const whole = Math.round(start);
  return [whole, start].find(fits);
}
