/** The arrays in files, which have more types of number than results. */

import type { DataOf, OwnArray } from '../base/dtype.js';

/** The typed array of each type of number in files. */
export interface FileData extends DataOf {
  int8: OwnArray<'Int8Array'>;
  uint8: OwnArray<'Uint8Array'>;
  int16: OwnArray<'Int16Array'>;
  uint16: OwnArray<'Uint16Array'>;
  int32: OwnArray<'Int32Array'>;
  uint32: OwnArray<'Uint32Array'>;
  int64: OwnArray<'BigInt64Array'>;
  uint64: OwnArray<'BigUint64Array'>;
  /** Booleans, as 0 and 1. */
  bool: OwnArray<'Uint8Array'>;
}

/** Type of the numbers in a file; every `DType` is one. */
export type FileDType = keyof FileData;

/**
 * An array from a file. If its `dtype` is a `DType`, it is a `Tensor`.
 *
 *   shapes   `data.length` is the product of `shape`
 */
export type FileTensor = {
  readonly [D in FileDType]: {
    /** The numbers, last axis fastest; for 16-bit dtypes their bits. */
    readonly data: FileData[D];
    /** Lengths of the axes, slowest first; none for a single number. */
    readonly shape: number[];
    /** Type of the numbers. */
    readonly dtype: D;
  };
}[FileDType];

/** Bytes of one number. */
export const SIZE = {
  float32: 4,
  float64: 8,
  float16: 2,
  bfloat16: 2,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  bool: 1,
} as const satisfies Record<FileDType, number>;

const MAKE = {
  float32: Float32Array,
  float64: Float64Array,
  float16: Uint16Array,
  bfloat16: Uint16Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  bool: Uint8Array,
} as const;

/** An array over a buffer of numbers in the byte order of this machine. */
export function fileTensor(
  dtype: FileDType,
  buffer: ArrayBuffer,
  shape: readonly number[],
): FileTensor {
  const data = new MAKE[dtype](buffer);
  return { data, shape: Object.freeze([...shape]), dtype } as FileTensor;
}
