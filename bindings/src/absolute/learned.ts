/**
 * Learned tables: options in, rows out. The mathematics is in
 * `cpp/posenc/absolute/learned.hpp`.
 */

import { type RowPositions, readPositions } from '../arrays/positions.js';
import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/table.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Draw, Drawn } from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import { learnedParameters, learnedPresets } from './learned.description.js';
import { LONGEST_TABLE } from './learned-parameters.js';
import { checkWhole, readSource, widthOf } from './source.js';

const name = 'learned';

/** Arithmetic operations for a drawn number, about. */
const DRAWING = 60;

/** Options of `learned`; `D` is the dtype of the result. */
export type LearnedOptions<D extends DType = DType> = PositionTableOptions<
  typeof learnedParameters,
  D
>;

export interface LearnedMethod {
  /**
   * Rows of a learned table: your own, or an untrained one drawn from a seed.
   *
   *   formula  PE[p] = scale · table[p + offset] (Gehring et al. 2017,
   *            arXiv:1705.03122, section 3.1)
   *   shapes   table [R, D], result [L, D]
   *   range    positions are whole numbers that have a row; up to 2^32 rows
   *   error    none in float32; with a scale ≤ 0.5001 ulp, with `l2` ≤ 0.51 ulp
   *            of float32. Drawn tables are the same in every engine, and so is
   *            each row if `rows` takes only some
   *   cost     a copy of the rows, and a copy of a given table in the
   *            instance's memory; for a drawn table about 100 operations a
   *            number
   *
   * @example
   * ```ts
   * pe.learned({ table, length: 128 }); // a tensor [512, 768]
   * pe.learned({ length: 512, dim: 768, preset: 'bert', seed: 7 });
   * ```
   */
  learned<D extends DType = 'float32'>(options: LearnedOptions<D>): Tensor<D>;
}

export const learned: TableMethod<LearnedMethod, typeof learnedParameters> = {
  name,
  parameters: learnedParameters,
  presets: learnedPresets,
  plan(heap, checked) {
    const { offset, paddingIndex = -1, sequenceStart, scale } = checked;
    const positions = readPositions(name, checked);
    const source = readSource(heap, name, {
      param: 'table',
      value: checked.table,
      dim: checked.dim,
      toOut: checked.out !== undefined,
    });
    const dim =
      source?.dim ?? widthOf(name, checked.dim, learnedParameters.dim);
    const needed = Math.max(rowsNeeded(positions, checked), paddingIndex + 1);
    const drawnRows = checked.tableLength ?? Math.min(needed, LONGEST_TABLE);
    const rows = source?.rows ?? Math.max(1, drawnRows);
    checkRead(positions, rows, checked);
    if (paddingIndex >= rows) {
      const rule = `a row of the table, from 0 to ${rows - 1}`;
      throw wrongValue(name, 'paddingIndex', rule, paddingIndex);
    }
    const read = {
      drawn: drawnNumbers(checked, rows, dim),
      offset,
      clamped: sequenceStart !== undefined,
      sequenceStart: sequenceStart ?? 0,
      paddingIndex,
      scale: checked.overRootDim ? scale / Math.sqrt(dim) : scale,
      normalise: checked.normalise,
      dtype: checked.dtype,
    };
    return planRows(heap, name, positions, checked, {
      width: dim,
      alone: source !== undefined,
      operations: source ? 1 : DRAWING,
      kernel: (scratch) => {
        const table = source?.load(scratch) ?? { data: 0, rows, dim };
        return (where, count, out) =>
          scratch.core.learned({ ...read, table, where, rows: count, out });
      },
    });
  },
};

type LearnedChecked = Checked<typeof learnedParameters>;

/** The number of the row that a position reads, which need not exist. */
function rowOf(position: number, checked: LearnedChecked): number {
  const { offset, sequenceStart } = checked;
  if (sequenceStart === undefined) return position + offset;
  return Math.max(position - sequenceStart, 0) + offset;
}

function rowsNeeded(positions: RowPositions, checked: LearnedChecked): number {
  const last = positions.extremes().at(-1);
  return last === undefined ? 0 : rowOf(positions.at(last), checked) + 1;
}

/** Throws unless the table has a row for each position. */
function checkRead(
  positions: RowPositions,
  rows: number,
  checked: LearnedChecked,
): void {
  const { offset, sequenceStart } = checked;
  const shift = (sequenceStart ?? 0) - offset;
  const clamped = sequenceStart !== undefined;
  // Clamped positions read row `offset`: if it exists, no position is too
  // small.
  const allBelow = clamped && offset >= 0 && offset < rows;
  const by = [
    offset === 0 ? '' : `offset ${offset}`,
    clamped ? `sequenceStart ${sequenceStart}` : '',
  ].filter(Boolean);
  const ofRows = `as the table has ${rows} rows`;
  checkWhole(name, positions, {
    least: allBelow ? -(2 ** 53) : shift,
    most: rows - 1 + shift,
    because: by.length > 0 ? `${ofRows} and ${by.join(' and ')}` : ofRows,
  });
}

/** The distribution from which a table is drawn. */
function drawnNumbers(
  { init, std, bound, seed }: LearnedChecked,
  rows: number,
  dim: number,
): Drawn {
  // Glorot and Bengio 2010, with the lengths of the axes as fan in and fan out.
  const fans = rows + dim;
  const [draw, spread] = {
    normal: ['normal', std],
    'scaled-normal': ['normal', 1 / Math.sqrt(dim)],
    uniform: ['uniform', bound],
    'xavier-normal': ['normal', Math.sqrt(2 / fans)],
    'xavier-uniform': ['uniform', Math.sqrt(6 / fans)],
    zeros: ['zeros', 0],
  }[init] as [Draw, number];
  return { draw, spread, seed, stream: 0 };
}
