/**
 * The formulas of the closed-form tables, written as plainly as possible with
 * fixed-point numbers.
 */

import {
  abs,
  div,
  exp,
  fromNumber,
  LN2,
  ln,
  lnOf,
  mul,
  ONE,
  PI,
  shift,
} from './fixed.js';

/** e^x, or 0 if it is below the resolution. */
export function decay(x: bigint): bigint {
  return x < -220n * ONE ? 0n : exp(x);
}

export type Domain = 'unit' | 'symmetric' | 'fraction';

/** A position, given exactly, as a fraction of the span. */
export function overSpan(position: bigint, span: number, domain: Domain) {
  const whole = fromNumber(domain === 'fraction' ? span : span - 1);
  if (domain !== 'symmetric') return div(position, whole);
  return div(2n * position - whole, whole);
}

/** Polynomials of degree 0 … count - 1 by their recurrences. */
export function polynomials(
  basis: 'monomial' | 'chebyshev' | 'legendre',
  x: bigint,
  count: number,
): bigint[] {
  const values = [ONE, x];
  for (let k = 1n; k + 1n < count; ++k) {
    const [before, v] = values.slice(-2) as [bigint, bigint];
    if (basis === 'monomial') values.push(mul(x, v));
    else if (basis === 'chebyshev') values.push(2n * mul(x, v) - before);
    else {
      values.push(((2n * k + 1n) * mul(x, v) - k * before) / (k + 1n));
    }
  }
  return values.slice(0, count);
}

/** first · (last/first)^(k/(count-1)), or `first` if count is 1. */
function geometric(first: number, last: number, k: number, count: number) {
  if (count === 1) return fromNumber(first);
  const between = ((ln(last) - ln(first)) * BigInt(k)) / BigInt(count - 1);
  return exp(ln(first) + between);
}

/** 2^(-distance / half-life k). */
export function decayOf(
  distance: bigint,
  first: number,
  last: number,
  k: number,
  count: number,
): bigint {
  const halfLife = geometric(first, last, k, count);
  return decay(-div(mul(LN2, abs(distance)), halfLife));
}

/** The Gaussian bell around centre k. */
export function bell(
  position: bigint,
  { span, dim, width }: { span: number; dim: number; width: number },
  k: number,
): bigint {
  const centre =
    dim === 1
      ? fromNumber(span - 1) / 2n
      : (BigInt(k) * fromNumber(span - 1)) / BigInt(dim - 1);
  const away = div(position - centre, fromNumber(width));
  return decay(-mul(away, away) / 2n);
}

/** The gamma density of shape 4m² and rate 4nm/L at `distance` ≥ 0. */
export function gammaDensity(
  distance: bigint,
  m: number,
  n: number,
  length: number,
): bigint {
  if (distance === 0n) return 0n;
  const shape = 4n * BigInt(m) ** 2n;
  const rate = (4n * BigInt(n) * BigInt(m) * ONE) / BigInt(length);
  const exponent =
    (shape - 1n) * lnOf(distance) -
    mul(rate, distance) +
    shape * lnOf(rate) -
    lnFactorial(shape - 1n);
  return decay(exponent);
}

/** ln n!, from the exact factorial. */
function lnFactorial(n: bigint): bigint {
  let factorial = 1n;
  for (let i = 2n; i <= n; ++i) factorial *= i;
  return lnOf(shift(factorial, 320n));
}

/** The largest of all densities at whole distances below `length`. */
export function largestDensity(n: number, length: number): bigint {
  let largest = 0n;
  for (let m = 1; m <= n; ++m) {
    // The integers on both sides of the peak at (shape - 1) / rate.
    const peak = Math.floor(((4 * m * m - 1) * length) / (4 * n * m));
    for (const r of [peak - 1, peak, peak + 1]) {
      if (r < 1 || r >= length) continue;
      const density = gammaDensity(fromNumber(r), m, n, length);
      if (density > largest) largest = density;
    }
  }
  return largest;
}

/** 10^-8, the float64. */
export const FLOOR = fromNumber(1e-8);

/** Positions at which T_k or P_k nearly vanishes: the rounded zeros. */
export function nearZeros(k: number, span: number, whole: boolean): number[] {
  return Array.from({ length: k }, (_, i) => {
    const x = Math.cos((Number(PI >> 267n) / 2 ** 53 / k) * (i + 0.5));
    const position = ((x + 1) * (span - 1)) / 2;
    return whole ? Math.round(position) : position;
  });
}
