/**
 * The frequencies that tables and rotations share, and the bank of oscillators
 * that the core computes them with.
 */

import type { Heap, Scratch } from './memory.js';
import { CODE, type RawOscillators } from './wasm/raw.js';

/** Names of the precisions. */
export type Precision = keyof typeof CODE.precision;

/** Bytes of a frequency: float64, and float64 of what rounding left. */
const PAIR_BYTES = 16;

/** Frequencies in radians per position, and their precision. */
export interface Frequencies {
  readonly count: number;
  readonly precision: Precision;
  /** Pairs of float64, as the core wrote them. */
  readonly pairs: Float64Array;
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
    const out = scratch.bytes(count * PAIR_BYTES);
    const code = CODE.precision[precision];
    scratch.check(heap.raw.frequencies({ ...wanted, precision: code }, out));
    const pairs = new Float64Array(heap.buffer, out, count * 2).slice();
    return { count, precision, pairs };
  });
}

/** A bank of oscillators that lives as long as the scratch. */
export function makeOscillators(
  scratch: Scratch,
  frequencies: Frequencies,
): RawOscillators {
  const { count, precision, pairs } = frequencies;
  const { Oscillators } = scratch.heap.raw;
  const bank = scratch.own(
    new Oscillators(scratch.copy(pairs), count, CODE.precision[precision]),
  );
  scratch.check(bank.status());
  return bank;
}
