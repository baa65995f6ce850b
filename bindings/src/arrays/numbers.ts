/**
 * Reads lists of numbers that are no data but say where something is, such as
 * positions and token ids. They may be given in any type of number.
 */

import { isHalf } from '../base/dtype.js';
import { viewKind, wrongKind, wrongValue } from '../base/errors.js';
import { widen } from '../base/half.js';
import { type Form, looseFormOf, membersOf } from './forms.js';
import { checkLive, checkShape, product, shapeText } from './tensor.js';

/** Numbers with the lengths of their axes, last axis fastest. */
export interface ShapedNumbers {
  /** Name of the list, for errors about its items. */
  readonly param: string;
  readonly list: ArrayLike<unknown>;
  readonly shape: readonly number[];
}

/** The classes of typed arrays that hold each type of number. */
const HOLDERS: Readonly<Record<string, RegExp>> = {
  float32: /^Float32/,
  float64: /^Float64/,
  float16: /^(Uint|Float)16/,
  bfloat16: /^Uint16/,
  int8: /^Int8/,
  uint8: /^Uint8/,
  int16: /^Int16/,
  uint16: /^Uint16/,
  int32: /^Int32/,
  uint32: /^Uint32/,
  int64: /^BigInt64/,
  uint64: /^BigUint64/,
  bool: /^U?[Ii]nt8/,
};

/**
 * Reads a tensor of any type of number, of this package or of another library,
 * each member once. 16-bit floats are widened. Undefined if the value is none.
 */
export function readNumbers(
  method: string,
  param: string,
  value: unknown,
): ShapedNumbers | undefined {
  const form = looseFormOf(value);
  if (!form) return undefined;
  const { data, shape: axes, dtype } = membersOf(value, form);
  const shape = checkShape(method, `${param}.${form.shape}`, axes);
  checkType(method, `${param}.${form.dtype}`, form, dtype);
  const name = `${param}.data`;
  const list = listOf(method, name, data, dtype);
  const count = product(shape);
  if (list.length === count) return { param: name, list, shape };
  const axesText = `${param}.${form.shape} ${shapeText(shape)}`;
  const rule = `${count}, the product of ${axesText}`;
  throw wrongValue(method, `${name}.length`, rule, list.length, 'ERR_SHAPE');
}

/** Throws unless it is a type of number; this package's form may lack it. */
function checkType(
  method: string,
  param: string,
  form: Form,
  dtype: unknown,
): asserts dtype is string | undefined {
  if (dtype === undefined && form.dtype === 'dtype') return;
  const types = Object.keys(HOLDERS);
  const rule = `one of ${types.join(', ')}`;
  if (typeof dtype !== 'string') throw wrongKind(method, param, rule, dtype);
  if (types.includes(dtype)) return;
  throw wrongValue(method, param, rule, dtype, 'ERR_CHOICE');
}

/** The items of a list, or of a typed array that belongs to the type. */
function listOf(
  method: string,
  param: string,
  data: unknown,
  dtype: string | undefined,
): ArrayLike<unknown> {
  if (Array.isArray(data)) return data;
  const kind = ArrayBuffer.isView(data) ? viewKind(data) : '';
  const holder = dtype === undefined ? undefined : HOLDERS[dtype];
  if (!isNumeric(kind) || holder?.test(kind) === false) {
    const what = dtype === undefined ? 'numbers' : dtype;
    const rule = `an array or typed array of ${what}`;
    throw wrongKind(method, param, rule, data);
  }
  return itemsOfView(method, param, data as ArrayBufferView, dtype);
}

/**
 * The numbers of a typed array. Those of a `Float16Array`, and bits if `dtype`
 * says that they are 16-bit floats, are widened.
 */
export function itemsOfView(
  method: string,
  param: string,
  view: ArrayBufferView,
  dtype?: string,
): ArrayLike<unknown> {
  checkLive(method, param, view);
  const half = viewKind(view) === 'Float16Array' ? 'float16' : dtype;
  if (!isHalf(half)) return view as unknown as ArrayLike<unknown>;
  const { buffer, byteOffset, byteLength } = view;
  const bits = new Uint16Array(buffer, byteOffset, byteLength / 2);
  const values = new Float32Array(bits.length);
  widen(half, bits, values);
  return values;
}

/** Whether the class of a typed array holds numbers. */
export const isNumeric = (kind: string): boolean =>
  /^(Big)?(Int|Uint|Float)/.test(kind);

/** Whether a shape has at most one axis that is longer than 1, or empty. */
export const isFlat = (shape: readonly number[]): boolean =>
  shape.filter((length) => length !== 1).length <= 1;

/** What {@link isFlat} asks for, in words. */
export const FLAT = 'that of a list: one axis, and others of length 1';
