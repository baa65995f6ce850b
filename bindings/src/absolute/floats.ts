/**
 * Arrays of learned numbers that a caller gives: float32, finite, of a known
 * length.
 */

import { type Given, operandOf, recheck } from '../arrays/operand.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { type AxisSizes, fitAxes, type Shaped } from '../describe/axes.js';

/** A checked array. */
export interface LearnedFloats {
  readonly length: number;
  /** Checks the array again; returns the largest distance from zero. */
  largest(): number;
  /**
   * Checks the array again and copies it to the instance's memory; gives a
   * pointer that is valid until the scratch ends.
   */
  load(scratch: Scratch): number;
}

/** The numbers that an array must have. */
interface WantedFloats {
  readonly length: number;
  /** Explains the length in an error. */
  readonly shape: string;
  /** Largest distance from zero. */
  readonly most?: number;
  /** The axes that a tensor must have, and their lengths. */
  readonly shaped: Shaped;
  readonly sizes: AxisSizes;
}

/**
 * Throws unless there are `length` numbers, all finite and at most `most` from
 * zero, and a tensor has its axes.
 */
export function checkFloats(
  heap: Heap,
  method: string,
  given: Given<'float32'>,
  { length, shape, most, shaped, sizes }: WantedFloats,
): LearnedFloats {
  const check = () => {
    const { param, array, shape: axes } = recheck(method, given);
    fitAxes({ method, param }, shaped, axes, sizes);
    if (array.length !== length) {
      const rule = `${length}, as it is ${shape}`;
      const name = `${param}.length`;
      throw wrongValue(method, name, rule, array.length, 'ERR_SHAPE');
    }
    let largest = 0;
    for (let i = 0; i < length; ++i) {
      const size = Math.abs(array[i] as number);
      if (size > largest) largest = size;
      // This comparison is false for NaN, which then fails, too.
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
