/**
 * Gradient of learned tables: gradients by the rows that were read in, gradient
 * by the table out. The mathematics is in
 * `cpp/posenc/absolute/learned_gradient.hpp`.
 */

import { inputOf, readGiven, sameInput } from '../arrays/operand.js';
import {
  planRows,
  type ResultOptions,
  type TableMethod,
} from '../arrays/plan-table.js';
import { checkCount, RowPositions, readList } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { fitAxes } from '../describe/axes.js';
import { ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { learnedGradientParameters } from './learned-gradient.description.js';
import { checkWhole } from './source.js';

const name = 'learnedGradient';

/** Options of `learnedGradient`; `D` is the dtype of the gradient. */
export type LearnedGradientOptions<D extends DType = DType> = Omit<
  ResultOptions<D>,
  'rows'
> &
  OptionsOf<typeof learnedGradientParameters, D, 'dtype' | 'out'>;

export interface LearnedGradientMethod {
  /**
   * The gradient of a learned table, for {@link Optimiser.step}.
   *
   *   formula  gradient[r] = scale · Σ upstream[i] over all i with p_i + offset
   *            = r
   *   shapes   upstream [reads, D], result [tableLength, D]
   *   range    every p_i + offset must be a row of the table
   *   error    summed in float64 in the order of upstream, rounded once
   *   cost     an addition for each number of upstream, and a copy of it in the
   *            instance's memory
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

export const learnedGradient: TableMethod<
  LearnedGradientMethod,
  typeof learnedGradientParameters
> = {
  name,
  parameters: learnedGradientParameters,
  plan(heap, checked) {
    const { tableLength, start, positions, offset, scale, given } = checked;
    const upstream = readGiven(name, 'upstream', checked.upstream, 'float32');
    const list = readList(name, 'positions', positions, given, ['start']);

    const { length, shape } = inputOf(heap, name, upstream);
    const shaped = learnedGradientParameters.upstream;
    const place = { method: name, param: 'upstream' };
    const batched = shape?.length === 3 && shape[0] !== 1;
    const reads = batched ? undefined : list?.length;
    const found = fitAxes(place, shaped, shape, { dim: checked.dim, reads });
    const dim = checked.dim ?? found.dim;
    if (!dim) throw missing(name, 'dim', ruleOf(learnedGradientParameters.dim));
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
      paddingIndex: checked.paddingIndex ?? -1,
      scale,
      dtype: checked.dtype,
    };
    const all = RowPositions.range(name, 'tableLength', tableLength, 0);
    const { out, dtype } = checked;
    return planRows(
      heap,
      name,
      all,
      { rows: undefined, out, dtype },
      {
        width: dim,
        whole: true,
        kernel: (scratch) => {
          const { operand } = sameInput(heap, name, upstream, length);
          const inPlace = out === undefined ? operand.pointer : undefined;
          const from = inPlace ?? scratch.copy(operand.array);
          const room = looked.counted ? 0 : scratch.bytes(count * 8);
          const where = looked.where(0, count, heap.buffer, room);
          return ({ first }, rows, out) =>
            scratch.core.learnedGradient({
              ...sum,
              upstream: from,
              where,
              first,
              rows,
              out,
            });
        },
        bytes: count * 4,
      },
    );
  },
};
