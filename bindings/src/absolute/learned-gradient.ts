/**
 * Gradient of learned tables: what the loss says of the rows read in, what it
 * says of the table out. The mathematics is in
 * `cpp/posenc/absolute/learned_gradient.hpp`.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import { checkCount, RowPositions, readList } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { CODE } from '../core/wasm/raw.js';
import { checkOptions, missing } from '../describe/checks.js';
import type { OptionsOf } from '../describe/form.js';
import { learnedGradientDescription } from './learned-gradient.description.js';
import { checkWhole } from './source.js';
import { type ResultOptions, writeTable } from './table.js';

const { name, parameters } = learnedGradientDescription;

/** Options of `learnedGradient`; `D` is the dtype of the gradient. */
export type LearnedGradientOptions<D extends DType = DType> = Omit<
  ResultOptions<D>,
  'rows'
> &
  OptionsOf<
    (typeof learnedGradientDescription)['parameters'],
    D,
    'dtype' | 'out'
  >;

export interface LearnedGradientMethod {
  /**
   * The gradient of a learned table, for {@link Optimiser.step}.
   *
   *   formula  gradient[r] = scale · Σ upstream[i] over all i with
   *            p_i + offset = r
   *   shapes   upstream [reads, D], result [tableLength, D]
   *   range    every p_i + offset a row of the table
   *   error    summed in float64 in the order of upstream, rounded once
   *   cost     an addition for each number of upstream, and a copy of it in
   *            the instance's memory
   *
   * @example
   * ```ts
   * const gradient = pe.learnedGradient({
   *   upstream, positions, tableLength: 512, // upstream [reads, 768]
   * });
   * ```
   */
  learnedGradient<D extends DType = 'float32'>(
    options: LearnedGradientOptions<D>,
  ): Tensor<D>;
}

export const learnedGradientMethod = (heap: Heap): LearnedGradientMethod => ({
  learnedGradient: (options) => learnedGradient(heap, options),
});

function learnedGradient<D extends DType>(
  heap: Heap,
  options: LearnedGradientOptions<D>,
): Tensor<D> {
  const checked = checkOptions(name, parameters, options);
  const { tableLength, start, positions, offset, scale, given } = checked;
  const upstream = readGiven(name, 'upstream', checked.upstream, 'float32');
  const list = readList(name, 'positions', positions, given, ['start']);

  const { length, shape } = inputOf(heap, name, upstream);
  const dim = checked.dim ?? (shape && shape.length > 1 && shape.at(-1));
  if (!dim) throw missing(name, 'dim', parameters.dim);
  if (length % dim !== 0) {
    const rule = `a multiple of dim = ${dim}`;
    throw wrongValue(name, 'upstream.length', rule, length, 'ERR_SHAPE');
  }
  const count = length / dim;
  const looked = list
    ? checkCount(name, 'positions', list, count)
    : RowPositions.range(name, 'start', count, start);
  checkWhole(name, looked, {
    least: -offset,
    most: tableLength - 1 - offset,
    because:
      `as the table has ${tableLength} rows` +
      (offset === 0 ? '' : ` and offset ${offset}`),
  });
  const sum = {
    count,
    dim,
    offset,
    tableLength,
    padding: checked.paddingIndex ?? -1,
    factor: scale,
    dtype: CODE.dtype[checked.dtype],
  };
  const all = RowPositions.range(name, 'tableLength', tableLength, 0);
  const { out, dtype } = checked;
  return writeTable(
    heap,
    name,
    all,
    { rows: undefined, out, dtype },
    {
      width: dim,
      kernel: (scratch) => {
        const { operand } = inputOf(heap, name, upstream);
        const inPlace = out === undefined ? operand.pointer : undefined;
        const from = inPlace ?? scratch.copy(operand.array);
        const room = looked.counted ? 0 : scratch.bytes(count * 8);
        const where = looked.where(0, count, heap.buffer, room);
        return (rows, n, to) =>
          heap.raw.learnedGradient(sum, from, where, rows.first, n, to);
      },
      bytes: count * 4,
    },
  );
}
