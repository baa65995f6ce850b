/**
 * The frequencies that tables and rotations share, and the bank of oscillators
 * that the core computes them with.
 */

import { LARGEST_POSITION, type RowPositions } from '../arrays/positions.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from './memory.js';
import { CODE, type RawOscillators, STATUS } from './wasm/raw.js';

/** Names of the precisions. */
export type Precision = keyof typeof CODE.precision;

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
  /** Of every frequency. */
  readonly factor?: number;
  readonly curve?: keyof typeof CODE.curve;
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
  const { base, span, factor = 1, curve = 'falling' } = spacing;
  const { halfTurns = false, byExponential = false } = spacing;
  const raw = { base, span, factor, halfTurns, byExponential };
  const options = { ...raw, curve: CODE.curve[curve] };
  return heap.scope(method, (scratch) => {
    const length = count * FREQUENCY_WORDS;
    const out = scratch.bytes(length * Float64Array.BYTES_PER_ELEMENT);
    const code = CODE.precision[precision];
    scratch.check(
      scratch.call((raw) => raw.frequencies(options, code, count, out)),
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
 * `amplitude` times a sine or cosine.
 */
export function makeOscillators(
  scratch: Scratch,
  frequencies: Frequencies,
  amplitude = 1,
): RawOscillators {
  const bank = newOscillators(scratch, frequencies, amplitude);
  return scratch.own(bank);
}

/** The same, but the caller must delete it. */
export function newOscillators(
  scratch: Scratch,
  frequencies: Frequencies,
  amplitude = 1,
): RawOscillators {
  const { count, precision, words } = frequencies;
  const from = scratch.copy(words);
  const make = () =>
    scratch.call(
      ({ Oscillators }) =>
        new Oscillators(from, count, CODE.precision[precision], amplitude),
    );
  let bank = make();
  if (bank.status() === STATUS.noMemory && scratch.heap.giveUp()) {
    bank.delete();
    bank = make();
  }
  try {
    scratch.check(bank.status(), count * OSCILLATOR_BYTES);
  } catch (error) {
    bank.delete();
    throw error;
  }
  return bank;
}
