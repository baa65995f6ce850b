/**
 * The frequencies that tables and rotations share, and the bank of oscillators
 * that the core computes them with.
 */

import type { Heap, Scratch } from './memory.js';
import { CODE, type RawOscillators } from './wasm/raw.js';

/** Names of the precisions. */
export type Precision = keyof typeof CODE.precision;

/** Words of a frequency: float64, and twice what rounding left. */
export const FREQUENCY_WORDS = 3;

/** About what the core holds for an oscillator; said in errors only. */
const OSCILLATOR_BYTES = 376;

/** Frequencies in radians per position, and their precision. */
export interface Frequencies {
  readonly count: number;
  readonly precision: Precision;
  /** FREQUENCY_WORDS float64 each, as the core wrote them. */
  readonly words: Float64Array;
}

/** Has the core compute the frequencies `base^(-2k/width)`, k < count. */
export function computeFrequencies(
  heap: Heap,
  method: string,
  wanted: {
    readonly base: number;
    readonly width: number;
    readonly count: number;
    readonly precision: Precision;
  },
): Frequencies {
  const { count, precision } = wanted;
  return heap.scope(method, (scratch) => {
    const length = count * FREQUENCY_WORDS;
    const out = scratch.bytes(length * Float64Array.BYTES_PER_ELEMENT);
    const code = CODE.precision[precision];
    const options = { ...wanted, precision: code };
    scratch.check(scratch.call((raw) => raw.frequencies(options, out)));
    const words = new Float64Array(heap.buffer, out, length).slice();
    return { count, precision, words };
  });
}

/** A bank of oscillators that lives as long as the scratch. */
export function makeOscillators(
  scratch: Scratch,
  frequencies: Frequencies,
): RawOscillators {
  const { count, precision, words } = frequencies;
  const from = scratch.copy(words);
  const bank = scratch.call(
    ({ Oscillators }) =>
      new Oscillators(from, count, CODE.precision[precision]),
  );
  scratch.check(scratch.own(bank).status(), count * OSCILLATOR_BYTES);
  return bank;
}
