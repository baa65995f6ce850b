/** The types of number of tensors. */

/**
 * Type of the numbers of a tensor. `float16` and `bfloat16` are stored as their
 * 16 bits in a `Uint16Array`, ready for a GPU buffer or a file; {@link
 * toFloat32} gives their values.
 */
export type DType = 'float32' | 'float64' | 'float16' | 'bfloat16';

/**
 * Type of the numbers of any tensor: a {@link DType}, or `int32` for counts and
 * for rows of tables, which are never rounded.
 */
export type AnyDType = DType | 'int32';

type ArrayName =
  | `${'Float32' | 'Float64' | 'BigInt64' | 'BigUint64'}Array`
  | `${'Int' | 'Uint'}${8 | 16 | 32}Array`;

/**
 * The typed array with this name over an `ArrayBuffer`: the type that its
 * static method `of` returns. `Float32Array<ArrayBuffer>` is the same type, but
 * before TypeScript 5.7 it takes no parameter.
 */
export type OwnArray<N extends ArrayName> = ReturnType<
  (typeof globalThis)[N]['of']
>;

/** The typed array that holds each {@link AnyDType}. */
export interface DataOf {
  float32: OwnArray<'Float32Array'>;
  float64: OwnArray<'Float64Array'>;
  float16: OwnArray<'Uint16Array'>;
  bfloat16: OwnArray<'Uint16Array'>;
  int32: OwnArray<'Int32Array'>;
}

/** The typed array of each {@link AnyDType}, over any buffer. */
export interface ArrayOf {
  float32: Float32Array;
  float64: Float64Array;
  float16: Uint16Array;
  bfloat16: Uint16Array;
  int32: Int32Array;
}

/**
 * What is used of a `Float16Array`. Not every engine has that class, and
 * TypeScript declares it from 5.8 on.
 */
export interface Float16ArrayLike extends ArrayBufferView {
  readonly length: number;
  readonly [Symbol.toStringTag]: 'Float16Array';
}

/**
 * The typed array that a caller may give for each {@link AnyDType}. A
 * `Float16Array` is taken as the `Uint16Array` of its bits, in the same memory.
 */
export interface GivenArrayOf extends Omit<ArrayOf, 'float16'> {
  float16: Uint16Array | Float16ArrayLike;
}

/** The dtypes of results, in the order of the documentation. */
export const DTYPES = ['float32', 'float64', 'float16', 'bfloat16'] as const;

/** Name of the typed array of a dtype. */
export const ARRAY_NAME = {
  float32: 'Float32Array',
  float64: 'Float64Array',
  float16: 'Uint16Array',
  bfloat16: 'Uint16Array',
  int32: 'Int32Array',
} as const satisfies Record<AnyDType, string>;

/** Bytes of one number. */
export function bytesOf(dtype: AnyDType): number {
  if (dtype === 'float32' || dtype === 'int32') return 4;
  return dtype === 'float64' ? 8 : 2;
}

/** A new array of zeros. Throws the engine's error if it is too long. */
export function makeArray<D extends AnyDType>(
  dtype: D,
  length: number,
): DataOf[D];
export function makeArray(dtype: AnyDType, length: number): DataOf[AnyDType] {
  if (dtype === 'int32') return new Int32Array(length);
  if (dtype === 'float32') return new Float32Array(length);
  if (dtype === 'float64') return new Float64Array(length);
  return new Uint16Array(length);
}

/** A view of `length` numbers of a buffer. */
export function viewArray<D extends AnyDType>(
  dtype: D,
  buffer: ArrayBuffer,
  offset: number,
  length: number,
): DataOf[D];
export function viewArray(
  dtype: AnyDType,
  buffer: ArrayBuffer,
  offset: number,
  length: number,
): DataOf[AnyDType] {
  if (dtype === 'int32') return new Int32Array(buffer, offset, length);
  if (dtype === 'float32') return new Float32Array(buffer, offset, length);
  if (dtype === 'float64') return new Float64Array(buffer, offset, length);
  return new Uint16Array(buffer, offset, length);
}

/** Whether the numbers of a type are held as 16 bits. */
export function isHalf(dtype: unknown): dtype is 'float16' | 'bfloat16' {
  return dtype === 'float16' || dtype === 'bfloat16';
}
