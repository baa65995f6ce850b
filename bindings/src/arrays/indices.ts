/** Reads lists of token ids, row numbers or flags. */

import { viewKind, wrongKind, wrongValue } from '../base/errors.js';
import { indices } from '../describe/kinds/indices.js';
import { FLAT, isFlat, readNumbers } from './numbers.js';
import { shapeError } from './operand.js';
import { newList } from './positions.js';
import { checkLive, product, shapeText } from './tensor.js';

/**
 * Copies a list of integers from 0 to `largest`, each read once: as
 * {@link readShapedIndices}, but only one axis may be longer than 1.
 */
export function readIndices(
  method: string,
  param: string,
  value: unknown,
  largest: number,
): Float64Array {
  const { list, shape } = readShapedIndices(method, param, value, largest, 2);
  if (isFlat(shape)) return list;
  throw shapeError(method, param, FLAT, shape);
}

/** Integers in row-major order, and the lengths of their axes. */
export interface ShapedIndices {
  readonly list: Float64Array;
  readonly shape: readonly number[];
}

/**
 * Copies integers from 0 to `largest`: a flat list, nested lists of at most
 * `most` axes, or a tensor of any type. If the largest is 1, they are flags,
 * and `false` or `true` may stand for them.
 */
export function readShapedIndices(
  method: string,
  param: string,
  value: unknown,
  largest: number,
  most: number,
): ShapedIndices {
  const flags = largest === 1;
  const tensor = readNumbers(method, param, value);
  if (tensor) {
    const { param: name, list, shape } = tensor;
    return { list: checkItems(method, name, list, largest), shape };
  }
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

/** Whether a value is a list: an array, or a typed one. */
export const isList = (value: unknown): boolean =>
  Array.isArray(value) || ArrayBuffer.isView(value);

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
    const whole = typeof item === 'bigint' || Number.isInteger(item);
    // A bigint is compared exactly, so that it is not rounded into the range.
    if (whole && (item as number) >= 0 && (item as number) <= largest) {
      list[i] = Number(item);
      continue;
    }
    // Lists are long, so names and rules are only made for an error.
    const rule = flags
      ? '0, 1 or a boolean'
      : `an integer from 0 to ${largest}`;
    const name = `${param}[${i}]`;
    const number = typeof item === 'number' || typeof item === 'bigint';
    if (!number) throw wrongKind(method, name, rule, item);
    throw wrongValue(method, name, rule, item);
  }
  return list;
}

function listOf(
  method: string,
  param: string,
  value: unknown,
): ArrayLike<unknown> {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && INTEGERS.test(viewKind(value))) {
    checkLive(method, param, value);
    return value as Int32Array;
  }
  const rule = 'an array or typed array of integers';
  throw wrongKind(method, param, rule, value);
}

/** Begin of the names of the typed arrays that hold integers. */
const INTEGERS = /^(Big)?(Int|Uint)/;
