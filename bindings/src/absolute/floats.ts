/** Learned numbers that a caller gives: float32, finite, of a known count. */

import { type Given, operandOf, settled } from '../arrays/operand.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';

/** Checked numbers. */
export interface LearnedFloats {
  readonly length: number;
  /** Throws unless they are still as checked; the largest distance from zero. */
  largest(): number;
  /**
   * Pointer to them in the module's memory, until the scratch ends; they are
   * checked again.
   */
  load(scratch: Scratch): number;
}

/**
 * Throws unless there are `length` numbers, all finite and at most `most` from
 * zero; `shape` says in words why so many.
 */
export function checkFloats(
  heap: Heap,
  method: string,
  given: Given<'float32'>,
  { length, shape, most }: { length: number; shape: string; most?: number },
): LearnedFloats {
  const check = () => {
    const { param, array } = settled(method, given);
    if (array.length !== length) {
      const rule = `${length}, as it is ${shape}`;
      const name = `${param}.length`;
      throw wrongValue(method, name, rule, array.length, 'ERR_SHAPE');
    }
    let largest = 0;
    for (let i = 0; i < length; ++i) {
      const size = Math.abs(array[i] as number);
      if (size > largest) largest = size;
      // Written so that NaN fails, too.
      if (size <= (most ?? Number.MAX_VALUE)) continue;
      const limit = most && `at most 2^${Math.log2(most)} from zero`;
      const rule = limit ? `a number ${limit}` : 'a finite number';
      throw wrongValue(method, `${param}[${i}]`, rule, array[i]);
    }
    return { array, largest };
  };
  check();
  return {
    length,
    largest: () => check().largest,
    load: (scratch) => {
      const operand = operandOf(heap, 'float32', check().array);
      return operand.pointer ?? scratch.copy(operand.array);
    },
  };
}

/** Room for `count` float64 zeros. */
export function zeros(scratch: Scratch, count: number): number {
  const pointer = scratch.bytes(count * Float64Array.BYTES_PER_ELEMENT);
  new Float64Array(scratch.heap.buffer, pointer, count).fill(0);
  return pointer;
}
