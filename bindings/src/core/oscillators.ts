/**
 * The frequencies that tables and rotations share, and the bank of oscillators
 * that the core computes them with.
 */

import { LARGEST_POSITION, type RowPositions } from '../arrays/positions.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from './memory.js';
import type { Curve, Oscillators, Precision } from './wasm/calls.js';

export type { Precision };

/** Words of a frequency: float64, and twice what rounding left. */
export const FREQUENCY_WORDS = 3;

/** About what the core holds for an oscillator. */
export const OSCILLATOR_BYTES = 376;

/** Frequencies in radians per position, and their precision. */
export interface Frequencies {
  readonly count: number;
  readonly precision: Precision;
  /** FREQUENCY_WORDS float64 each, as the core wrote them. */
  readonly words: Float64Array;
}

/** How frequencies follow each other; see `waves/frequencies.hpp`. */
export interface Spacing {
  readonly base: number;
  /** Steps from frequency 1 to 1/base, or to base. */
  readonly span: number;
  /** Factor of every frequency. */
  readonly frequencyScale?: number;
  readonly curve?: Curve;
  /** In half turns per position, not radians. */
  readonly halfTurns?: boolean;
  /** How `torch` arrives at them: exp(-k · step), or 1 / base^(k / span). */
  readonly byExponential?: boolean;
}

/** Has the core compute `count` frequencies. */
export function computeFrequencies(
  heap: Heap,
  method: string,
  wanted: {
    readonly spacing: Spacing;
    readonly count: number;
    readonly precision: Precision;
  },
): Frequencies {
  const { spacing, count, precision } = wanted;
  return heap.scope(method, (scratch) => {
    const length = count * FREQUENCY_WORDS;
    const out = scratch.bytes(length * Float64Array.BYTES_PER_ELEMENT);
    scratch.check(
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
    );
    const words = new Float64Array(heap.buffer, out, length).slice();
    return { count, precision, words };
  });
}

/**
 * Throws where positions times the largest frequency leave what a float64 can
 * count: there is no telling the quadrant of such an angle.
 */
export function checkReach(
  method: string,
  positions: RowPositions,
  frequency: number,
): void {
  if (frequency <= 1) return;
  const limit = LARGEST_POSITION / frequency;
  const rule = `at most ${limit} from zero, at these frequencies`;
  for (const row of positions.extremes()) {
    const position = positions.at(row);
    if (Math.abs(position) <= limit) continue;
    throw wrongValue(method, positions.nameOf(row), rule, position);
  }
}

/**
 * A bank of oscillators that lives as long as the scratch; its values are
 * `scale` times a sine or cosine.
 */
export function makeOscillators(
  scratch: Scratch,
  frequencies: Frequencies,
  scale = 1,
): Oscillators {
  return scratch.own(newOscillators(scratch, frequencies, scale));
}

/** The same, but the caller must dispose of it. */
export function newOscillators(
  scratch: Scratch,
  { count, precision, words }: Frequencies,
  scale = 1,
): Oscillators {
  const from = scratch.copy(words);
  return scratch.make(
    (core) => core.makeOscillators({ words: from, count, precision, scale }),
    count * OSCILLATOR_BYTES,
  );
}
