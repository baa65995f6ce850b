/**
 * Adds tables to embeddings. The mathematics is in
 * `cpp/posenc/absolute/combine.hpp`.
 */

import { readFloats } from '../arrays/float32.js';
import {
  type Given,
  type Operand,
  operandOf,
  readOptional,
  recheck,
  targetOf,
  withoutOverlap,
} from '../arrays/operand.js';
import type { Tensor } from '../arrays/tensor.js';
import { viewArray } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import { checkOptions } from '../describe/checks.js';
import type { Floats, FloatTensor } from '../describe/kinds/floats.js';
import type { Output } from '../describe/kinds/output.js';
import type { Operation } from '../describe/method.js';
import { addToParameters } from './add-to.description.js';
import type { ConcatOptions } from './concat.js';
import { type EmbeddingScale, readRows, readScale } from './embeddings.js';
import { embeddingAxes } from './embeddings-parameters.js';

const name = 'addTo';

/**
 * Options of `addTo`, written out because editors do not show comments of
 * parameters that come by a spread.
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
   * Array or tensor to write into; it may be the embeddings themselves.
   * Defaults to a new one.
   */
  readonly out?: Output<'float32'> | undefined;
}

export interface AddToMethod {
  /**
   * Adds to each embedding the table row of its position.
   *
   *   formula  out[b, l] = embeddingScale · embeddings[b, l] + scale · table[l]
   *            (Vaswani et al. 2017, arXiv:1706.03762, sections 3.4 and 3.5)
   *   shapes   embeddings [.., L, D], or an array of B sequences; table [L, D],
   *            or with `start` at least start + L rows; result as the
   *            embeddings, or [B, L, D] for an array
   *   range    every float32; NaN and infinities as in any sum
   *   error    in float64, rounded once: 0.5 ulp and 2^-52 of the absolute
   *            terms; if both factors are 1, the float32 sum
   *   cost     one pass; 1 MiB in the instance's memory, or none if the
   *            tensors lie there
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
    table: FloatTensor,
    options?: AddToOptions,
  ): Tensor<'float32'>;
}

export const addTo: Operation<AddToMethod> = {
  name,
  bind:
    (heap) =>
    (embeddings, table, options = {}) =>
      sum(heap, embeddings, table, options),
};

/** Numbers in a tile of the table or of the embeddings. */
const TILE = 2 ** 13;

function sum(
  heap: Heap,
  embeddings: unknown,
  table: unknown,
  options: AddToOptions,
): Tensor<'float32'> {
  const checked = checkOptions(name, addToParameters, options);
  const scaleOf = readScale(name, checked.embeddingScale);
  const given = readFloats(name, 'embeddings', embeddings);
  const rows = readRows(name, table, checked.start);
  const outGiven = readOptional(name, 'out', checked.out, 'float32');

  const x = recheck(name, given);
  const { array, width, first, length: all } = rows.recheck();
  const length = rows.length ?? x.shape?.at(-2) ?? (width ? all : 0);
  const shape = x.shape ?? shapeOfArray(x, length, width);
  const place = { method: name, param: 'embeddings', flat: false };
  fitAxes(place, embeddingAxes, shape, { rows: rows.length, width });
  rows.reaches(length);
  const target = targetOf(heap, name, outGiven, { dtype: 'float32', shape });
  const to = target.operand;
  const from = withoutOverlap(operandOf(heap, 'float32', x.array), to);
  const part = array.subarray(first * width, (first + length) * width);
  const added = withoutOverlap(operandOf(heap, 'float32', part), to, false);
  const scales = { table: checked.scale, embeddings: scaleOf(width) };
  if (to.array.length > 0) add(heap, from, added, to, scales);
  return target.tensor();
}

/**
 * Goes through the table in tiles, and adds each tile to every sequence of the
 * batch.
 */
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
  heap.scope(name, (scratch) => {
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
        scratch.check(
          scratch.core.addTo({
            x: from,
            embeddingScale: scales.embeddings,
            table: rows,
            scale: scales.table,
            count,
            out: to,
          }),
        );
        if (outAt === undefined) out.array.set(view(work), i);
      }
    }
  });
}

/** Shape of embeddings given as an array: as many sequences as it holds. */
function shapeOfArray(
  { array, param }: Given<'float32'>,
  length: number,
  width: number,
): readonly number[] {
  const size = length * width;
  const batch = size === 0 ? 1 : array.length / size;
  if (!Number.isInteger(batch) || (size === 0 && array.length > 0)) {
    const rule = `a multiple of ${length} × ${width}, the table's size`;
    const at = `${param}.length`;
    throw wrongValue(name, at, rule, array.length, 'ERR_SHAPE');
  }
  return batch === 1 ? [length, width] : [batch, length, width];
}
