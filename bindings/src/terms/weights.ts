/**
 * The weights of a term: arrays that a call gives, which have gradients.
 * Gradients are summed in float64 and rounded once.
 */

import { type Given, inputOf, readGiven } from '../arrays/operand.js';
import {
  makeTensor,
  product,
  shapeText,
  type Tensor,
} from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { fitAxes, type Shaped, sizesOf } from '../describe/axes.js';

/** A checked array of weights. */
export interface Weight {
  readonly shape: readonly number[];
  /** Copies it as float64 to scratch memory; gives the address. */
  float64(scratch: Scratch): number;
  /** Gives the address of its float32, which are copied unless resident. */
  float32(scratch: Scratch): number;
  /** Allocates its gradient. */
  gradient(scratch: Scratch): GradientSum;
}

/** A gradient that is summed in float64. */
export interface GradientSum {
  /** Address of the sums, which begin as zeros. */
  readonly pointer: number;
  /** The gradient, rounded to float32. */
  tensor(): Tensor<'float32'>;
}

/**
 * Reads weights of a known shape, whose axes `shaped` names. A flat array of as
 * many numbers will do, too.
 */
export function readWeight(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
  shape: readonly number[],
  shaped: Shaped,
): Weight {
  const given = readGiven(method, param, value, 'float32');
  const input = inputOf(heap, method, given);
  fitAxes({ method, param }, shaped, input.shape, sizesOf(shaped, shape));
  checkCount(heap, method, given, shape);
  return {
    shape,
    float64(scratch) {
      const { length } = checkCount(heap, method, given, shape);
      const pointer = scratch.bytes(length * 8);
      // The memory may have grown, so that the array is fetched after that.
      const { operand } = inputOf(heap, method, given);
      new Float64Array(heap.buffer, pointer, length).set(operand.array);
      return pointer;
    },
    float32(scratch) {
      const { operand } = checkCount(heap, method, given, shape);
      return operand.pointer ?? scratch.copy(operand.array);
    },
    gradient: (scratch) => gradientSum(scratch, shape),
  };
}

/** Reads weights that may be left out. */
export function readOptionalWeight(
  ...args: Parameters<typeof readWeight>
): Weight | undefined {
  return args[3] === undefined ? undefined : readWeight(...args);
}

/** Allocates a gradient of a shape, with zeros. */
export function gradientSum(
  scratch: Scratch,
  shape: readonly number[],
): GradientSum {
  const { heap } = scratch;
  const count = product(shape);
  const pointer = scratch.bytes(count * 8);
  new Float64Array(heap.buffer, pointer, count).fill(0);
  return {
    pointer,
    tensor: () => {
      const sums = new Float64Array(heap.buffer, pointer, count);
      return makeTensor(Float32Array.from(sums), shape, 'float32');
    },
  };
}

/** Throws unless an array has as many numbers as a shape. */
function checkCount(
  heap: Heap,
  method: string,
  given: Given<'float32'>,
  shape: readonly number[],
) {
  const input = inputOf(heap, method, given);
  const wanted = product(shape);
  if (input.length !== wanted) {
    const rule = `${wanted}, that of the shape ${shapeText(shape)}`;
    const param = `${given.param}.length`;
    throw wrongValue(method, param, rule, input.length, 'ERR_SHAPE');
  }
  return input;
}
