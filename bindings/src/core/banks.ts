/**
 * Banks of oscillators that are kept in the module's memory between calls. A
 * rope is used again and again with the same frequencies, and making a bank
 * takes longer than turning the heads of one position with it.
 *
 * A few banks are kept for each instance, and the one that was used longest
 * ago makes room. So nothing grows while ropes come and go, however late the
 * garbage collector looks; and where memory is short, all of them go.
 */

import type { Heap, Scratch } from './memory.js';
import {
  type Frequencies,
  makeOscillators,
  newOscillators,
  OSCILLATOR_BYTES,
} from './oscillators.js';
import type { Oscillators } from './wasm/calls.js';

/** Models with several kinds of layers have two or three ropes. */
const MOST = 8;

/** A wider bank ends with its call: making it is little beside its use. */
const WIDEST_BYTES = 2 ** 17;

interface Kept {
  readonly bank: Oscillators;
  /** How many calls use it just now: as long as one does, it must stay. */
  users: number;
}

/** Banks by their frequencies, the one that was used last at the end. */
type Banks = Map<Frequencies, Kept>;

const banksOf = new WeakMap<Heap, Banks>();

/**
 * Ends banks that nobody is using, the oldest first, until `most` are left; says
 * whether it ended one.
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

/** A bank of these frequencies, which lives at least as long as the scratch. */
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
  // Moved behind all others, as the one that was used last.
  banks.delete(frequencies);
  banks.set(frequencies, kept);
  shrink(scratch.heap, banks, MOST);
  return kept.bank;
}
