/**
 * Arrays of which each item of a batch may have its own part, and gradients
 * that are summed in float32.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import {
  makeTensor,
  product,
  shapeText,
  type Tensor,
} from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { fitAxes, type Shaped, sizesOf } from '../describe/axes.js';
import { readWeight, type Weight } from './weights.js';

/** Checked numbers for all items of a batch, or for each of them. */
export interface ItemWeight {
  readonly weight: Weight;
  /** Where the numbers of an item begin. */
  at(item: number): number;
}

/**
 * Reads numbers of a shape, once for all items of a batch, or for each of
 * `items`.
 */
export function readItems(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
  shape: readonly number[],
  shaped: Shaped,
  items = 1,
): ItemWeight {
  const given = readGiven(method, param, value, 'float32');
  const { length, shape: axes } = inputOf(heap, method, given);
  const sizes = { ...sizesOf(shaped, shape), batch: items };
  fitAxes({ method, param }, shaped, axes, sizes);
  const one = product(shape);
  const each = length !== one;
  if (each && length !== items * one) {
    const batch = items > 1 ? `, or ${items} times that` : '';
    const rule = `${one}, that of the shape ${shapeText(shape)}${batch}`;
    throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
  }
  const all = each ? [items, ...shape] : shape;
  return {
    weight: readWeight(heap, method, param, given.value, all, shaped),
    at: (item) => (each ? item * one : 0),
  };
}

/** Float32 in the instance's memory. */
export interface Zeros {
  readonly pointer: number;
  tensor(): Tensor<'float32'>;
}

/** Allocates an array of zeros. */
export function zeros(scratch: Scratch, shape: readonly number[]): Zeros {
  const count = product(shape);
  const pointer = scratch.bytes(count * 4);
  const view = () => new Float32Array(scratch.heap.buffer, pointer, count);
  view().fill(0);
  return {
    pointer,
    tensor: () => makeTensor(view().slice(), shape, 'float32'),
  };
}
