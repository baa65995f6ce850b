// The first position whose cosine or sine is wrong by more than a chosen error.
// A bound says how far no position can be: all from there on are computed, up to
// `most` of them.

import { numbersOf, stretchesIn } from '../../figures/stretches.js';
import { farthest, stepOf } from './lines.js';
import { errorsOf, isStored, type Tables, type Way } from './ways.js';

interface Met {
  readonly position: number;
  readonly pair: number;
  readonly error: number;
}

export type First = { readonly way: Way } & (
  | ({ readonly found: 'first' } & Met)
  /** Met among some positions beyond the last that was searched. */
  | ({ readonly found: 'seen'; readonly searched: number } & Met)
  /** No position has it: no error of this way is larger than `most`. */
  | { readonly found: 'never'; readonly most: number }
  | { readonly found: 'none'; readonly searched: number }
);

/** The most positions that are computed one by one. */
const most = 2 ** 18;

/** Bits behind the first one. */
const fractions = { float32: 23, float16: 10, bfloat16: 7 } as const;

/** Half the distance of two numbers of a kind that are at most `size`. */
function halfStep(kind: keyof typeof fractions, size: number): number {
  let power = 1;
  while (power < size) power *= 2;
  while (power / 2 >= size) power /= 2;
  return power / 2 ** (fractions[kind] + 2);
}

/**
 * The largest error of the last rounding of a way. The package's error is 0.5001
 * units instead of half of one; a factor of cosines and sines is rounded, too, and
 * one more rounding follows it.
 */
export function roundingOf({ exact }: Tables, way: Way): number {
  const factor = exact.attentionFactor;
  const kind = isStored(way) ? way : 'float32';
  const last = 1.0002 * halfStep(kind, factor);
  const emulated = way === 'torch' || way === 'ggml';
  return emulated && factor !== 1 ? 4 * last : last;
}

/**
 * A bound of the error of the angle of a pair, in radians at a position p:
 * p · rate, and half a unit of the float32 product p · frequency where that is the
 * last step.
 */
interface Bound {
  readonly rate: number;
  /** The same beyond 2²⁴, where positions are rounded to float32, too. */
  readonly farRate: number;
  /** Whether a float32 product follows. */
  readonly product: boolean;
  readonly frequency: number;
}

/** One rounding to float32, and one of a position to bfloat16. */
const [unit, wide] = [2 ** -24, 2 ** -8];

/** Whether torch divides positions before: by a rounded number, and rounds again. */
function dividesPositions({ spec }: Tables): boolean {
  const { divide, form } = (spec.scaling ?? {}) as Partial<
    Readonly<Record<'divide' | 'form', unknown>>
  >;
  return divide === 'positions' || form === 'linear';
}

function boundOf(tables: Tables, way: Way, pair: number): Bound {
  const omega = tables.exact.frequencies[pair] as number;
  if (way === 'position') {
    const rate = omega * wide;
    return { rate, farRate: rate, product: false, frequency: omega };
  }
  const rope = tables.emulated[way === 'ggml' ? 'ggml' : 'torch'];
  const frequency = Number(rope?.frequencies[pair] ?? omega);
  const off = Math.abs(frequency - omega);
  const size = Math.max(frequency, omega) * unit;
  if (way === 'torch') {
    const rate = off + (dividesPositions(tables) ? 2 * size : 0);
    return { rate, farRate: rate + size, product: true, frequency };
  }
  // Two products of rounded steps: this one and that of the frequency.
  const rate = off + 2 * (pair + 8) * size;
  return { rate, farRate: rate, product: false, frequency };
}

/** The first position at which a bound reaches an error of the angle. */
export function reachedBy(bound: Bound, limit: number): number {
  const { rate, farRate, product, frequency } = bound;
  if (frequency === 0) return Infinity;
  if (!product) return rate > 0 ? limit / rate : Infinity;
  // The unit of a product doubles with its octave.
  for (let octave = -40; ; octave++) {
    const begin = 2 ** octave / frequency;
    const end = 2 * begin;
    if (begin > farthest) return Infinity;
    const own = end > 2 ** 24 ? farRate : rate;
    const rest = limit - 2 ** (octave - 24);
    const at =
      rest <= 0 ? begin : Math.max(begin, own > 0 ? rest / own : Infinity);
    if (at < end) return at;
  }
}

/** No position before this one can have the error; it may be beyond `farthest`. */
export function earliest(
  tables: Tables,
  way: Way,
  { pair, error }: Wanted,
): number {
  const rounding = roundingOf(tables, way);
  if (error <= rounding) return 1;
  if (isStored(way)) return Infinity;
  const limit =
    (1 - 1e-6) * ((error - rounding) / tables.exact.attentionFactor);
  const all =
    pair === null ? Array.from({ length: tables.pairs }, (_, k) => k) : [pair];
  const first = Math.min(
    ...all.map((k) => reachedBy(boundOf(tables, way, k), limit)),
  );
  return Math.max(1, Math.floor(first));
}

export interface Wanted {
  /** One pair; null for the worst of all. */
  readonly pair: number | null;
  readonly error: number;
}

/** The first of some positions whose error is larger, with its worst pair. */
function firstOf(
  tables: Tables,
  way: Way,
  positions: Float64Array,
  { pair, error }: Wanted,
): Met | null {
  const { pairs } = tables;
  const errors = errorsOf(tables.right(positions), tables.of(way, positions));
  const met = errors.findIndex(
    (one, i) => one > error && (pair === null || i % pairs === pair),
  );
  if (met < 0) return null;
  const row = Math.floor(met / pairs);
  let best = met;
  for (let i = met; pair === null && i < (row + 1) * pairs; i++) {
    if (Number(errors[i]) > Number(errors[best])) best = i;
  }
  const position = positions[row] as number;
  return { position, pair: best % pairs, error: errors[best] as number };
}

/** Searches in steps. */
export function* findFirst(
  tables: Tables,
  way: Way,
  wanted: Wanted,
): Generator<undefined, First, undefined> {
  const begin = earliest(tables, way, wanted);
  const rounding = roundingOf(tables, way);
  if (isStored(way) && begin > farthest) {
    return { way, found: 'never', most: rounding };
  }
  // Cosines and sines reach from -1 to 1, times the factor.
  const widest = 2 * tables.exact.attentionFactor;
  if (wanted.error >= widest + rounding) {
    return { way, found: 'never', most: widest };
  }
  if (begin > farthest) return { way, found: 'none', searched: farthest };
  const step = 4 * stepOf(tables.pairs);
  const last = Math.min(farthest, begin + most - 1);
  for (let from = begin; from <= last; from += step) {
    const count = Math.min(step, last - from + 1);
    const positions = Float64Array.from({ length: count }, (_, i) => from + i);
    const met = firstOf(tables, way, positions, wanted);
    if (met !== null) return { way, found: 'first', ...met };
    yield;
  }
  if (last === farthest) return { way, found: 'none', searched: last };
  // Beyond, some positions of each stretch are looked at.
  const { from, to } = stretchesIn(256, { from: last + 1, to: farthest });
  for (let i = 0; i < from.length; i++) {
    const some = numbersOf(from[i] as number, to[i] as number, 32).sort(
      (a, b) => a - b,
    );
    const met = firstOf(tables, way, Float64Array.from(some), wanted);
    if (met !== null) return { way, found: 'seen', searched: last, ...met };
    yield;
  }
  return { way, found: 'none', searched: last };
}
