/** Checks that all readers and writers of files share. */

import type { LibraryTensor } from '../arrays/forms.js';
import { readAnyTensor, recheck } from '../arrays/operand.js';
import { checkLive, type TensorLike } from '../arrays/tensor.js';
import type { AnyDType, ArrayOf } from '../base/dtype.js';
import { PosencRangeError, viewKind, wrongKind } from '../base/errors.js';

/** A tensor to be written, of this package or of another library. */
export type FileInput = TensorLike<AnyDType> | LibraryTensor;

/** Reads a tensor to be written, each member once. */
export function readForFile(
  method: string,
  tensor: FileInput,
  param = 'tensor',
): {
  dtype: AnyDType;
  shape: readonly number[];
  array: ArrayOf[AnyDType];
} {
  const given = recheck(method, readAnyTensor(method, param, tensor));
  // `readAnyTensor` always gives a shape.
  return { ...given, shape: given.shape as readonly number[] };
}

/** Checks the bytes of a file; gives a view of them. */
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

/** The text of a file, which may be given as a string or as UTF-8. */
export function readText(method: string, value: unknown): string {
  if (typeof value === 'string') return value;
  return new TextDecoder().decode(readBytes(method, value));
}

/** The error for a file that does not have its format: `method: message`. */
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
