/** Reads the numbers that detectors look at: arrays, tensors and lists. */

import { type LibraryTensor, looseFormOf, membersOf } from '../arrays/forms.js';
import { type Given, readGiven, recheck } from '../arrays/operand.js';
import { dtypeOf, type TensorLike } from '../arrays/tensor.js';
import { type DType, type Float16ArrayLike, isHalf } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { roundToHalf, valueOfHalf } from '../base/half.js';
import { type NestedNumbers, readLists } from '../describe/kinds/floats.js';

/**
 * Largest relative error of a rounded number. That of float64 is wider, as
 * what was computed in float64 has a few roundings more.
 */
export const EPSILON = {
  float64: 2 ** -48,
  float32: 2 ** -24,
  float16: 2 ** -11,
  bfloat16: 2 ** -8,
} as const satisfies Record<DType, number>;

/** The least number of float16: below it, errors do not shrink any more. */
export const TINY = 2 ** -24;

/** Numbers as callers give them: an array, a tensor, or lists of numbers. */
export type AnyNumbers =
  | Float32Array
  | Float64Array
  | Float16ArrayLike
  | TensorLike
  | LibraryTensor
  | NestedNumbers;

/** Reads an array, a tensor of any dtype of floats, or lists of numbers. */
export function readNumbers(
  method: string,
  param: string,
  value: unknown,
): Given {
  if (Array.isArray(value)) {
    const numbers: number[] = [];
    const shape = readLists(method, param, value, numbers);
    const array = Float64Array.from(numbers);
    return { param, value, dtype: 'float64', array, shape };
  }
  const form = looseFormOf(value);
  if (!form) {
    return readGiven(method, param, value, dtypeOf(method, param, value));
  }
  const { data, shape, dtype } = membersOf(value, form);
  const numbers: number[] = [];
  const listed = Array.isArray(data);
  if (listed) readLists(method, `${param}.data`, data, numbers);
  const kept = listed ? Float64Array.from(numbers) : data;
  const kind = listed ? 'float64' : dtype;
  const type = kind ?? dtypeOf(method, `${param}.data`, kept);
  const parts = { data: kept, [form.shape]: shape, [form.dtype]: type };
  return readGiven(method, param, parts, type as DType);
}

/** Numbers that are read where they are looked at. */
export interface Numbers {
  readonly param: string;
  readonly shape: readonly number[];
  readonly dtype: DType;
  readonly length: number;
  /** The number at an index; throws unless it is finite. */
  readonly at: (index: number) => number;
}

/** The numbers of what was read, checked again. */
export function numbersOf(method: string, given: Given): Numbers {
  const { param, dtype, array, shape } = recheck(method, given);
  const at = (index: number) => {
    const number = array[index] as number;
    const value = isHalf(dtype) ? valueOfHalf(dtype, number) : number;
    if (Number.isFinite(value)) return value;
    throw wrongValue(method, `${param}[${index}]`, 'finite', value);
  };
  const { length } = array;
  return { param, shape: shape ?? [length], dtype, length, at };
}

/** Numbers, and the narrowest type that holds all of them. */
export interface Recognised {
  readonly values: Float64Array;
  readonly dtype: DType;
}

/** Decimal digits with which a text tells every float32 from all others. */
const DIGITS = 9;

/**
 * The type to which numbers were rounded: those of 16 bits are often kept as
 * float32, and those of float32 written as decimals.
 */
export function recognised(given: Float64Array, dtype: DType): Recognised {
  const short = (value: number) => {
    const rounded = Math.fround(value);
    const decimal = Number(value.toPrecision(DIGITS)) === value;
    return rounded === value || (decimal && Number.isFinite(rounded));
  };
  const wide = dtype === 'float64' && !given.every(short);
  const values = wide ? given : given.map(Math.fround);
  for (const half of ['bfloat16', 'float16'] as const) {
    const same = values.every((value) => roundToHalf(half, value) === value);
    if (!wide && same) return { values, dtype: half };
  }
  return {
    values,
    dtype: wide ? 'float64' : isHalf(dtype) ? dtype : 'float32',
  };
}

/** Most rows that are looked at. */
const ROWS = 96;

/**
 * The rows of a table that are looked at: the first ones, then ever fewer up to
 * the last one, so that the angle of each follows from those before.
 */
export function chosenRows(length: number): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < length; ) {
    rows.push(row);
    row = Math.max(row + 1, Math.floor(row * 1.25));
  }
  if (length > 0 && rows.at(-1) !== length - 1) rows.push(length - 1);
  return rows.slice(0, ROWS);
}
