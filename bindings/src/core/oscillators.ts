/**
 * The frequencies of tables and rotations, and the banks of oscillators that
 * the core makes from them.
 */

import { LARGEST_POSITION, type RowPositions } from '../arrays/positions.js';
import type { OwnArray } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { keptObject } from './kept.js';
import type { Heap, Scratch } from './memory.js';
import type { Curve, Oscillators, Precision, Status } from './wasm/calls.js';

export type { Precision };

/**
 * Number of float64 that hold a frequency: its value, and two rests that
 * rounding left.
 */
export const FREQUENCY_WORDS = 3;

/** Bytes that the core holds for an oscillator, about. */
export const OSCILLATOR_BYTES = 376;

/** Frequencies in radians per position, and their precision. */
export interface Frequencies {
  readonly count: number;
  readonly precision: Precision;
  /**
   * Records of FREQUENCY_WORDS float64, as the core wrote them: one for each
   * frequency and, in precision `ggml`, one that belongs to all of them.
   */
  readonly words: Float64Array;
}

/**
 * The frequencies as float64: the angles of position 1, rounded as the precision
 * rounds them.
 */
export function roundedFrequencies({
  count,
  precision,
  words,
}: Frequencies): OwnArray<'Float64Array'> {
  return Float64Array.from({ length: count }, (_, k) => {
    const [hi = 0, mid = 0, lo = 0] = words.subarray(k * FREQUENCY_WORDS);
    if (precision !== 'torch') return hi;
    const position = (mid && Math.fround(1 / mid)) || lo || 1;
    return Math.fround(position * hi);
  });
}

/** The spacing of frequencies; see `waves/frequencies.hpp`. */
export interface Spacing {
  readonly base: number;
  /** Number of steps from frequency 1 to 1/base, or to base. */
  readonly span: number;
  /** Factor of every frequency. */
  readonly frequencyScale?: number;
  readonly curve?: Curve;
  /** Whether frequencies are in half turns per position instead of radians. */
  readonly halfTurns?: boolean;
  /**
   * Whether `torch` computes them as exp(-k · step) instead of 1 / base^(k /
   * span).
   */
  readonly byExponential?: boolean;
}

/** `count` frequencies of a spacing, in a precision. */
interface Wanted {
  readonly spacing: Spacing;
  readonly count: number;
  readonly precision: Precision;
}

/** Computes frequencies in the core. */
export function computeFrequencies(
  heap: Heap,
  method: string,
  wanted: Wanted,
): Frequencies {
  const { spacing, count, precision } = wanted;
  return heap.scope(method, (scratch) =>
    recordsOf(scratch, count, precision, (out) =>
      scratch.core.frequencies({
        frequencyScale: 1,
        curve: 'falling',
        halfTurns: false,
        byExponential: false,
        ...spacing,
        precision,
        count,
        out,
      }),
    ),
  );
}

/** The frequencies whose records `write` writes to the address `out`. */
export function recordsOf(
  scratch: Scratch,
  count: number,
  precision: Precision,
  write: (out: number) => Status,
): Frequencies {
  const records = count + (precision === 'ggml' ? 1 : 0);
  const length = records * FREQUENCY_WORDS;
  const out = scratch.bytes(length * Float64Array.BYTES_PER_ELEMENT);
  scratch.check(write(out));
  const words = new Float64Array(scratch.heap.buffer, out, length).slice();
  return { count, precision, words };
}

/**
 * Throws if a position times the largest frequency exceeds 2^53: float64 cannot
 * tell the quadrant of such an angle.
 */
export function checkReach(
  method: string,
  positions: RowPositions,
  frequency: number,
  nameOf = (row: number) => positions.nameOf(row),
): void {
  if (frequency <= 1) return;
  const limit = LARGEST_POSITION / frequency;
  const rule = `at most ${limit} from zero, at these frequencies`;
  for (const row of positions.extremes()) {
    const position = positions.at(row);
    if (Math.abs(position) <= limit) continue;
    throw wrongValue(method, nameOf(row), rule, position);
  }
}

/**
 * A factor of all values: the sum of both numbers. A root has more digits than a
 * float64.
 */
export interface Scale {
  readonly scale: number;
  readonly scaleRest: number;
}

/** A factor that is a float64. */
export const exactScale = (scale: number): Scale => ({ scale, scaleRest: 0 });

/** scale / √square */
export const overRoot = (heap: Heap, scale: number, square: number): Scale => ({
  scale: heap.core.overRoot({ scale, square, rest: false }),
  scaleRest: heap.core.overRoot({ scale, square, rest: true }),
});

/**
 * A bank of oscillators that lives as long as the scratch; its values are sines
 * and cosines times the scale.
 */
export function makeOscillators(
  scratch: Scratch,
  frequencies: Frequencies,
  scale = exactScale(1),
): Oscillators {
  return scratch.own(makeBank(scratch, frequencies, scale));
}

/** The same, kept from one call to the next that wants it. */
export function keptOscillators(
  scratch: Scratch,
  method: string,
  wanted: Wanted,
  scale: Scale,
): Oscillators {
  const { heap } = scratch;
  const source = JSON.stringify([wanted, scale]);
  return keptObject(scratch, source, wanted.count * OSCILLATOR_BYTES, () =>
    makeBank(scratch, computeFrequencies(heap, method, wanted), scale),
  );
}

function makeBank(
  scratch: Scratch,
  { count, precision, words }: Frequencies,
  scale: Scale,
): Oscillators {
  const from = scratch.copy(words);
  return scratch.make(
    (core) => core.makeOscillators({ words: from, count, precision, ...scale }),
    count * OSCILLATOR_BYTES,
  );
}
