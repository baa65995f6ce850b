/**
 * An instance of the module, as Embind exposes it. Its functions read their
 * arguments from `list`; `call.ts` gives them types and names.
 */

import type { OwnArray } from '../../base/dtype.js';
import type { makerCalls, numberCalls, statusCalls } from './calls.js';

/** The names of the functions. */
export type CallName =
  | keyof typeof statusCalls
  | keyof typeof numberCalls
  | keyof typeof makerCalls;

export interface WasmModule extends Readonly<Record<CallName, () => number>> {
  /** 1 if this is the build with SIMD, or 0. */
  readonly simd: number;
  /** Byte offset of the list for the float64 arguments of a call. */
  readonly list: number;
  /** Replaced whenever the memory grows: never keep it. */
  readonly HEAPU8: OwnArray<'Uint8Array'>;
  /**
   * Answers the question that the core has written to the list during a call:
   * gives 0, or another number if it cannot. `Heap.asking` sets it.
   */
  ask: () => number;
  /** Gives 0 if there is no memory left. */
  _memalign(alignment: number, bytes: number): number;
  _free(pointer: number): void;
}
