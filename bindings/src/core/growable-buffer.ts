/** Scratch memory whose size is not known before the first use. */

import type { Scratch } from './memory.js';

/** Memory that is allocated anew only when more is needed. */
export function growableBuffer(scratch: Scratch): (bytes: number) => number {
  let pointer = 0;
  let room = 0;
  return (bytes) => {
    if (bytes > room) {
      pointer = scratch.bytes(bytes);
      room = bytes;
    }
    return pointer;
  };
}
