/**
 * The arrays that a call reads and writes: where they live, and whether they
 * are what the call needs.
 */

import { type ArrayOf, type DType, viewArray } from './dtype.js';
import { PosencRangeError, wrongKind, wrongValue } from './errors.js';
import { allocateResult, type Heap } from './memory.js';
import {
  checkArray,
  checkDtype,
  checkShape,
  makeTensor,
  product,
  shapeText,
  type Tensor,
} from './tensor.js';

/** An array in JavaScript's memory, or in the module's. */
export interface Operand<D extends DType = DType> {
  readonly dtype: D;
  readonly array: ArrayOf[D];
  /** Where the array begins in the module's memory, if it lies there. */
  readonly pointer: number | undefined;
}

/** A checked input. */
export interface Input {
  readonly operand: Operand<'float32'>;
  readonly length: number;
  /** Shape, if it was given as a tensor. */
  readonly shape: readonly number[] | undefined;
}

/** A checked output. */
export interface Target<D extends DType = DType> {
  readonly operand: Operand<D>;
  /** What the call returns, once it is written. */
  readonly tensor: () => Tensor<D>;
}

/** An array in JavaScript's memory is copied; a view of the module's is not. */
export function operandOf<D extends DType>(
  heap: Heap,
  dtype: D,
  array: ArrayOf[D],
): Operand<D> {
  const resident = array.buffer === heap.buffer;
  return { dtype, array, pointer: resident ? array.byteOffset : undefined };
}

/** A float32 array or tensor to read. */
export function readInput(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
): Input {
  const { array, shape } = readArray(method, param, value, 'float32');
  const operand = operandOf(heap, 'float32', array);
  return { operand, length: array.length, shape };
}

/** What a call will write. */
export interface Wanted<D extends DType> {
  readonly dtype: D;
  readonly shape: readonly number[];
  /** Whether a tensor of another shape will do, if the length is right. */
  readonly accepts?: (shape: readonly number[]) => boolean;
}

/**
 * Where a result goes: a new array, or the `out` of the caller, which must fit
 * exactly. If that is a tensor, it is what the call returns.
 */
export function readTarget<D extends DType>(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
  { dtype, shape, accepts = () => false }: Wanted<D>,
): Target<D> {
  if (value === undefined) {
    const array: ArrayOf[D] = allocateResult(method, dtype, shape);
    const tensor = makeTensor(array, shape, dtype);
    return { operand: operandOf(heap, dtype, array), tensor: () => tensor };
  }
  const given = readArray(method, param, value, dtype);
  const length = product(shape);
  if (given.array.length !== length) {
    const rule = `${length}, as the result is ${shapeText(shape)}`;
    const name = `${param}.length`;
    throw wrongValue(method, name, rule, given.array.length, 'ERR_SHAPE');
  }
  const same = given.shape?.join() === shape.join();
  if (given.shape && !same && !accepts(given.shape)) {
    throw shapeError(method, param, shapeText(shape), given.shape);
  }
  const operand = operandOf(heap, dtype, given.array);
  const { pointer } = operand;
  return {
    operand,
    tensor: () => {
      if (given.shape) return value as Tensor<D>;
      // If the memory has grown meanwhile, a view of it is no longer one.
      const array =
        pointer === undefined
          ? given.array
          : viewArray(dtype, heap.buffer, pointer, length);
      return makeTensor(array as ArrayOf[D], shape, dtype);
    },
  };
}

/** `method: x.shape must be [4, 2, 8], got [4, 16]`. */
export function shapeError(
  method: string,
  param: string,
  rule: string,
  shape: readonly number[],
): PosencRangeError {
  const name = `${param}.shape`;
  const got = shapeText(shape);
  return new PosencRangeError(
    `${method}: ${name} must be ${rule}, got ${got}`,
    { code: 'ERR_SHAPE', param: name, value: shape },
  );
}

/** Whether two arrays share bytes. */
export function overlap(a: ArrayBufferView, b: ArrayBufferView): boolean {
  return (
    a.buffer === b.buffer &&
    a.byteOffset < b.byteOffset + b.byteLength &&
    b.byteOffset < a.byteOffset + a.byteLength
  );
}

/** An array, and its shape if it came as a tensor. */
interface Given<D extends DType> {
  readonly dtype: D;
  readonly array: ArrayOf[D];
  readonly shape: readonly number[] | undefined;
}

/** An argument that may be an array or a tensor, of a dtype that is known. */
function readArray<D extends DType>(
  method: string,
  param: string,
  value: unknown,
  dtype: D,
): Given<D> {
  if (isTensor(value)) return readTensor(method, param, value, dtype);
  checkArray(method, param, value, dtype);
  return { dtype, array: value, shape: undefined };
}

/** A tensor, each member read once, whose parts fit each other. */
export function readTensor<D extends DType>(
  method: string,
  param: string,
  value: unknown,
  wanted?: D,
): Given<D> {
  if (!isTensor(value)) throw wrongKind(method, param, 'a tensor', value);
  const { data, shape, dtype } = value;
  if (wanted !== undefined && dtype !== wanted) {
    throw wrongKind(method, `${param}.dtype`, `"${wanted}"`, dtype);
  }
  checkDtype(method, `${param}.dtype`, dtype);
  checkArray(method, `${param}.data`, data, dtype);
  const lengths = checkShape(method, `${param}.shape`, shape);
  if (product(lengths) !== data.length) {
    const rule = `the product of ${param}.shape ${shapeText(lengths)}`;
    const name = `${param}.data.length`;
    throw wrongValue(method, name, rule, data.length, 'ERR_SHAPE');
  }
  return { dtype: dtype as D, array: data as ArrayOf[D], shape: lengths };
}

function isTensor(
  value: unknown,
): value is { data: unknown; shape: unknown; dtype: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !ArrayBuffer.isView(value) &&
    'data' in value &&
    'shape' in value &&
    'dtype' in value
  );
}
