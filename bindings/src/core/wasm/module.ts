/**
 * An instance of the module as Embind shows it. Its functions read their
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
  /** Whether this is the build with SIMD. */
  readonly simd: boolean;
  /** Where the float64 arguments of the next call go, as a byte offset. */
  readonly list: number;
  /** Replaced whenever the memory grows: never kept. */
  readonly HEAPU8: OwnArray<'Uint8Array'>;
  /** 0 when there is no memory. */
  _memalign(alignment: number, bytes: number): number;
  _free(pointer: number): void;
}
