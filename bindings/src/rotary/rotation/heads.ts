/** Finds out how the heads of an array or tensor lie in it. */

import { countRows, isRows, readHeads } from '../../arrays/heads.js';
import { type Input, shapeError } from '../../arrays/operand.js';
import type { DType } from '../../base/dtype.js';
import { wrongValue } from '../../base/errors.js';
import { fitAxes } from '../../describe/axes.js';
import {
  HEADS_FIRST,
  headsParameters,
  ROWS_FIRST,
} from './rotate.description.js';

/** Sequences of rows of heads. */
export interface HeadsShape {
  readonly sequences: number;
  /** Rows of a sequence. */
  readonly length: number;
  readonly heads: number;
  readonly headDim: number;
  readonly headsFirst: boolean;
  /** The shape of a result. */
  readonly shape: readonly number[];
}

/** The options behind a {@link HeadsShape}. */
interface HeadsOptions {
  readonly heads?: number | undefined;
  readonly headsFirst: boolean;
  readonly batch?: number | undefined;
}

/** The shape of an input; throws unless it is one that heads can have. */
export function readShape(
  method: string,
  param: string,
  input: Input<DType>,
  headDim: number,
  options: HeadsOptions,
): HeadsShape {
  const { headsFirst, batch } = options;
  const { shape } = input;
  if (shape && shape.length > 2) {
    return ofAxes(method, param, shape, headDim, options);
  }
  const heads = readHeads(method, input, options.heads, headsParameters.heads);
  // Two axes are rows and all heads of a row.
  const flat = headsFirst && shape?.length === 2;
  if (flat) {
    const sizes = { batch, heads, headDim };
    fitAxes({ method, param }, { axes: HEADS_FIRST }, shape, sizes);
  }
  const rows = countRows(method, param, input, heads, headDim);
  const sequences = batch ?? 1;
  const length = rows / sequences;
  if (!Number.isInteger(length)) {
    const rule = `a multiple of batch = ${sequences} sequences of ${heads} × ${headDim}`;
    const name = `${param}.length`;
    throw wrongValue(method, name, rule, input.length, 'ERR_SHAPE');
  }
  const axes = headsFirst ? [heads, length] : [length, heads];
  const first = batch === undefined ? [] : [batch];
  const result = [...first, ...axes, headDim];
  return { sequences, length, heads, headDim, headsFirst, shape: result };
}

/** The shape of a tensor with three or four axes. */
function ofAxes(
  method: string,
  param: string,
  shape: readonly number[],
  headDim: number,
  { heads: wanted, headsFirst, batch }: HeadsOptions,
): HeadsShape {
  const axes = shape.length;
  const sequences = axes === 4 ? (shape[0] as number) : 1;
  const first = shape[axes - 3] as number;
  const second = shape[axes - 2] as number;
  const width = shape[axes - 1];
  const heads = headsFirst ? first : second;
  const length = headsFirst ? second : first;
  const fits =
    axes <= 4 &&
    width === headDim &&
    heads > 0 &&
    (wanted === undefined || heads === wanted) &&
    (batch === undefined || (axes === 4 && sequences === batch));
  if (!fits) {
    const forms = headsFirst ? HEADS_FIRST : ROWS_FIRST;
    const shaped = { axes: batch === undefined ? forms : forms[1] };
    const sizes = { batch, heads: wanted, headDim };
    fitAxes({ method, param, flat: false }, shaped, shape, sizes);
    throw shapeError(method, param, 'that of at least one head', shape);
  }
  return { sequences, length, heads, headDim, headsFirst, shape };
}

/** Whether a tensor of this shape can hold a result of the same length. */
export function accepts(of: HeadsShape, shape: readonly number[]): boolean {
  if (shape.length === 1) return true;
  const { headsFirst, heads, headDim } = of;
  return !headsFirst && of.shape.length === 3 && isRows(shape, heads, headDim);
}
