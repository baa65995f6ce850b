// The numbers of a table that was made: the values, and what is drawn of them.

import { type Tensor, toFloat32 } from 'posenc/absolute';
import { cellsOf, type Grid, type Numbers } from '../../plot/grid.js';

export interface TableNumbers {
  readonly values: Grid;
  /** The values, or their errors. */
  readonly drawn: Grid;
}

/** The values of a table as numbers; those of 16 bits are decoded. */
function numbersOf(tensor: Tensor): Numbers {
  const { data } = tensor;
  return data instanceof Float64Array ? data : toFloat32(tensor);
}

/**
 * `exact` is the same table in float64, of which the errors are taken; null
 * where the values themselves are drawn. Its array is written over.
 */
export function numbersOfTable(
  tensor: Tensor,
  exact: Tensor<'float64'> | null,
): TableNumbers {
  const numbers = numbersOf(tensor);
  const cells = cellsOf(tensor.shape);
  const values = { ...cells, values: numbers };
  if (exact === null) return { values, drawn: values };
  const errors = exact.data;
  for (let i = 0; i < errors.length; i++) {
    errors[i] = (numbers[i] as number) - (errors[i] as number);
  }
  return { values, drawn: { ...cells, values: errors } };
}

/** One column of a grid. */
export function columnOf(
  { values, rows, columns }: Grid,
  column: number,
): Float64Array<ArrayBuffer> {
  const own = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    own[row] = values[row * columns + column] as number;
  }
  return own;
}
