/** The kind `positions`: a list with a position for each row. */

import type { LibraryTensor } from '../../arrays/forms.js';
import type { TensorLike } from '../../arrays/tensor.js';
import type { AnyDType, Float16ArrayLike } from '../../base/dtype.js';
import type { IndexList } from './indices.js';
import {
  type Common,
  type Face,
  FlagError,
  type Kind,
  NON_VALUES,
} from './kind.js';
import { FILE_WORDS, listOrFile, valuesOf } from './text.js';

export interface PositionsParameter extends Common {
  readonly kind: 'positions';
  /** Set if rows may have a position on each of several axes. */
  readonly axes?: true;
}

/** A list of positions: integers, fractions or negative numbers. */
export type PositionList =
  | IndexList
  | Float32Array
  | Float64Array
  | Float16ArrayLike;

/** A tensor of positions, whatever the type of its numbers. */
export type PositionTensor =
  | TensorLike<AnyDType>
  | LibraryTensor
  | { readonly data: PositionList; readonly shape: readonly number[] };

/** A list for each axis, or a tensor [axes, …] of positions. */
export type AxisPositions = readonly PositionList[] | PositionTensor;

/** `RowPositions.list` copies and checks the list. */
export const positions: Kind<PositionsParameter> = {
  rule: () => 'an array, typed array or tensor of numbers',
};

export const positionsFace: Face<PositionsParameter> = {
  doc: ({ axes }) =>
    axes
      ? 'list of numbers, or one for each axis, or tensor'
      : 'list or tensor of numbers',
  flag: {
    value: 'LIST|FILE',
    words: () => `numbers such as 0,7,1.5, ${FILE_WORDS}`,
    plain: listOrFile,
    read: (given, array) => {
      const read = array(given);
      if (!('dtype' in read)) return read;
      if (read.shape.filter((length) => length !== 1).length > 1) {
        const shape = `[${read.shape.join(', ')}]`;
        throw new FlagError('a list', `an array of shape ${shape}`);
      }
      return valuesOf(read);
    },
  },
  fuzz: () => ({
    takes: [],
    wrongKinds: [1, '1,2', true, {}, ['1'], ...NON_VALUES],
    wrongValues: [[Number.NaN], [Infinity], [2 ** 53 + 2]],
  }),
};
