// The numbers of a figure that is to be saved.

import type { DType } from 'posenc';

export interface KeptNumbers {
  readonly dtype: DType;
  readonly shape: readonly number[];
  readonly data: Float32Array | Float64Array | Uint16Array;
  /** Names of the columns; `d0`, `d1` … where they have none. */
  readonly names?: readonly string[];
  /**
   * True where nobody else has the array: it moves to the worker that writes the
   * file, and takes no time of the page's. Others are copied, which is as good for
   * some megabytes.
   */
  readonly own?: boolean;
}

/** Numbers of columns of one length, each with its name. */
export function columnsOf(
  columns: readonly (readonly [name: string, values: ArrayLike<number>])[],
): KeptNumbers {
  const names = columns.map(([name]) => name);
  const lists = columns.map(([, values]) => values);
  const rows = lists[0]?.length ?? 0;
  const data = new Float64Array(rows * lists.length);
  lists.forEach((list, column) => {
    for (let row = 0; row < rows; row++) {
      data[row * lists.length + column] = list[row] ?? Number.NaN;
    }
  });
  const shape = [rows, lists.length];
  return { dtype: 'float64', shape, data, names, own: true };
}

/** The package's name for the numbers of an array. */
export const dtypeOf = (data: Float32Array | Float64Array) =>
  data instanceof Float64Array ? 'float64' : 'float32';
