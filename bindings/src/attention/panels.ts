/** Keys as the core's products read them: panels of eight, packed once. */

import type { Scratch } from '../core/memory.js';
import type { Call } from './call.js';

/** Keys of a panel. */
export const PANEL_KEYS = 8;

/** The next multiple of `of`. */
export const whole = (count: number, of: number): number =>
  Math.ceil(count / of) * of;

/**
 * Makes the function that packs the keys at an address and gives the address of
 * their panels, which the next keys overwrite.
 */
export function keyPacker(
  scratch: Scratch,
  { sizes: { keys: rows, keyHeads: heads, headDim: width } }: Call,
): (k: number) => number {
  const bytes = heads * whole(rows, PANEL_KEYS) * width * 4;
  const panels = scratch.bytes(bytes);
  return (k) => {
    const sizes = { rows, heads, width };
    scratch.check(scratch.core.packKeys({ sizes, k, out: panels }));
    return panels;
  };
}
