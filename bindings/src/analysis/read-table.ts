/** Reads tables for analyses: any dtype, read once, converted to float64. */

import { toFloat32 } from '../arrays/float32.js';
import { type LibraryTensor, looseFormOf, membersOf } from '../arrays/forms.js';
import {
  type Given,
  operandOf,
  readGiven,
  recheck,
  shapeError,
} from '../arrays/operand.js';
import { isFloat16Array, product, type TensorLike } from '../arrays/tensor.js';
import {
  type ArrayOf,
  bytesOf,
  type DType,
  type OwnArray,
  viewArray,
} from '../base/dtype.js';
import { viewKind, wrongKind, wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Rows } from '../core/wasm/calls.js';

/**
 * A table to analyse: a tensor of any dtype, numbers with a shape, or an array
 * of rows.
 */
export type Table =
  | TensorLike
  | LibraryTensor
  | {
      readonly data: Float32Array | Float64Array | readonly number[];
      readonly shape: readonly number[];
    }
  | readonly (readonly number[])[];

/**
 * A table whose parts have been read; `recheckTable` must check it before use.
 */
export interface GivenTable {
  readonly param: string;
  readonly given: Given;
}

/** A checked table. */
export interface ReadTable {
  readonly param: string;
  readonly dtype: DType;
  readonly array: ArrayOf[DType];
  /** Address of the array in the instance's memory, if it lies there. */
  readonly pointer: number | undefined;
  readonly count: number;
  readonly width: number;
}

const RULE = 'a tensor, { data, shape } or an array of rows of numbers';

/** Reads a table, each of its members once. */
export function readTable(
  method: string,
  param: string,
  value: unknown,
): GivenTable {
  if (Array.isArray(value)) {
    return { param, given: readNested(method, param, value) };
  }
  const form = looseFormOf(value);
  if (!form) throw wrongKind(method, param, RULE, value);
  const { data, shape, dtype } = membersOf(value, form);
  const plain = Array.isArray(data);
  const type = plain ? 'float64' : (dtype ?? kindOf(data));
  const parts = {
    data: plain ? numbersOf(method, `${param}.data`, data) : data,
    [form.shape]: shape,
    [form.dtype]: type,
  };
  return { param, given: readGiven(method, param, parts, type as DType) };
}

/**
 * The dtype that the class of an array implies; float32 for any other value,
 * which a later check refuses.
 */
function kindOf(data: unknown): DType {
  if (isFloat16Array(data)) return 'float16';
  const kind = ArrayBuffer.isView(data) ? viewKind(data) : '';
  return kind === 'Float64Array' ? 'float64' : 'float32';
}

function numbersOf(
  method: string,
  param: string,
  list: readonly unknown[],
): Float64Array {
  return Float64Array.from(list, (x: unknown, i) => {
    if (typeof x === 'number') return x;
    throw wrongKind(method, `${param}[${i}]`, 'a number', x);
  });
}

function readNested(
  method: string,
  param: string,
  value: readonly unknown[],
): Given<'float64'> {
  const rows = Array.from(value, (row: unknown, i) => {
    if (!Array.isArray(row)) {
      const rule = 'an array of numbers';
      throw wrongKind(method, `${param}[${i}]`, rule, row);
    }
    return numbersOf(method, `${param}[${i}]`, row);
  });
  const width = rows[0]?.length ?? 0;
  const array = new Float64Array(rows.length * width);
  for (const [i, row] of rows.entries()) {
    if (row.length !== width) {
      const rule = `${width}, as the first row has`;
      const name = `${param}[${i}].length`;
      throw wrongValue(method, name, rule, row.length, 'ERR_SHAPE');
    }
    array.set(row, i * width);
  }
  const shape = [rows.length, width];
  return { param, value, dtype: 'float64', array, shape };
}

/**
 * Checks a table [rows, width] with at least `least` rows; with `deep`, several
 * axes may hold the rows.
 */
export function recheckTable(
  heap: Heap,
  method: string,
  { param, given }: GivenTable,
  { least = 1, deep = false } = {},
): ReadTable {
  const { dtype, array, shape = [] } = recheck(method, given);
  const axes = shape.length;
  const count = product(shape.slice(0, -1));
  const width = shape.at(-1) ?? 0;
  if ((deep ? axes < 2 : axes !== 2) || count < least || width < 1) {
    const rows = deep ? '[.., rows, width]' : '[rows, width]';
    const rule = `${rows}, with rows ≥ ${least} and width ≥ 1`;
    throw shapeError(method, param, rule, shape);
  }
  const { pointer } = operandOf(heap, dtype, array);
  return { param, dtype, array, pointer, count, width };
}

/** Copies a table as float64 to the core, which checks all its numbers. */
export function bringTable(
  scratch: Scratch,
  method: string,
  table: ReadTable,
): Rows {
  const { heap } = scratch;
  const { dtype, array, pointer, count, width } = table;
  const size = count * width;
  // Allocating may grow the memory, which detaches views of it.
  const own = dtype === 'float64' ? pointer : undefined;
  const data = own ?? scratch.bytes(size * 8);
  const numbers =
    pointer === undefined
      ? array
      : viewArray(dtype, heap.buffer, pointer, size);
  if (own === undefined) {
    const into = new Float64Array(heap.buffer, data, size);
    into.set(
      bytesOf(dtype) === 2
        ? toFloat32({ data: numbers, shape: [size], dtype })
        : numbers,
    );
  }
  const rows = { data, count, width };
  const bad = scratch.core.firstUnusable({ table: rows });
  if (bad >= 0) {
    const at = `${table.param}[${Math.floor(bad / width)}, ${bad % width}]`;
    const [value] = new Float64Array(heap.buffer, data + bad * 8, 1);
    const rule = 'a finite number up to 2^480';
    throw wrongValue(method, at, rule, value);
  }
  return rows;
}

/** Allocates room for numbers that the core writes, and reads them. */
export function resultNumbers(scratch: Scratch, count: number) {
  const pointer = scratch.bytes(count * 8);
  return {
    pointer,
    /** A copy of the first `length` numbers. */
    read: (length = count): OwnArray<'Float64Array'> =>
      new Float64Array(scratch.heap.buffer, pointer, length).slice(),
  };
}

/**
 * Relative rounding error of a table's numbers, by dtype: the share of the
 * largest singular value that storing a table can make. That of float64 is the
 * error of the analyses themselves.
 */
export const ROUNDING = {
  float32: 2 ** -23,
  float64: 2 ** -42,
  float16: 2 ** -10,
  bfloat16: 2 ** -7,
} as const satisfies Record<DType, number>;
