/** Joins the results of parts: a result as a tree of tensors, and their copies. */

import { formOf } from '../arrays/forms.js';
import { makeTensor, product, type Tensor } from '../arrays/tensor.js';
import type { AnyDType, ArrayOf } from '../base/dtype.js';
import type { Arrays, Place, Planned, Rows } from '../describe/method.js';

/** The arrays that a call will give, by name. */
export type Outputs = Readonly<Record<string, Planned>>;

/** Gives another tensor in place of the one that a result has under a name. */
export type Replace = (tensor: Tensor<AnyDType>, name: string) => unknown;

/**
 * A copy of a result with other tensors. The name of a tensor inside an object
 * is its path, such as `terms.content`; one that is the whole result is `''`.
 */
export function withTensors(
  result: unknown,
  replace: Replace,
  name = '',
): unknown {
  if (formOf(result)) return replace(result as Tensor<AnyDType>, name);
  const plain =
    typeof result === 'object' &&
    result !== null &&
    !Array.isArray(result) &&
    !ArrayBuffer.isView(result);
  if (!plain) return result;
  const inside = Object.entries(result).map(([key, value]) => {
    const path = name ? `${name}.${key}` : key;
    return [key, withTensors(value, replace, path)];
  });
  return Object.fromEntries(inside);
}

/** The name of an output, by the path of its tensor in the result. */
const outputOf = (outputs: Outputs, path: string) =>
  path || (Object.keys(outputs)[0] as string);

/** The shapes of some of `count` rows. */
export function outputsOfRows(
  outputs: Outputs,
  count: number,
  [from, to]: Rows,
): Outputs {
  const some = Object.entries(outputs).map(([name, output]) => {
    const { axis = 0 } = output;
    const shape = output.shape.map((length, n) =>
      n === axis ? (length / count) * (to - from) : length,
    );
    return [name, { ...output, shape }];
  });
  return Object.fromEntries(some);
}

/**
 * The share of `rows` rows in larger arrays, where the rows are the first axis
 * of each.
 */
export function sharesOf(
  whole: Arrays,
  { row, count }: Place,
  rows: number,
): Arrays {
  const shares = Object.entries(whole).map(([name, array]) => {
    const width = array.length / count;
    return [name, array.subarray(row * width, (row + rows) * width)] as const;
  });
  return Object.fromEntries(shares);
}

/**
 * Copies the result of a part to its place in arrays of the whole; gives the
 * arrays of the part by the names of the outputs.
 */
export function joinPart(
  outputs: Outputs,
  whole: Arrays,
  { row, count }: Place,
  part: unknown,
): Arrays {
  const arrays: Record<string, ArrayOf[AnyDType]> = {};
  withTensors(part, ({ data }, path) => {
    const name = outputOf(outputs, path);
    arrays[name] = data;
    const { shape, axis = 0 } = outputs[name] as Planned;
    const into = whole[name] as ArrayOf[AnyDType];
    const pieces = product(shape.slice(0, axis));
    const size = data.length / pieces;
    const length = into.length / pieces;
    for (let n = 0; n < pieces; ++n) {
      const some = data.subarray(n * size, (n + 1) * size);
      into.set(some as never, n * length + (length / count) * row);
    }
    return undefined;
  });
  return arrays;
}

/** A result like that of a part, with the whole arrays in it. */
export function wholeResult(
  outputs: Outputs,
  whole: Arrays,
  part: unknown,
): unknown {
  return withTensors(part, (_, path) => {
    const name = outputOf(outputs, path);
    const { shape, dtype } = outputs[name] as Planned;
    return makeTensor(whole[name] as ArrayOf[AnyDType], shape, dtype);
  });
}
