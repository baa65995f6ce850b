/** What all readers and writers of files check. */

import { readTensor, settled } from '../arrays/operand.js';
import { checkLive, type TensorLike } from '../arrays/tensor.js';
import type { ArrayOf, DType } from '../base/dtype.js';
import { PosencRangeError, viewKind, wrongKind } from '../base/errors.js';

/** A tensor that is to be written, each member read once. */
export function readForFile(
  method: string,
  tensor: TensorLike,
  param = 'tensor',
): { dtype: DType; shape: readonly number[]; array: ArrayOf[DType] } {
  const given = settled(method, readTensor(method, param, tensor));
  // A tensor always has a shape.
  return { ...given, shape: given.shape as readonly number[] };
}

/** The bytes of a file, as a view. */
export function readBytes(method: string, value: unknown): Uint8Array {
  if (ArrayBuffer.isView(value) && viewKind(value) === 'Uint8Array') {
    checkLive(method, 'bytes', value);
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]') {
    return new Uint8Array(value as ArrayBuffer);
  }
  throw wrongKind(method, 'bytes', 'a Uint8Array or an ArrayBuffer', value);
}

/** The text of a file: given as such, or as UTF-8. */
export function readText(method: string, value: unknown): string {
  if (typeof value === 'string') return value;
  return new TextDecoder().decode(readBytes(method, value));
}

/** `method: what is wrong`: a file that is not what its format says. */
export function malformed(
  method: string,
  message: string,
  value?: unknown,
): PosencRangeError {
  return new PosencRangeError(`${method}: ${message}`, {
    code: 'ERR_FORMAT',
    param: 'bytes',
    value,
  });
}
