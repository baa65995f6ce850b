/**
 * What the detectors compute in float64. Powers, sines and cosines come from the
 * core, so that every engine finds the same.
 */

import type { Heap } from '../core/memory.js';
import {
  computeFrequencies,
  exactScale,
  FREQUENCY_WORDS,
} from '../core/oscillators.js';
import { type FineRows, fineRows } from '../rotary/layouts/waves.js';

const method = 'detect';

/** A whole turn in radians. */
export const TURN = 2 * Math.PI;

/** The difference of two angles, from -π to π. */
export const wrapped = (angle: number): number =>
  angle - TURN * Math.round(angle / TURN);

/** Limits of the bases of which the core computes powers. */
const [LEAST, LARGEST] = [2 ** -100, 2 ** 100];

/**
 * base^exponent.
 *
 *   range    base from 2^-100 to 2^100 and a finite exponent; else NaN
 *   error    about 1e-16 times the logarithm of the result
 */
export function power(heap: Heap, base: number, exponent: number): number {
  const inside = base >= LEAST && base <= LARGEST;
  if (!inside || !Number.isFinite(exponent)) return Number.NaN;
  if (base < 1) return power(heap, 1 / base, -exponent);
  if (exponent === 0) return 1;
  const curve = exponent > 0 ? ('rising' as const) : ('falling' as const);
  const spacing = { base, span: 1 / Math.abs(exponent), curve };
  const wanted = { spacing, count: 2, precision: 'exact' as const };
  const { words } = computeFrequencies(heap, method, wanted);
  return words[FREQUENCY_WORDS] as number;
}

/** The cosines and sines of angles. */
export function cosSinOf(heap: Heap, angles: Float64Array): FineRows {
  // An angle is the position of a wave of frequency 1.
  const spacing = { base: 1, span: 1 };
  const wanted = { spacing, count: 1, precision: 'exact' as const };
  const one = computeFrequencies(heap, method, wanted);
  return fineRows(heap, method, one, exactScale(1), angles);
}

/** A number that was found, and how much of it the data pin down. */
export interface Round {
  readonly value: number;
  /** Its decimal digits, without zeros at the end. */
  readonly digits: number;
  /** Whether no number as short is likely to lie there by chance. */
  readonly sure: boolean;
}

/** Relative width of an interval whose numbers are all the same to a user. */
const NARROW = 1e-4;

/** Relative width of an interval that holds a usual number by chance. */
export const WIDE = 0.1;

/** Most digits that are tried: those of a float64. */
const DIGITS = 15;

/**
 * The number with the fewest digits of an interval: options of models are round.
 * One of `usual` goes before all others, and is sure in an interval that is not
 * `wide`.
 */
export function roundest(
  low: number,
  high: number,
  usual: readonly number[] = [],
  wide = WIDE,
): Round {
  const known = usual.find((one) => low <= one && one <= high);
  const middle = low + (high - low) / 2;
  const width = (high - low) / middle;
  // What the last of the digits stands for, as a share of the number.
  let step = 1;
  for (let digits = 1; digits <= DIGITS; ++digits, step /= 10) {
    const value = known ?? Number(middle.toPrecision(digits));
    if (value !== Number(value.toPrecision(digits))) continue;
    if (value < low || value > high) continue;
    const most = known === undefined ? Math.max(NARROW, step / 50) : wide;
    const sure = width < most;
    return { value, digits, sure };
  }
  return { value: middle, digits: DIGITS + 1, sure: width < NARROW };
}
