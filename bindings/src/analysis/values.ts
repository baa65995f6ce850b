/** Analyses by singular values. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult, type Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { analysisParameters } from './analysis.description.js';
import {
  bringTable,
  ROUNDING,
  readTable,
  recheckTable,
  resultNumbers,
} from './read-table.js';

const { singularValues: valuesOf, shiftMatrix: shiftOf } = analysisParameters;

/** Options of `analysis.singularValues`. */
export interface SingularValuesOptions
  extends OptionsOf<(typeof analysisParameters)['singularValues']> {}

/** Options of `analysis.shiftMatrix`. */
export interface ShiftMatrixOptions
  extends OptionsOf<(typeof analysisParameters)['shiftMatrix']> {}

/** Number of directions that the rows of a table use. */
export interface SingularValues {
  /** Singular values [min(L, D)], largest first. */
  readonly values: Float64Array;
  /** Number of singular values that are more than rounding. */
  readonly rank: number;
  /**
   * e to the entropy of the singular values: their number if all were equal.
   */
  readonly effectiveRank: number;
  /**
   * Largest divided by smallest singular value; Infinity if the rank is less
   * than their number, because the smallest is then only rounding.
   */
  readonly conditionNumber: number;
  /** Share of the largest value up to which a value counted as 0. */
  readonly tolerance: number;
}

/**
 * The linear map from the row of a position to the row `shift` positions later.
 */
export interface ShiftMatrix {
  /**
   * Matrix [D, D]. Its product with a row, as a column vector, approximates the
   * later row.
   */
  readonly matrix: Tensor<'float64'>;
  /** Norm of the error, relative to that of the later rows. */
  readonly residual: number;
  /** Number of singular values that count. */
  readonly rank: number;
  /**
   * Condition number of the rows that have a later row; Infinity if their rank
   * is less than D.
   */
  readonly conditionNumber: number;
}

/** Bytes that the decomposition takes, about. */
const scratchBytes = (leading: number, width: number) =>
  8 * (3 * leading + 512) * width;

/** The analysis `singularValues`; see `Analysis.singularValues`. */
export function singularValues(
  heap: Heap,
  value: unknown,
  options: SingularValuesOptions,
): SingularValues {
  const name = 'analysis.singularValues';
  const checked = checkOptions(name, valuesOf, options);
  const given = readTable(name, 'table', value);
  const table = recheckTable(heap, name, given);
  const { count, width, dtype } = table;
  const tolerance = checked.tolerance ?? ROUNDING[dtype];
  return heap.scope(name, (scratch) => {
    const rows = bringTable(scratch, name, table);
    const list = resultNumbers(scratch, width);
    const rest = resultNumbers(scratch, 3);
    const status = scratch.core.singularValues({
      table: rows,
      tolerance,
      values: list.pointer,
      out: rest.pointer,
    });
    scratch.check(status, scratchBytes(width, width));
    const [found = 0, rank = 0, effectiveRank = 0] = rest.read();
    const values = new Float64Array(Math.min(count, width));
    values.set(list.read(found));
    const [largest = 0] = values;
    const smallest = values.at(-1) ?? 0;
    const full = rank === values.length;
    return {
      values,
      rank,
      effectiveRank,
      conditionNumber: full ? largest / smallest : Infinity,
      tolerance,
    };
  });
}

/** The analysis `shiftMatrix`; see `Analysis.shiftMatrix`. */
export function shiftMatrix(
  heap: Heap,
  value: unknown,
  options: ShiftMatrixOptions,
): ShiftMatrix {
  const name = 'analysis.shiftMatrix';
  const checked = checkOptions(name, shiftOf, options);
  const given = readTable(name, 'table', value);
  const table = recheckTable(heap, name, given);
  const { count, width, dtype } = table;
  const { shift } = checked;
  if (Math.abs(shift) >= count) {
    const rule = `less than ${count} either way, the number of rows`;
    throw wrongValue(name, 'shift', rule, shift);
  }
  const tolerance = checked.tolerance ?? ROUNDING[dtype];
  const shape = [width, width];
  const data = allocateResult(name, 'float64', shape);
  return heap.scope(name, (scratch) => {
    const rows = bringTable(scratch, name, table);
    const out = scratch.bytes(data.byteLength);
    const rest = resultNumbers(scratch, 3);
    const status = scratch.core.shiftMatrix({
      table: rows,
      shift,
      tolerance,
      matrix: out,
      out: rest.pointer,
    });
    scratch.check(status, scratchBytes(width, 2 * width));
    data.set(new Float64Array(heap.buffer, out, data.length));
    const [residual = 0, conditionNumber = 0, rank = 0] = rest.read();
    const matrix = makeTensor(data, shape, 'float64');
    return { matrix, residual, rank, conditionNumber };
  });
}
