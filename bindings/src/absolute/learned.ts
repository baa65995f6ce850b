/**
 * Learned tables: options in, rows out. The mathematics is in
 * `cpp/posenc/absolute/learned.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/plan-table.js';
import { type RowPositions, readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import { bytesOf, type DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { exactScale, overRoot } from '../core/oscillators.js';
import type { Draw, Drawn } from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import { batchKernel, batchRows, type SequenceKernel } from './batch.js';
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
   *            arXiv:1705.03122, section 3.1); for a sequence that begins at s,
   *            PE[p] = scale · table[max(p - s, 0) + offset]
   *   shapes   table [R, D], result [L, D]; with B numbers as `sequenceStart`
   *            the result is [B · L, D], one sequence after the other
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
   * pe.learned({ table, length: 8, sequenceStart: [0, 3] }); // [16, 768]
   * ```
   */
  learned<D extends DType = 'float32'>(options: LearnedOptions<D>): Tensor<D>;
}

export const learned: TableMethod<LearnedMethod, typeof learnedParameters> = {
  name,
  parameters: learnedParameters,
  presets: learnedPresets,
  plan(heap, checked) {
    const { offset, paddingIndex = -1, scale } = checked;
    const positions = readPositions(name, checked);
    const source = readSource(heap, name, {
      param: 'table',
      value: checked.table,
      dim: checked.dim,
      rows: checked.given.has('tableLength') ? checked.tableLength : undefined,
      shaped: learnedParameters.table,
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
      paddingIndex,
      ...(checked.overRootDim ? overRoot(heap, scale, dim) : exactScale(scale)),
      normalise: checked.normalise,
      dtype: checked.dtype,
    };
    const starts = checked.sequenceStart ?? [];
    const batch = starts.length > 1;
    const all = batch ? batchRows(name, positions, starts.length) : positions;
    return planRows(heap, name, all, checked, {
      width: dim,
      alone: source !== undefined,
      operations: source ? 1 : DRAWING,
      kernel: (scratch) => {
        const table = source?.load(scratch) ?? { data: 0, rows, dim };
        const write: SequenceKernel = (sequence, where, count, out) => {
          const start = starts[sequence];
          const from = {
            clamped: start !== undefined,
            sequenceStart: start ?? 0,
          };
          const options = { ...read, ...from, table };
          return scratch.core.learned({ ...options, where, rows: count, out });
        };
        if (!batch) return (where, count, out) => write(0, where, count, out);
        const rowBytes = dim * bytesOf(checked.dtype);
        return batchKernel(scratch, positions, rowBytes, write);
      },
    });
  },
};

type LearnedChecked = Checked<typeof learnedParameters>;

/** The first and the last start of the sequences; undefined without starts. */
function startsOf({ sequenceStart }: LearnedChecked) {
  if (sequenceStart === undefined) return undefined;
  const first = sequenceStart.reduce((a, b) => Math.min(a, b));
  const last = sequenceStart.reduce((a, b) => Math.max(a, b));
  return { first, last };
}

/** Number of rows that a table must have for all positions. */
function rowsNeeded(positions: RowPositions, checked: LearnedChecked): number {
  const last = positions.extremes().at(-1);
  if (last === undefined) return 0;
  const { offset } = checked;
  const starts = startsOf(checked);
  const position = positions.at(last);
  // The sequence that begins first reads the farthest row.
  const place = starts ? Math.max(position - starts.first, 0) : position;
  return place + offset + 1;
}

/** Throws unless the table has a row for each position of each sequence. */
function checkRead(
  positions: RowPositions,
  rows: number,
  checked: LearnedChecked,
): void {
  const { offset } = checked;
  const starts = startsOf(checked);
  if (starts && offset >= rows && positions.length > 0) {
    const rule = `less than ${rows}, the number of the table's rows`;
    throw wrongValue(name, 'offset', rule, offset);
  }
  const { first = 0, last = 0 } = starts ?? {};
  // Clamped positions read row `offset`: if it exists, no position is too
  // small.
  const allBelow = starts && offset >= 0;
  const by = [
    offset === 0 ? '' : `offset ${offset}`,
    starts && `sequenceStart ${first}${first < last ? ` to ${last}` : ''}`,
  ].filter(Boolean);
  const ofRows = `as the table has ${rows} rows`;
  checkWhole(name, positions, {
    least: allBelow ? -(2 ** 53) : last - offset,
    most: rows - 1 + first - offset,
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
