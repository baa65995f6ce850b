/**
 * The definitions of the precisions, written as plainly as possible: the real
 * formula (`exact`), and the float32 operations of `torch` and `ggml`, each
 * rounded correctly.
 */

import { exp, fromNumber, ln, ONE, parts, shift, sinCos } from './fixed.js';
import { torchPower } from './torch-power.js';
import { FLOAT32, round } from './ulp.js';

export type Precision = 'exact' | 'torch' | 'ggml';

const logs = new Map<number, bigint>();

function knownLn(base: number): bigint {
  const known = logs.get(base);
  if (known !== undefined) return known;
  const value = ln(base);
  logs.set(base, value);
  return value;
}

/** base^(-2k/width), the angle per position of pair k. */
export function frequency(base: number, k: number, width: number): bigint {
  return exp((-2n * BigInt(k) * knownLn(base)) / BigInt(width));
}

/**
 * Sine and cosine of (position + row) × frequency, computed without rounding,
 * not even of the sum.
 */
export function sinCosAt(position: number, frequency: bigint, row = 0) {
  const { mantissa, exponent } = parts(position);
  const angle = shift(mantissa * frequency, BigInt(exponent));
  return sinCos(angle + BigInt(row) * frequency);
}

const f = Math.fround;

/** base^e of float32 numbers, correctly rounded to float32. */
function pow32(base: number, e: number): number {
  return round(exp((fromNumber(e) * knownLn(f(base))) / ONE), FLOAT32);
}

/** The inverse frequency of pair k as float32 frameworks compute it. */
export function torchFrequency(base: number, k: number, width: number): number {
  const count = Math.ceil(width / 2);
  return f(1 / torchPower(base, f((2 * k) / width), k, count));
}

/** The float32 angles of one position, pair 0 first. */
export function angles32(
  position: number,
  base: number,
  width: number,
  count: number,
  precision: 'torch' | 'ggml',
): number[] {
  if (precision === 'torch') {
    return Array.from({ length: count }, (_, k) =>
      f(f(position) * torchFrequency(base, k, width)),
    );
  }
  const step = pow32(base, f(-2 / width));
  const angles: number[] = [];
  for (let k = 0, angle = f(position); k < count; ++k) {
    angles.push(angle);
    angle = f(angle * step);
  }
  return angles;
}

/** Sine and cosine of a float32 angle, correctly rounded to float32. */
export function sinCos32(angle: number): { sin: number; cos: number } {
  const { sin, cos } = sinCos(fromNumber(angle));
  return {
    // The sine of -0 is -0; fixed point would lose the sign.
    sin: angle === 0 ? angle : round(sin, FLOAT32),
    cos: round(cos, FLOAT32),
  };
}
