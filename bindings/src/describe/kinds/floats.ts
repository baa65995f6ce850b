/**
 * The kind `floats`: an array or tensor of floats to read, or nested lists as
 * in JSON. Methods get float32.
 */

import { asFloat32, FLOATS, toFloat32 } from '../../arrays/float32.js';
import type { LibraryTensor } from '../../arrays/forms.js';
import type { TensorLike } from '../../arrays/tensor.js';
import type { Float16ArrayLike } from '../../base/dtype.js';
import { wrongKind, wrongValue } from '../../base/errors.js';
import { axesText, type Shaped } from '../axes.js';
import {
  type Common,
  type Face,
  FlagError,
  type Kind,
  NON_VALUES,
} from './kind.js';
import { FILE_WORDS, listOrFile } from './text.js';

export interface FloatsParameter extends Common, Shaped {
  readonly kind: 'floats';
}

/** Numbers, or rows of numbers that all have one length, as in JSON. */
export type NestedNumbers = readonly number[] | readonly NestedNumbers[];

/** A tensor of floats to read, of this package or of another library. */
export type FloatTensor =
  | TensorLike<'float32' | 'float16' | 'bfloat16'>
  | LibraryTensor;

/**
 * Floats to read: float32, or 16-bit floats, which are widened exactly. Lists
 * are rounded to float32.
 */
export type Floats =
  | Float32Array
  | Float16ArrayLike
  | FloatTensor
  | NestedNumbers;

const rule = () => `${FLOATS}, or lists of numbers`;

/** Widens 16-bit floats and rounds lists, so that methods get float32. */
export const floats: Kind<FloatsParameter> = {
  rule,
  check: (method, path, _, value) => checkFloats(method, path, value),
};

/** The float32 array or tensor of the floats that a caller gives. */
export function checkFloats(
  method: string,
  path: string,
  value: unknown,
): Float32Array | TensorLike<'float32'> {
  if (Array.isArray(value)) return tensorOf(method, path, value);
  return asFloat32(method, path, value, rule());
}

/** The float32 tensor of nested lists; each item is read once. */
function tensorOf(method: string, path: string, list: readonly unknown[]) {
  const numbers: number[] = [];
  const shape = readLists(method, path, list, numbers);
  const data = Float32Array.from(numbers);
  return shape.length > 1 ? { data, shape, dtype: 'float32' as const } : data;
}

/** The lengths of the axes of nested lists; pushes their numbers. */
export function readLists(
  method: string,
  path: string,
  list: readonly unknown[],
  numbers: number[],
): readonly number[] {
  const { length } = list;
  let inner: readonly number[] = [];
  for (let i = 0; i < length; ++i) {
    const item = list[i];
    const at = `${path}[${i}]`;
    const axes = Array.isArray(item)
      ? readLists(method, at, item, numbers)
      : pushNumber(method, at, item, numbers);
    if (i === 0) inner = axes;
    if (axes.join() === inner.join()) continue;
    const wanted =
      inner.length > 0 ? `shape [${inner.join(', ')}]` : 'a number';
    throw wrongValue(method, at, `${wanted} as ${path}[0]`, item, 'ERR_SHAPE');
  }
  return [length, ...inner];
}

function pushNumber(
  method: string,
  path: string,
  item: unknown,
  numbers: number[],
): readonly number[] {
  if (typeof item !== 'number') throw wrongKind(method, path, 'a number', item);
  numbers.push(item);
  return [];
}

export const floatsFace: Face<FloatsParameter> = {
  doc: (parameter) =>
    'array or tensor of float32, float16 or bfloat16, or nested lists ' +
    axesText(parameter),
  flag: {
    value: 'LIST|FILE',
    words: (parameter) =>
      `${axesText(parameter)}: numbers such as 1,0.5, rows such as ` +
      `[[1,0.5],[2,3]], ${FILE_WORDS}`,
    plain: listOrFile,
    read: (given, array) => {
      const read = array(given);
      if (!('dtype' in read)) return Float32Array.from(read);
      const { shape, dtype } = read;
      if (!/float/.test(dtype))
        throw new FlagError('an array of floats', dtype);
      return { data: toFloat32(read as TensorLike), shape, dtype: 'float32' };
    },
  },
  fuzz: () => ({
    takes: [],
    wrongKinds: [1, '1', true, {}, ['1'], [[1], ['1']], ...NON_VALUES],
    wrongValues: [
      [[1, 2], [3]],
      [[1], 2],
    ],
  }),
};
