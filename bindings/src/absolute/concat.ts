/**
 * Concatenates embeddings and table rows. The copies are made here, without the
 * core.
 */

import { readFloats } from '../arrays/float32.js';
import {
  operandOf,
  readOptional,
  recheck,
  targetOf,
  withoutOverlap,
} from '../arrays/operand.js';
import { product, type Tensor } from '../arrays/tensor.js';
import { wrongKind } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import { checkOptions } from '../describe/checks.js';
import type { FloatTensor } from '../describe/kinds/floats.js';
import type { Operation } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { concatParameters } from './concat.description.js';
import { readRows } from './embeddings.js';
import type { tableStart } from './embeddings-parameters.js';
import { embeddingAxes } from './embeddings-parameters.js';

const name = 'concat';

/** Options of `concat`. */
export interface ConcatOptions
  extends OptionsOf<typeof concatParameters & typeof tableStart, 'float32'> {}

export interface ConcatMethod {
  /**
   * Appends to each embedding the table row of its position.
   *
   *   formula  out[b, l] = (embeddings[b, l], table[l])
   *   shapes   embeddings [.., L, D]; table [L, E], or with `start` at least
   *            start + L rows; result [.., L, D + E]
   *   range    every float32
   *   cost     one pass, and none of the instance's memory
   *
   * @example
   * ```ts
   * const x = pe.concat(embeddings, pe.sinusoidal({ length: 128, dim: 32 }));
   * ```
   */
  concat(
    embeddings: FloatTensor,
    table: FloatTensor,
    options?: ConcatOptions,
  ): Tensor<'float32'>;
}

export const concat: Operation<ConcatMethod> = {
  name,
  bind:
    (heap) =>
    (embeddings, table, options = {}) =>
      join(heap, embeddings, table, options),
};

function join(
  heap: Heap,
  embeddings: unknown,
  table: unknown,
  options: ConcatOptions,
): Tensor<'float32'> {
  const checked = checkOptions(name, concatParameters, options);
  const given = readFloats(name, 'embeddings', embeddings);
  const rows = readRows(name, table, checked.start);
  const outGiven = readOptional(name, 'out', checked.out, 'float32');

  const x = recheck(name, given);
  if (x.shape === undefined) {
    throw wrongKind(name, 'embeddings', 'a tensor of floats', embeddings);
  }
  const { array, width: e, first, length: all } = rows.recheck();
  const d = x.shape.at(-1) ?? 0;
  const place = { method: name, param: 'embeddings', flat: false };
  const found = fitAxes(place, embeddingAxes, x.shape, { rows: rows.length });
  const length = found.rows ?? all;
  rows.reaches(length);
  const shape = [...x.shape.slice(0, -1), d + e];
  const target = targetOf(heap, name, outGiven, { dtype: 'float32', shape });
  const to = target.operand.array;
  const from = withoutOverlap(
    operandOf(heap, 'float32', x.array),
    target.operand,
    false,
  );
  const added = withoutOverlap(
    operandOf(heap, 'float32', array),
    target.operand,
    false,
  );
  const count = product(x.shape.slice(0, -1));
  for (let row = 0; row < count; ++row) {
    const behind = (first + (row % length)) * e;
    copy(from.array, row * d, d, to, row * (d + e));
    copy(added.array, behind, e, to, row * (d + e) + d);
  }
  return target.tensor();
}

/** Length from which `set` is faster than a loop. */
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
