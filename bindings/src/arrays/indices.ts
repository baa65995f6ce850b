/** Reads lists of token ids, row numbers or flags. */

import { viewKind, wrongKind, wrongValue } from '../base/errors.js';
import { indices } from '../describe/kinds/indices.js';
import { toFloat32 } from './float32.js';
import { shapeError } from './operand.js';
import { newList } from './positions.js';
import { checkLive, checkShape, product, shapeText } from './tensor.js';

/** Copies a list of integers from 0 to `largest`, each read once. */
export function readIndices(
  method: string,
  param: string,
  value: unknown,
  largest: number,
): Float64Array {
  return checkItems(method, param, listOf(method, param, value), largest);
}

/** Integers in row-major order, and the lengths of their axes. */
export interface ShapedIndices {
  readonly list: Float64Array;
  readonly shape: readonly number[];
}

/**
 * Copies integers from 0 to `largest`: a flat list, nested lists of at most
 * `most` axes, or a tensor. If the largest is 1, they are flags, and `false` or
 * `true` may stand for them.
 */
export function readShapedIndices(
  method: string,
  param: string,
  value: unknown,
  largest: number,
  most: number,
): ShapedIndices {
  if (isShaped(value)) return readTensorOf(method, param, value, largest);
  const flags = largest === 1;
  const parts: Float64Array[] = [];
  const read = (part: unknown, name: string, axes: number): number[] => {
    const source = listOf(method, name, part);
    if (axes === most || !isList(source[0])) {
      parts.push(checkItems(method, name, source, largest, flags));
      return [source.length];
    }
    let inner: number[] = [];
    for (let i = 0; i < source.length; ++i) {
      const at = `${name}[${i}]`;
      const shape = read(source[i], at, axes + 1);
      if (i === 0) inner = shape;
      if (shape.join() === inner.join()) continue;
      const rule = `${shapeText(inner)}, the shape of ${name}[0]`;
      throw shapeError(method, at, rule, shape);
    }
    return [source.length, ...inner];
  };
  if (!isList(value)) {
    const parameter = { kind: 'indices', shaped: true } as const;
    const rule = indices.rule({ ...parameter, ...(flags && { flags }) });
    throw wrongKind(method, param, rule, value);
  }
  const shape = read(value, param, 1);
  const list = newList(method, param, product(shape));
  let end = 0;
  for (const part of parts) {
    list.set(part, end);
    end += part.length;
  }
  return { list, shape };
}

const isList = (value: unknown) =>
  Array.isArray(value) || ArrayBuffer.isView(value);

/** Whether a value is an object with data and a shape. */
const isShaped = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !isList(value) &&
  'data' in value &&
  'shape' in value;

/** Reads a tensor, each member once. */
function readTensorOf(
  method: string,
  param: string,
  { data, shape, dtype }: Record<string, unknown>,
  largest: number,
): ShapedIndices {
  const lengths = checkShape(method, `${param}.shape`, shape);
  const name = `${param}.data`;
  const source = listOf(method, name, data, /^(Int|Uint|Float)/);
  const half = dtype === 'float16' || dtype === 'bfloat16';
  const numbers =
    half && source instanceof Uint16Array
      ? toFloat32({ data: source, shape: [source.length], dtype })
      : source;
  const list = checkItems(method, name, numbers, largest);
  const count = product(lengths);
  if (list.length === count) return { list, shape: lengths };
  const rule = `${count}, the product of ${param}.shape ${shapeText(lengths)}`;
  throw wrongValue(method, `${name}.length`, rule, list.length, 'ERR_SHAPE');
}

/** Copies the items of a list and checks them, each read once. */
function checkItems(
  method: string,
  param: string,
  source: ArrayLike<unknown>,
  largest: number,
  flags = false,
): Float64Array {
  const list = newList(method, param, source.length);
  for (let i = 0; i < list.length; ++i) {
    const given = source[i];
    const item = flags && typeof given === 'boolean' ? Number(given) : given;
    // Lists are long, so names and rules are only made for an error.
    if (typeof item === 'number' && item >= 0 && item <= largest) {
      if (Number.isInteger(item)) {
        list[i] = item;
        continue;
      }
    }
    const rule = flags
      ? '0, 1 or a boolean'
      : `an integer from 0 to ${largest}`;
    const name = `${param}[${i}]`;
    if (typeof item !== 'number') throw wrongKind(method, name, rule, item);
    throw wrongValue(method, name, rule, item);
  }
  return list;
}

function listOf(
  method: string,
  param: string,
  value: unknown,
  kinds = /^(Int|Uint)/,
): ArrayLike<unknown> {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && kinds.test(viewKind(value))) {
    checkLive(method, param, value);
    return value as Int32Array;
  }
  const rule = indices.rule({ kind: 'indices' });
  throw wrongKind(method, param, rule, value);
}
