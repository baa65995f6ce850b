/** Reads arrays that command lines and spec files give. */

import { toFloat32 } from '../../arrays/float32.js';
import type { TensorLike } from '../../arrays/tensor.js';
import { FlagError, type ReadArray } from './kind.js';

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

/** How a text gives a spec, in words. */
export const SPEC_WORDS = 'its spec in JSON, or a file that holds it';

/**
 * The spec of a method, from its name or from JSON. The name of a file is
 * returned unchanged.
 */
export function specOrFile(text: string): unknown {
  if (/^[a-z]\w*$/i.test(text)) return { method: text };
  if (/\.(npy|csv|json|safetensors(:.*)?)$/s.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new FlagError(
    'the name of a method, its spec in JSON such as {"method": "alibi"}, or a ' +
      'file that ends in .json',
  );
}
