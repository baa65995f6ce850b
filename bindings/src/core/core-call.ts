/** Calls of the core that take a list of numbers. */

import type { Scratch } from './memory.js';
import type { AnalysisCall } from './wasm/analysis.js';

/** A function of the core, with a place for its arguments in the arena. */
export function coreCall(
  scratch: Scratch,
  name: AnalysisCall,
): (...numbers: readonly number[]) => number {
  const list = scratch.bytes(MOST * 8);
  return (...numbers) => {
    new Float64Array(scratch.heap.buffer, list, MOST).set(numbers);
    return scratch.call((raw) => raw[name](list));
  };
}

/** Most arguments of any. */
const MOST = 16;
