/**
 * Converts numbers to float32, also from types that have no typed array in
 * every engine.
 */

import { isHalf } from '../base/dtype.js';
import { viewKind, wrongKind, wrongValue } from '../base/errors.js';
import { widen } from '../base/half.js';
import { formOf, type LibraryTensor, membersOf, OWN_FORM } from './forms.js';
import { type Given, readGiven, readTensor, recheck } from './operand.js';
import { liveOf } from './owners.js';
import {
  checkShape,
  isFloat16Array,
  readArray,
  type TensorLike,
} from './tensor.js';

/**
 * The values of a tensor as float32, to plot or to compare.
 *
 * float16 and bfloat16 values are float32 values, so nothing is rounded;
 * float64 values are rounded to the nearest float32.
 *
 *   cost     one pass and a new array; for a float32 tensor none, its `data` is
 *            returned
 *
 * @example
 * ```ts
 * toFloat32(pe.sinusoidal({ length: 4, dim: 8, dtype: 'float16' }));
 * ```
 */
export function toFloat32(tensor: TensorLike | LibraryTensor): Float32Array {
  const method = 'toFloat32';
  const given = recheck(method, readTensor(method, 'tensor', tensor));
  if (given.dtype === 'float64') return Float32Array.from(given.array);
  return widened(method, given);
}

/**
 * The float32 numbers of an array that is no float64: its own, or those that
 * its bits stand for.
 */
function widened(method: string, { param, dtype, array }: Given): Float32Array {
  if (!isHalf(dtype)) return array as Float32Array;
  const values = newFloats(method, param, array.length);
  widen(dtype, array, values);
  return values;
}

function newFloats(method: string, param: string, length: number) {
  try {
    return new Float32Array(length);
  } catch (cause) {
    const rule = 'a number of values that fit into memory as float32';
    const at = `${param}.length`;
    const error = wrongValue(method, at, rule, length, 'ERR_MEMORY');
    error.cause = cause;
    throw error;
  }
}

/** Floats as callers may give them, in words. */
export const FLOATS =
  'a Float32Array, a Float16Array or a tensor of float32, float16 or bfloat16';

/**
 * The floats that a caller gives, as float32: those of 16 bits are widened
 * exactly, and tensors of other libraries get the names of this package.
 *
 * Each member is read once. What holds float32 is not copied, and a resident
 * tensor stays the same object, so that its memory can be used.
 *
 *   error    float64 is refused, because it would be rounded
 */
export function asFloat32(
  method: string,
  param: string,
  value: unknown,
  rule = FLOATS,
): Float32Array | TensorLike<'float32'> {
  if (liveOf(value)?.dtype === 'float32') return value as TensorLike<'float32'>;
  if (formOf(value)) return tensorOf(method, param, value);
  if (isFloat16Array(value)) {
    return widened(method, readGiven(method, param, value, 'float16'));
  }
  const kind = ArrayBuffer.isView(value) ? viewKind(value) : '';
  const hinted = rule + (HINTS[kind] ?? '');
  return readArray(method, param, value, 'float32', hinted);
}

/** The float32 tensor of the numbers of a tensor. */
function tensorOf(
  method: string,
  param: string,
  value: unknown,
): TensorLike<'float32'> {
  const form = formOf(value) ?? OWN_FORM;
  const { data, shape: axes, dtype } = membersOf(value, form);
  if (dtype !== 'float32' && !isHalf(dtype)) {
    const hint = dtype === 'float64' ? ROUNDED : '';
    const rule = `"float32", "float16" or "bfloat16"${hint}`;
    throw wrongKind(method, `${param}.${form.dtype}`, rule, dtype);
  }
  const array = readArray(method, `${param}.data`, data, dtype);
  const shape = checkShape(method, `${param}.${form.shape}`, axes);
  const given: Given = { param, value, dtype, array, shape, form };
  const floats = widened(method, recheck(method, given));
  return { data: floats, shape, dtype: 'float32' };
}

const ROUNDED = ' (toFloat32 rounds a float64 tensor)';

/** What helps with arrays that are refused, by the names of their classes. */
const HINTS: Readonly<Record<string, string>> = {
  Float64Array: ROUNDED,
  Uint16Array: ' (tensor(bits, shape, dtype) says what its bits mean)',
};

/** The same argument in float32, with an array of its own. */
export function widenGiven(
  method: string,
  given: Given<'float16' | 'bfloat16'>,
): Given<'float32'> {
  const { param, value, shape } = given;
  const array = widened(method, recheck(method, given));
  return { param, value, dtype: 'float32', array, shape };
}

/** Reads floats as {@link asFloat32} gives them. */
export function readFloats(
  method: string,
  param: string,
  value: unknown,
): Given<'float32'> {
  return readGiven(method, param, asFloat32(method, param, value), 'float32');
}
