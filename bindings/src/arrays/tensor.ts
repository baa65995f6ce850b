/** Tensors: an array, its shape and the type of its numbers. */

import {
  type AnyDType,
  ARRAY_NAME,
  type ArrayOf,
  bytesOf,
  type DataOf,
  DTYPES,
  type DType,
  type Float16ArrayLike,
  type GivenArrayOf,
} from '../base/dtype.js';
import {
  PosencTypeError,
  viewKind,
  wrongKind,
  wrongValue,
} from '../base/errors.js';
import { isDisposed } from './owners.js';

/**
 * Numbers in row-major order with a shape.
 *
 * A tensor that this package returns owns its `data`: there is nothing to free,
 * later calls do not change it, and its buffer can be transferred to a worker.
 *
 *   shapes   `data.length` is the product of `shape`
 *
 * @example
 * ```ts
 * const { data, shape } = pe.sinusoidal({ length: 8, dim: 4 });
 * const [L, D] = shape; // 8, 4
 * ```
 */
export interface Tensor<D extends AnyDType = DType> {
  /** The numbers, last axis fastest; for 16-bit dtypes their bits. */
  readonly data: DataOf[D];
  /**
   * Lengths of the axes, slowest first. The list is frozen; its type is not
   * readonly, because libraries declare that they take a `number[]`.
   */
  readonly shape: number[];
  /** Type of the numbers. */
  readonly dtype: D;
}

/**
 * A tensor as an argument: a {@link Tensor}, a `ResidentTensor`, or any object
 * with these three members, such as a tensor that was sent by `postMessage`.
 */
export interface TensorLike<D extends AnyDType = DType> {
  /** The numbers, last axis fastest; for 16-bit dtypes their bits. */
  readonly data: GivenArrayOf[D];
  /** Lengths of the axes, slowest first. */
  readonly shape: readonly number[];
  /** Type of the numbers. */
  readonly dtype: D;
}

/**
 * A tensor over your own array, which is not copied.
 *
 *   shapes   `data.length` must be the product of `shape`
 *   range    `dtype` is needed only for a `Uint16Array`; other arrays imply it.
 *            The tensor of a `Float16Array` has its bits, in the same memory
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
export function tensor(
  data: Int32Array,
  shape: readonly number[],
): Tensor<'int32'>;
export function tensor(
  data: Float16ArrayLike,
  shape: readonly number[],
): Tensor<'float16'>;
export function tensor<D extends 'float16' | 'bfloat16'>(
  data: Uint16Array,
  shape: readonly number[],
  dtype: D,
): Tensor<D>;
export function tensor(
  given: GivenArrayOf[AnyDType],
  shape: readonly number[],
  dtype: AnyDType = anyDtypeOf('tensor', 'data', given),
): Tensor<AnyDType> {
  checkAnyDtype('tensor', 'dtype', dtype);
  const data = readArray('tensor', 'data', given, dtype);
  const lengths = checkShape('tensor', 'shape', shape);
  const count = product(lengths);
  if (data.length !== count) {
    const rule = `${count}, as shape is ${shapeText(lengths)}`;
    throw wrongValue('tensor', 'data.length', rule, data.length, 'ERR_SHAPE');
  }
  return makeTensor(data, lengths, dtype);
}

/** The dtype that the class of an array implies, `int32` among them. */
function anyDtypeOf(method: string, param: string, data: unknown): AnyDType {
  const kind = ArrayBuffer.isView(data) ? viewKind(data) : '';
  return kind === ARRAY_NAME.int32 ? 'int32' : dtypeOf(method, param, data);
}

/** The dtype of a result that the class of an array implies. */
export function dtypeOf(method: string, param: string, data: unknown): DType {
  const kind = ArrayBuffer.isView(data) ? viewKind(data) : '';
  if (kind === ARRAY_NAME.float32) return 'float32';
  if (kind === ARRAY_NAME.float64) return 'float64';
  if (kind === 'Float16Array') return 'float16';
  if (kind === ARRAY_NAME.float16) {
    throw new PosencTypeError(
      `${method}: dtype is required for a Uint16Array, "float16" or "bfloat16"`,
      { code: 'ERR_MISSING', param: 'dtype' },
    );
  }
  const rule = 'a Float32Array, Float64Array, Float16Array or Uint16Array';
  throw wrongKind(method, param, rule, data);
}

/** A tensor of parts that are known to fit each other. */
export function makeTensor<D extends AnyDType>(
  data: ArrayOf[D],
  shape: readonly number[],
  dtype: D,
): Tensor<D> {
  return {
    data: data as DataOf[D],
    shape: frozen(shape),
    dtype,
  };
}

/**
 * A shape of its own for a result. Writing to it throws, so that it always fits
 * the numbers; the type hides that, see {@link Tensor.shape}.
 */
export function frozen(shape: readonly number[]): number[] {
  return Object.freeze([...shape]) as number[];
}

/** Number of elements of a shape; exact below 2^53. */
export function product(shape: readonly number[]): number {
  // Without this test, many long axes and an empty one would give Infinity · 0
  // = NaN.
  if (shape.includes(0)) return 0;
  return shape.reduce((count, length) => count * length, 1);
}

/** Throws unless the value is the dtype of a tensor. */
export function checkAnyDtype(
  method: string,
  param: string,
  value: unknown,
): asserts value is AnyDType {
  if (value !== 'int32') checkDtype(method, param, value);
}

/** Throws unless the value is the dtype of a result. */
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

/** Throws unless the value is an attached typed array of the dtype. */
export function checkArray<D extends AnyDType>(
  method: string,
  param: string,
  value: unknown,
  dtype: D,
  rule = `a ${ARRAY_NAME[dtype]}`,
): asserts value is ArrayOf[D] {
  if (!ArrayBuffer.isView(value) || viewKind(value) !== ARRAY_NAME[dtype]) {
    throw wrongKind(method, param, rule, value);
  }
  checkLive(method, param, value);
}

/**
 * The attached typed array of a dtype. A `Float16Array` is given as the
 * `Uint16Array` of its bits, in the same memory.
 */
export function readArray<D extends AnyDType>(
  method: string,
  param: string,
  value: unknown,
  dtype: D,
  rule?: string,
): ArrayOf[D] {
  const array = dtype === 'float16' ? bitsOf(method, param, value) : value;
  checkArray(method, param, array, dtype, rule);
  return array;
}

/** Whether a value is a `Float16Array`, which not every engine has. */
export function isFloat16Array(value: unknown): value is Float16ArrayLike {
  return ArrayBuffer.isView(value) && viewKind(value) === 'Float16Array';
}

/** The bits of a `Float16Array`; any other value as it is. */
function bitsOf(method: string, param: string, value: unknown): unknown {
  if (!isFloat16Array(value)) return value;
  checkLive(method, param, value);
  return new Uint16Array(value.buffer, value.byteOffset, value.length);
}

/**
 * Throws if a view's buffer is detached, or its resident tensor is disposed.
 */
export function checkLive(
  method: string,
  param: string,
  value: ArrayBufferView,
): void {
  if (isDisposed(value)) {
    throw new PosencTypeError(
      `${method}: ${param} is a view of a resident tensor after its dispose()`,
      { code: 'ERR_DISPOSED', param, value },
    );
  }
  if (value.byteLength > 0) return;
  try {
    // In every engine this throws if the buffer is detached; there is no other
    // sign that all give.
    new Uint8Array(value.buffer);
  } catch {
    const rule =
      'an array that still has its buffer (neither transferred, nor a view ' +
      'of a resident tensor from before the memory grew)';
    throw wrongKind(method, param, rule, value, 'ERR_DETACHED');
  }
}

/** Reads and checks a shape: a list of integers ≥ 0. */
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
    return length + 0; // -0 is 0
  });
}

/** A shape in words: `[128, 64]`. */
export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`;
}

/** Bytes of a tensor; exact below 2^53. */
export function tensorBytes(dtype: AnyDType, shape: readonly number[]): number {
  return product(shape) * bytesOf(dtype);
}
