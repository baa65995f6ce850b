/** Reads arrays that command lines and spec files give. */

import { toFloat32 } from '../../arrays/float32.js';
import type { TensorLike } from '../../arrays/tensor.js';
import type { ReadArray } from './kind.js';

/** The files that can hold arrays, in words. */
export const FILE_WORDS =
  'or a file: .npy, .safetensors (with :NAME), .csv or .json';

/** Whether a text is a list of numbers with commas. */
function isList(text: string): boolean {
  return text
    .split(',')
    .every((item) => item.trim() !== '' && !Number.isNaN(Number(item)));
}

/**
 * The numbers in a text with commas. Any other text is taken as the name of a
 * file and returned unchanged.
 */
export const listOrFile = (text: string): readonly number[] | string =>
  isList(text) ? text.split(',').map(Number) : text;

/** The numbers of an array; 16-bit floats are decoded. */
export function valuesOf(array: ReadArray): ArrayLike<number | bigint> {
  const { dtype, data } = array;
  return dtype === 'float16' || dtype === 'bfloat16'
    ? toFloat32(array as TensorLike)
    : data;
}
