/** Arrays for results, of this program alone or in shared memory. */

import { product } from '../arrays/tensor.js';
import {
  type AnyDType,
  type ArrayOf,
  bytesOf,
  makeArray,
  viewArray,
} from '../base/dtype.js';
import type { Arrays } from '../describe/method.js';
import type { Outputs } from '../entry/joined.js';

/** Shared memory for all rows of a result, by the names of its outputs. */
export type SharedRoom = Readonly<Record<string, SharedArrayBuffer>>;

/**
 * Memory that a worker writes some rows into and sends back, by the names of
 * outputs: new memory costs more than what was used before.
 */
export type Lent = Readonly<Record<string, ArrayBuffer>>;

/** Whether memory can be shared: not on pages that are not isolated. */
export function canShare(): boolean {
  const { crossOriginIsolated } = globalThis as {
    readonly crossOriginIsolated?: boolean;
  };
  return (
    typeof SharedArrayBuffer === 'function' && crossOriginIsolated !== false
  );
}

function forEach<T>(
  outputs: Outputs,
  make: (dtype: AnyDType, count: number, name: string) => T,
): Readonly<Record<string, T>> {
  const made = Object.entries(outputs).map(([name, { shape, dtype }]) => {
    return [name, make(dtype, product(shape), name)] as const;
  });
  return Object.fromEntries(made);
}

/** New arrays for all outputs; undefined if there is no room. */
export const newArrays = (outputs: Outputs): Arrays | undefined =>
  ifRoom(() => forEach(outputs, makeArray));

/** Shared memory for all outputs; undefined if there is no room. */
export const sharedRoom = (outputs: Outputs): SharedRoom | undefined =>
  ifRoom(() =>
    forEach(outputs, (dtype, count) => {
      return new SharedArrayBuffer(bytesOf(dtype) * count);
    }),
  );

function ifRoom<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Arrays over shared memory. */
export const arraysIn = (outputs: Outputs, room: SharedRoom): Arrays =>
  forEach(outputs, (dtype, count, name) =>
    sharedArray(dtype, count, room[name] as SharedArrayBuffer),
  );

/** Arrays over lent memory; undefined if it is too small. */
export const arraysLent = (outputs: Outputs, lent: Lent): Arrays | undefined =>
  ifRoom(() =>
    forEach(outputs, (dtype, count, name) =>
      viewArray(dtype, lent[name] as ArrayBuffer, 0, count),
    ),
  );

/** An array over shared memory; types know but memory of one program. */
export const sharedArray = (
  dtype: AnyDType,
  count: number,
  memory: SharedArrayBuffer,
): ArrayOf[AnyDType] =>
  viewArray(dtype, memory as unknown as ArrayBuffer, 0, count);
