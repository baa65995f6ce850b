/**
 * The kind `indices`: token ids, row numbers or flags, as an array, a typed
 * array or a tensor of integers.
 */

import type { LibraryTensor } from '../../arrays/forms.js';
import type { Float16ArrayLike } from '../../base/dtype.js';
import { axesText, type Shaped } from '../axes.js';
import {
  type Common,
  type Face,
  FlagError,
  type Kind,
  NON_VALUES,
} from './kind.js';
import { FILE_WORDS, listOrFile, valuesOf } from './text.js';

export interface IndicesParameter extends Common, Partial<Shaped> {
  readonly kind: 'indices';
  /** Set if the integers may have axes: nested lists or a tensor. */
  readonly shaped?: true;
  /** Set if each is 0 or 1, for which `false` or `true` may stand. */
  readonly flags?: true;
}

/** Token ids or row numbers. */
export type IndexList =
  | readonly number[]
  | readonly bigint[]
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

/** Integers in lists of equal lengths, which may be lists again. */
export type NestedIndices = readonly IndexList[] | readonly NestedIndices[];

/** Integers with the lengths of their axes: a tensor, whatever its dtype. */
export type IndexTensor =
  | LibraryTensor
  | {
      /** The integers, last axis fastest. */
      readonly data: IndexList | Float32Array | Float64Array | Float16ArrayLike;
      /** Lengths of the axes, slowest first. */
      readonly shape: readonly number[];
      readonly dtype?: string;
    };

/** Integers as a flat list, as nested lists, or as a tensor. */
export type IndexArray = IndexList | NestedIndices | IndexTensor;

/** Flags in lists of equal lengths, which may be lists again. */
export type NestedFlags = readonly boolean[] | readonly NestedFlags[];

/** Flags: 0 and 1 as any {@link IndexArray}, or booleans in lists. */
export type FlagArray = IndexArray | NestedFlags;

/** The largest index depends on the method, which therefore checks the list. */
export const indices: Kind<IndicesParameter> = {
  rule: ({ shaped, flags }) =>
    `an array or typed array of integers${flags ? ' or booleans' : ''}` +
    (shaped ? ', nested arrays, or a tensor' : ', or a tensor of them'),
};

/** An index from a file or a text, where it may be a bigint. */
function integerOf(index: number | bigint): number {
  const value = Number(index);
  if (Number.isSafeInteger(value)) return value;
  throw new FlagError('a list of integers', `${index} among them`);
}

export const indicesFace: Face<IndicesParameter> = {
  doc: ({ shaped, flags, axes }) =>
    `list or tensor of integers${flags ? ' or booleans' : ''}` +
    (shaped ? ', or nested lists' : '') +
    (axes ? ` ${axesText({ axes })}` : ''),
  flag: {
    value: 'LIST|FILE',
    words: () => `integers such as 3,1,4, ${FILE_WORDS}`,
    plain: listOrFile,
    read: (given, array) => {
      const read = array(given);
      if (!('dtype' in read)) return read;
      const { shape, dtype } = read;
      const data = /^u?int(8|16|32)$/.test(dtype)
        ? read.data
        : Array.from(valuesOf(read), integerOf);
      // A list needs no shape, which not all options take.
      const flat = shape.every(
        (n, axis) => axis === shape.length - 1 || n === 1,
      );
      return flat ? data : { data, shape };
    },
  },
  fuzz: () => ({
    takes: [],
    wrongKinds: [1, '1,2', true, {}, ['1'], new Float32Array(2), ...NON_VALUES],
    wrongValues: [[-1], [0.5], [Number.NaN], [2 ** 53 + 2]],
  }),
};
