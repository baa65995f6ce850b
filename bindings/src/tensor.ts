/**
 * What results are: an array, its shape and the kind of its numbers.
 */

import {
  ARRAY_NAME,
  type ArrayOf,
  bytesOf,
  type DataOf,
  DTYPES,
  type DType,
} from './dtype.js';
import { viewKind, wrongKind, wrongValue } from './errors.js';

/**
 * Numbers in row-major order with a shape.
 *
 * A tensor that this package returns owns its `data`: there is nothing to
 * free, it stays as it is when anything else is computed, and its buffer can
 * be transferred to a worker.
 *
 *   shapes   `data.length` is the product of `shape`
 *
 * @example
 * ```ts
 * const { data, shape } = pe.sinusoidal({ length: 8, dim: 4 });
 * const [L, D] = shape; // 8, 4
 * ```
 */
export interface Tensor<D extends DType = DType> {
  /** The numbers, last axis fastest; for 16-bit dtypes their bits. */
  readonly data: DataOf[D];
  /** Lengths of the axes, slowest first. */
  readonly shape: readonly number[];
  /** Kind of the numbers. */
  readonly dtype: D;
}

/**
 * What is accepted where a tensor goes in: a {@link Tensor}, a
 * `ResidentTensor`, or any object with these three members, such as a tensor
 * that came through `postMessage`.
 */
export interface TensorLike<D extends DType = DType> {
  /** The numbers, last axis fastest; for 16-bit dtypes their bits. */
  readonly data: ArrayOf[D];
  /** Lengths of the axes, slowest first. */
  readonly shape: readonly number[];
  /** Kind of the numbers. */
  readonly dtype: D;
}

/**
 * A tensor over an array of yours, which is not copied.
 *
 *   shapes   `data.length` must be the product of `shape`
 *   range    `dtype` is needed for a `Uint16Array` only; other arrays say it
 *   cost     none
 *
 * @example
 * ```ts
 * tensor(new Float32Array(6), [2, 3]);
 * ```
 */
export function tensor(
  data: Float32Array,
  shape: readonly number[],
): Tensor<'float32'>;
export function tensor(
  data: Float64Array,
  shape: readonly number[],
): Tensor<'float64'>;
export function tensor<D extends 'float16' | 'bfloat16'>(
  data: Uint16Array,
  shape: readonly number[],
  dtype: D,
): Tensor<D>;
export function tensor(
  data: ArrayOf[DType],
  shape: readonly number[],
  dtype: DType = isFloat64(data) ? 'float64' : 'float32',
): Tensor {
  checkDtype('tensor', 'dtype', dtype);
  checkArray('tensor', 'data', data, dtype);
  const lengths = checkShape('tensor', 'shape', shape);
  const count = product(lengths);
  if (data.length !== count) {
    const rule = `${count}, as shape is ${shapeText(lengths)}`;
    throw wrongValue('tensor', 'data.length', rule, data.length, 'ERR_SHAPE');
  }
  return makeTensor(data, lengths, dtype);
}

function isFloat64(data: unknown): boolean {
  return ArrayBuffer.isView(data) && viewKind(data) === ARRAY_NAME.float64;
}

/** A tensor of parts that are known to fit. */
export function makeTensor<D extends DType>(
  data: ArrayOf[D],
  shape: readonly number[],
  dtype: D,
): Tensor<D> {
  return {
    data: data as DataOf[D],
    shape: Object.freeze([...shape]),
    dtype,
  };
}

/** Number of elements of a shape; exact below 2^53. */
export function product(shape: readonly number[]): number {
  // Without the first test many long axes and an empty one would give NaN.
  if (shape.includes(0)) return 0;
  return shape.reduce((count, length) => count * length, 1);
}

/** Throws unless the value is a dtype. */
export function checkDtype(
  method: string,
  param: string,
  value: unknown,
): asserts value is DType {
  if (DTYPES.includes(value as DType)) return;
  const rule = `one of ${DTYPES.join(', ')}`;
  if (typeof value !== 'string') throw wrongKind(method, param, rule, value);
  throw wrongValue(method, param, rule, value, 'ERR_CHOICE');
}

/** Throws unless the value is an attached typed array of the dtype's kind. */
export function checkArray<D extends DType>(
  method: string,
  param: string,
  value: unknown,
  dtype: D,
): asserts value is ArrayOf[D] {
  const name = ARRAY_NAME[dtype];
  if (!ArrayBuffer.isView(value) || viewKind(value) !== name) {
    const rule = `a ${name} or a ${dtype} tensor`;
    throw wrongKind(method, param, rule, value);
  }
  checkAttached(method, param, value);
}

/** Throws if the buffer of a view has been transferred away. */
export function checkAttached(
  method: string,
  param: string,
  value: ArrayBufferView,
): void {
  if (value.byteLength > 0) return;
  try {
    // The only sign of a detached buffer that every engine gives.
    new Uint8Array(value.buffer);
  } catch {
    const rule = 'an array whose buffer has not been transferred';
    throw wrongKind(method, param, rule, value, 'ERR_DETACHED');
  }
}

/** A shape, read once: a list of integers from 0 up. */
export function checkShape(
  method: string,
  param: string,
  value: unknown,
): number[] {
  if (!Array.isArray(value)) {
    throw wrongKind(method, param, 'an array of integers', value);
  }
  return Array.from(value, (length: unknown, axis) => {
    const name = `${param}[${axis}]`;
    if (typeof length !== 'number') {
      throw wrongKind(method, name, 'an integer ≥ 0', length);
    }
    if (!Number.isInteger(length) || length < 0) {
      throw wrongValue(method, name, 'an integer ≥ 0', length);
    }
    return length;
  });
}

/** A shape in words: `[128, 64]`. */
export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`;
}

/** Bytes of a tensor; exact below 2^53. */
export function tensorBytes(dtype: DType, shape: readonly number[]): number {
  return product(shape) * bytesOf(dtype);
}
