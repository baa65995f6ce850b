/** Divides arrays into rows of heads: [rows, heads, width], row-major. */

import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { fitAxes } from '../describe/axes.js';
import { ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { Parameter } from '../describe/parameters.js';
import type { Input } from './operand.js';

/** The axes of rows of heads. */
const ROWS = {
  axes: [
    ['rows', 'heads', 'width'],
    ['rows', 'heads · width'],
  ],
} as const;

/** Length of an axis, if the input is a tensor with three axes. */
export function axisOfThree(
  input: Input<DType>,
  axis: 1 | 2,
): number | undefined {
  return input.shape?.length === 3 ? input.shape[axis] : undefined;
}

/**
 * Number of heads: the given number, or the second axis of a tensor with three.
 */
export function readHeads(
  method: string,
  input: Input<DType>,
  heads: number | undefined,
  parameter: Parameter,
): number {
  const found = heads ?? axisOfThree(input, 1);
  if (found === undefined) throw missing(method, 'heads', ruleOf(parameter));
  return found;
}

/**
 * Number of rows. A tensor must have the shape [rows, heads, width], [rows,
 * heads · width] or a single axis.
 */
export function countRows(
  method: string,
  param: string,
  input: Input<DType>,
  heads: number,
  width: number,
): number {
  const { length, shape } = input;
  const rows = length / (heads * width);
  if (!Number.isInteger(rows)) {
    const rule = `a multiple of ${heads} × ${width}, heads by width`;
    throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
  }
  if (shape && !isRows(shape, heads, width)) {
    const sizes = { heads, width, 'heads · width': heads * width };
    fitAxes({ method, param }, ROWS, shape, sizes);
  }
  return rows;
}

/**
 * Whether a shape is [rows, heads, width], [rows, heads · width] or a single
 * axis.
 */
export function isRows(
  shape: readonly number[],
  heads: number,
  width: number,
): boolean {
  return (
    shape.length === 1 ||
    (shape.length === 2 && shape[1] === heads * width) ||
    (shape.length === 3 && shape[1] === heads && shape[2] === width)
  );
}
