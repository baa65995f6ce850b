/** The base of frequencies that fall by the same factor from pair to pair. */

import type { Heap } from '../core/memory.js';
import { THETAS } from '../rotary/thetas.js';
import { power, type Round, roundest, WIDE } from './arithmetic.js';
import type { Found } from './planes.js';

/** Bases between which one is searched. */
const [LEAST, LARGEST] = [1.0001, 1e15];

/** Frequencies of which less is known say nothing of the base. */
const ROUGH = 0.25;

/** Digits that a second choice costs, so that the first one goes before it. */
const CLEAR = 2;

/** Bases from `low` to `high` explain the first `count` frequencies. */
export interface Bases {
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/**
 * The bases that explain the frequencies ω_k = first · base^(-k / span), from
 * pair 0 on as far as one base explains all.
 */
export function basesOf(
  heap: Heap,
  { frequencies, errors }: Found,
  span: number,
  first = 1,
): Bases {
  let [low, high] = [LEAST, LARGEST];
  for (let k = 0; k < frequencies.length; ++k) {
    const ratio = (frequencies[k] as number) / first;
    const error = (errors[k] as number) / first;
    if (k === 0 ? Math.abs(ratio - 1) > error : !(ratio > -error)) {
      return { low, high, count: k };
    }
    if (k === 0 || !(error < ROUGH * ratio)) continue;
    const base = power(heap, ratio, -span / k);
    // How far the base moves with the frequency, and a little for rounding.
    const most = base * ((span / k) * (error / ratio) * 1.2 + 1e-12);
    const [above, below] = [
      Math.max(low, base - most),
      Math.min(high, base + most),
    ];
    if (!(above <= below)) return { low, high, count: k };
    [low, high] = [above, below];
  }
  const count = frequencies.length;
  // A single frequency is 1 with every base.
  return count === 1 && span <= 1
    ? { low: 1e4, high: 1e4, count }
    : { low, high, count };
}

/**
 * The roundest number of an interval, and that of its middle: its ends may be a
 * little beyond what fits.
 */
export function bothRounds(low: number, high: number): readonly Round[] {
  const inner = (high - low) / 4;
  const other = roundest(low + inner, high - inner);
  return [roundest(low, high), { ...other, digits: other.digits + CLEAR }];
}

/**
 * Round bases of an interval: the usual ones, or else the one with the fewest
 * digits. None is sure if there are several.
 */
export function roundBases({ low, high }: Bases): readonly Round[] {
  const inside = THETAS.filter((theta) => low <= theta && theta <= high);
  const sure = inside.length === 1 && high - low < WIDE * low;
  if (inside.length === 0) {
    return bothRounds(low, high);
  }
  return inside.map((theta) => ({ ...roundest(theta, theta), sure }));
}
