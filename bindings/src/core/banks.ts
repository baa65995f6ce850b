/**
 * Keeps banks of oscillators in the module's memory between calls. A rope is
 * used again and again with the same frequencies, and making its bank takes
 * longer than turning the heads of one position.
 *
 * Each instance keeps a few banks and drops the least recently used one for a
 * new one. So memory does not grow while ropes come and go, however late the
 * garbage collector runs. When memory is short, all banks that no call is using
 * are dropped.
 */

import type { Heap, Scratch } from './memory.js';
import {
  type Frequencies,
  makeOscillators,
  newOscillators,
  OSCILLATOR_BYTES,
} from './oscillators.js';
import type { Oscillators } from './wasm/calls.js';

/**
 * Largest number of kept banks. Models with several kinds of layers have two or
 * three ropes.
 */
const MOST = 8;

/**
 * A larger bank is not kept: making it takes little time compared to its use.
 */
const WIDEST_BYTES = 2 ** 17;

interface Kept {
  readonly bank: Oscillators;
  /**
   * Number of calls that are using the bank; it must stay until there are none.
   */
  users: number;
}

/** Banks by their frequencies; the most recently used one is the last. */
type Banks = Map<Frequencies, Kept>;

const banksOf = new WeakMap<Heap, Banks>();

/**
 * Drops banks that no call is using, least recently used first, until `most`
 * are left. Returns whether it dropped one.
 */
function shrink(heap: Heap, banks: Banks, most: number): boolean {
  const before = banks.size;
  for (const [frequencies, { bank, users }] of banks) {
    if (banks.size <= most) break;
    if (users > 0) continue;
    heap.core.dispose({ object: bank });
    banks.delete(frequencies);
  }
  return banks.size < before;
}

function find(heap: Heap): Banks {
  const known = banksOf.get(heap);
  if (known) return known;
  const banks: Banks = new Map();
  banksOf.set(heap, banks);
  heap.spare(() => shrink(heap, banks, 0));
  return banks;
}

/**
 * A bank of oscillators with these frequencies, which lives at least as long as
 * the scratch.
 */
export function keptOscillators(
  scratch: Scratch,
  frequencies: Frequencies,
): Oscillators {
  if (frequencies.count * OSCILLATOR_BYTES > WIDEST_BYTES) {
    return makeOscillators(scratch, frequencies);
  }
  const banks = find(scratch.heap);
  const kept = banks.get(frequencies) ?? {
    bank: newOscillators(scratch, frequencies),
    users: 0,
  };
  kept.users += 1;
  scratch.finally(() => {
    kept.users -= 1;
  });
  // Moves the bank to the end, as the most recently used one.
  banks.delete(frequencies);
  banks.set(frequencies, kept);
  shrink(scratch.heap, banks, MOST);
  return kept.bank;
}
