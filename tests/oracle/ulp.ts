/**
 * Errors in units in the last place, and correct rounding, from the oracle's
 * fixed-point numbers to the four formats the library writes.
 */

import { abs, BITS, exponentOf, fromNumber, shift } from './fixed.js';

export interface Format {
  readonly name: 'float32' | 'float64' | 'float16' | 'bfloat16';
  /** Fraction bits behind the leading one. */
  readonly fraction: number;
  /** Exponent of the smallest normal number. */
  readonly minExponent: number;
}

export const FLOAT32: Format = {
  name: 'float32',
  fraction: 23,
  minExponent: -126,
};
export const FLOAT64: Format = {
  name: 'float64',
  fraction: 52,
  minExponent: -1022,
};
export const FLOAT16: Format = {
  name: 'float16',
  fraction: 10,
  minExponent: -14,
};
export const BFLOAT16: Format = {
  name: 'bfloat16',
  fraction: 7,
  minExponent: -126,
};

/** log2 of the unit in the last place of the binade `exact` lies in. */
function ulpExponent(exact: bigint, format: Format): number {
  const exponent = exact === 0n ? format.minExponent : exponentOf(exact);
  return Math.max(exponent, format.minExponent) - format.fraction;
}

/** |value - exact| in ulps of `format`, good to about 2^-20 ulp. */
export function ulpError(value: number, exact: bigint, format: Format): number {
  const error = abs(fromNumber(value) - exact);
  // 30 bits below the ulp are plenty for a Number.
  const scaled = shift(error, 30n - BITS - BigInt(ulpExponent(exact, format)));
  return Number(scaled) / 2 ** 30;
}

/** The error of a float32 value, in float32 ulps. */
export function ulpError32(value: number, exact: bigint): number {
  return ulpError(value, exact, FLOAT32);
}

/** `exact` rounded to the nearest value of `format`, ties to even. */
export function round(exact: bigint, format: Format): number {
  if (exact === 0n) return 0;
  const unit = ulpExponent(exact, format);
  const by = BITS + BigInt(unit);
  if (by < 0n) throw new RangeError('the oracle has too few bits for this');
  const magnitude = abs(exact);
  let steps = magnitude >> by;
  const rest = magnitude - (steps << by);
  const half = by === 0n ? 0n : 1n << (by - 1n);
  if (rest > half || (rest === half && half !== 0n && steps & 1n)) steps += 1n;
  const value = Number(steps) * 2 ** unit;
  return exact < 0n ? -value : value;
}

/** The value of 16 bits of float16 or bfloat16. */
export function decode16(bits: number, format: Format): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const fraction = bits & ((1 << format.fraction) - 1);
  const field = (bits & 0x7fff) >> format.fraction;
  const top = 0x7fff >> format.fraction;
  if (field === top) return fraction ? Number.NaN : sign * Infinity;
  const lead = field === 0 ? 0 : 1 << format.fraction;
  const exponent = Math.max(field, 1) - 1 + format.minExponent;
  return sign * (lead + fraction) * 2 ** (exponent - format.fraction);
}
