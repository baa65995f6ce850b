/**
 * Tables and embeddings put together, by sum or side by side. The sum is in
 * `cpp/posenc/absolute/combine.hpp`.
 */

import {
  apart,
  type Given,
  type Operand,
  operandOf,
  readGiven,
  readOptional,
  settled,
  shapeError,
  targetOf,
} from '../arrays/operand.js';
import { product, type Tensor, type TensorLike } from '../arrays/tensor.js';
import { viewArray } from '../base/dtype.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { coreCall } from '../core/core-call.js';
import type { Heap } from '../core/memory.js';
import { type Checked, checkOptions } from '../describe/checks.js';
import type { Floats, OptionsOf, Output } from '../describe/form.js';
import { checkNumber } from '../describe/number.js';
import { combineParameters } from './combine.description.js';

const { addTo: addParameters, concat: concatParameters } = combineParameters;

/** A factor, or the root of the width. */
export type EmbeddingScale = number | 'rootDim';

/**
 * Options of `addTo`. Written out, because editors do not see the comments
 * behind a spread.
 */
export interface AddToOptions extends ConcatOptions {
  /** Factor of the table. Defaults to 1. */
  readonly scale?: number | undefined;
  /**
   * Factor of the embeddings: a number, or `'rootDim'` for the root of their
   * width, by which most Transformers multiply. Defaults to 1.
   */
  readonly embeddingScale?: EmbeddingScale | undefined;
  /**
   * Array or tensor to write into; the embeddings themselves will do. Defaults
   * to a new one.
   */
  readonly out?: Output<'float32'> | undefined;
}

/** Options of `concat`. */
export interface ConcatOptions
  extends OptionsOf<(typeof combineParameters)['concat'], 'float32'> {}

/** How tables and embeddings meet. */
export interface CombineMethods {
  /**
   * Embeddings with positions added.
   *
   *   formula  out[b, l] = embeddingScale · embeddings[b, l] + scale · table[l]
   *            (Vaswani et al. 2017, arXiv:1706.03762, sections 3.4 and 3.5)
   *   shapes   embeddings [.., L, D], or an array of any number of such;
   *            table [L, D], or with `start` any number of rows from
   *            start + L up; the result is as the embeddings, [B, L, D] of an
   *            array
   *   range    every float32; NaN and infinities go where they go in a sum
   *   error    in float64, rounded once: 0.5 ulp and 2^-52 of the absolute
   *            terms; with both factors 1 the float32 sum
   *   cost     one pass; 64 KiB in the instance's memory, none for tensors
   *            that lie there
   *
   * @example
   * ```ts
   * const table = pe.sinusoidal({ length: 128, dim: 512 });
   * const x = pe.addTo(embeddings, table, { embeddingScale: 'rootDim' });
   * pe.addTo(embeddings, table, { out: embeddings }); // in place
   * ```
   */
  addTo(
    embeddings: Floats,
    table: TensorLike<'float32'>,
    options?: AddToOptions,
  ): Tensor<'float32'>;

  /**
   * Embeddings with the row of their position behind them.
   *
   *   formula  out[b, l] = (embeddings[b, l], table[l])
   *   shapes   embeddings [.., L, D], table [L, E], or with `start` any number
   *            of rows from start + L up; result [.., L, D + E]
   *   range    every float32
   *   cost     one pass, and none of the instance's memory
   *
   * @example
   * ```ts
   * const x = pe.concat(embeddings, pe.sinusoidal({ length: 128, dim: 32 }));
   * ```
   */
  concat(
    embeddings: TensorLike<'float32'>,
    table: TensorLike<'float32'>,
    options?: ConcatOptions,
  ): Tensor<'float32'>;
}

export const combineMethods = (heap: Heap): CombineMethods => ({
  addTo: (embeddings, table, options = {}) =>
    addTo(heap, embeddings, table, options),
  concat: (embeddings, table, options = {}) =>
    concat(heap, embeddings, table, options),
});

/** Numbers of a tile of either side. */
const TILE = 2 ** 13;

function addTo(
  heap: Heap,
  embeddings: unknown,
  table: unknown,
  options: AddToOptions,
): Tensor<'float32'> {
  const name = 'addTo';
  const checked = checkOptions(name, addParameters, options);
  const scaleOf = readScale(name, checked.embeddingScale);
  const given = readGiven(name, 'embeddings', embeddings, 'float32');
  const rows = readRows(name, table, checked.start);
  const outGiven = readOptional(name, 'out', checked.out, 'float32');

  const x = settled(name, given);
  const { array, width, first, length: all } = rows.settle();
  const length = rows.length ?? x.shape?.at(-2) ?? (width ? all : 0);
  const shape = x.shape ?? shapeOfArray(x, length, width);
  if (shape.at(-1) !== width || shape.at(-2) !== length) {
    const rule = `[.., ${rows.length ?? 'rows'}, ${width}], as the table is`;
    throw shapeError(name, 'embeddings', rule, shape);
  }
  rows.reaches(length);
  const target = targetOf(heap, name, outGiven, { dtype: 'float32', shape });
  const to = target.operand;
  const from = apart(operandOf(heap, 'float32', x.array), to);
  const part = array.subarray(first * width, (first + length) * width);
  const added = apart(operandOf(heap, 'float32', part), to, false);
  const scales = { table: checked.scale, embeddings: scaleOf(width) };
  if (to.array.length > 0) add(heap, from, added, to, scales);
  return target.tensor();
}

/** The table's numbers by tiles, and each tile over all of the batch. */
function add(
  heap: Heap,
  x: Operand<'float32'>,
  table: Operand<'float32'>,
  out: Operand<'float32'>,
  scales: { readonly table: number; readonly embeddings: number },
): void {
  const size = table.array.length;
  const total = out.array.length;
  const [xAt, outAt] = [x.pointer, out.pointer];
  const resident = [xAt, outAt, table.pointer].every((p) => p !== undefined);
  const tile = resident ? size : Math.min(size, TILE);
  heap.scope('addTo', (scratch) => {
    const call = coreCall(scratch, 'addTo');
    const work =
      xAt === undefined || outAt === undefined ? scratch.bytes(tile * 4) : 0;
    const held = table.pointer === undefined ? scratch.bytes(tile * 4) : 0;
    for (let at = 0; at < size; at += tile) {
      const count = Math.min(tile, size - at);
      const view = (pointer: number) =>
        viewArray('float32', heap.buffer, pointer, count);
      const rows = table.pointer === undefined ? held : table.pointer + at * 4;
      if (table.pointer === undefined) {
        view(held).set(table.array.subarray(at, at + count));
      }
      for (let i = at; i < total; i += size) {
        const from = xAt === undefined ? work : xAt + i * 4;
        const to = outAt === undefined ? work : outAt + i * 4;
        if (xAt === undefined) {
          view(work).set(x.array.subarray(i, i + count));
        }
        const { embeddings, table: scale } = scales;
        scratch.check(call(from, embeddings, rows, scale, count, to));
        if (outAt === undefined) out.array.set(view(work), i);
      }
    }
  });
}

function concat(
  heap: Heap,
  embeddings: unknown,
  table: unknown,
  options: ConcatOptions,
): Tensor<'float32'> {
  const name = 'concat';
  const checked = checkOptions(name, concatParameters, options);
  const given = readGiven(name, 'embeddings', embeddings, 'float32');
  const rows = readRows(name, table, checked.start);
  const outGiven = readOptional(name, 'out', checked.out, 'float32');

  const x = settled(name, given);
  if (x.shape === undefined) {
    throw wrongKind(name, 'embeddings', 'a float32 tensor', embeddings);
  }
  const { array, width: e, first, length: all } = rows.settle();
  const d = x.shape.at(-1) ?? 0;
  const length = x.shape.at(-2);
  if (length === undefined || length !== (rows.length ?? length)) {
    const rule = `[.., ${all}, width], as the table has ${all} rows`;
    throw shapeError(name, 'embeddings', rule, x.shape);
  }
  rows.reaches(length);
  const shape = [...x.shape.slice(0, -1), d + e];
  const target = targetOf(heap, name, outGiven, { dtype: 'float32', shape });
  const to = target.operand.array;
  const from = apart(
    operandOf(heap, 'float32', x.array),
    target.operand,
    false,
  );
  const added = apart(operandOf(heap, 'float32', array), target.operand, false);
  const count = product(x.shape.slice(0, -1));
  for (let row = 0; row < count; ++row) {
    const behind = (first + (row % length)) * e;
    copy(from.array, row * d, d, to, row * (d + e));
    copy(added.array, behind, e, to, row * (d + e) + d);
  }
  return target.tensor();
}

/** From here on a call of `set` costs less than a loop. */
const LONG = 32;

function copy(
  from: Float32Array,
  at: number,
  count: number,
  to: Float32Array,
  into: number,
): void {
  if (count >= LONG) {
    to.set(from.subarray(at, at + count), into);
  } else {
    for (let i = 0; i < count; ++i) to[into + i] = from[at + i] as number;
  }
}

/** The factor for a width, checked before any width is known. */
export function readScale(
  method: string,
  value: unknown,
): (width: number) => number {
  if (value === undefined) return () => 1;
  if (value === 'rootDim') return Math.sqrt;
  if (typeof value === 'string') {
    const rule = 'a finite number or "rootDim"';
    throw wrongValue(method, 'embeddingScale', rule, value, 'ERR_CHOICE');
  }
  const rule = { kind: 'number', doc: '' } as const;
  const scale = checkNumber(method, 'embeddingScale', rule, value);
  return () => scale;
}

/** The table of a call: [rows, width], of which some stand beside. */
function readRows(
  method: string,
  value: unknown,
  start: Checked<typeof concatParameters>['start'],
) {
  const given = readGiven(method, 'table', value, 'float32');
  const { shape } = given;
  if (shape === undefined) {
    throw wrongKind(method, 'table', 'a float32 tensor [rows, width]', value);
  }
  const axes = shape.length;
  if (axes < 2 || shape.slice(0, -2).some((length) => length !== 1)) {
    throw shapeError(method, 'table', '[rows, width]', shape);
  }
  const [rows = 0, width = 0] = shape.slice(-2);
  const first = start ?? 0;
  return {
    /** How many rows must meet it, if none may be left over. */
    length: start === undefined ? rows : undefined,
    settle: () => {
      const { array } = settled<'float32'>(method, given);
      return { array, width, first, length: rows };
    },
    reaches: (length: number) => {
      if (first + length <= rows) return;
      const rule = `at most ${rows - length}: the table has ${rows} rows for ${length}`;
      throw wrongValue(method, 'start', rule, first);
    },
  };
}

/** The shape of an array: as many times the table as it holds. */
function shapeOfArray(
  { array, param }: Given<'float32'>,
  length: number,
  width: number,
): readonly number[] {
  const size = length * width;
  const batch = size === 0 ? 1 : array.length / size;
  if (!Number.isInteger(batch) || (size === 0 && array.length > 0)) {
    const rule = `a multiple of ${length} × ${width}, the table's size`;
    const name = `${param}.length`;
    throw wrongValue('addTo', name, rule, array.length, 'ERR_SHAPE');
  }
  return batch === 1 ? [length, width] : [batch, length, width];
}
