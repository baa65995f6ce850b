/** The formula of a sinusoidal table. */

import type { SinusoidalOptions } from '../absolute/sinusoidal.js';
import type { DType } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { tableOf } from './columns.js';
import { detectTableParameters } from './detect-table.description.js';
import type { TableMistake } from './mistakes.js';
import { type AnyNumbers, numbersOf, readNumbers } from './numbers.js';
import { type Candidate, type Report, reportOf, type Tried } from './report.js';
import { type Padded, withoutPadding } from './table-padding.js';
import { type Outcome, searchColumns, searchForms } from './table-search.js';

const name = 'detectTable';

/** Options of `detectTable`. */
export interface DetectTableOptions
  extends OptionsOf<typeof detectTableParameters, DType, 'table'> {
  /**
   * A table whose rows are those of consecutive positions: a tensor of any dtype
   * of floats, or rows of numbers. Required.
   */
  readonly table: AnyNumbers;
}

export type { TableMistake };

/** What makes the table that `detectTable` was given. */
export type SinusoidSpec = {
  readonly method: 'sinusoidal';
} & SinusoidalOptions;

/** A form that the table may have. */
export interface TableCandidate extends Candidate<SinusoidSpec, TableMistake> {}

/** The result of `detectTable`. */
export interface TableReport extends Report<TableCandidate> {}

export interface DetectTableMethod {
  /**
   * Which sinusoid a table is: base, order of columns, shift, scale, first
   * position and padding; or the mistake of a tutorial that made it.
   *
   *   formula  the frequencies that explain the angles of all rows, and the base
   *            and shift that explain these (Vaswani et al. 2017,
   *            arXiv:1706.03762, section 3.5)
   *   shapes   `table` [L, D], also an odd D
   *   range    finite numbers at consecutive positions; at most 96 rows of them
   *            are compared
   *   error    `found` where one form fits up to rounding, or needs by far the
   *            fewest digits; else `ambiguous` or `unknown`, as learned tables
   *            are
   *   cost     some ten tables of the compared rows
   *
   * @example
   * ```ts
   * const table = pe.sinusoidal({ length: 64, dim: 32, preset: 'fairseq' });
   * const { verdict, spec } = pe.detectTable({ table });
   * // 'found', { method: 'sinusoidal', length: 64, dim: 32, layout: 'blocks', shift: 1, … }
   * ```
   */
  detectTable(options: DetectTableOptions): TableReport;
}

export const detectTable: Method<
  DetectTableMethod,
  typeof detectTableParameters,
  TableReport
> = {
  name,
  parameters: detectTableParameters,
  plan(heap, { table: value, start }) {
    const given = readNumbers(name, 'table', value);
    return {
      outputs: {},
      cost: 2e7,
      run: () => {
        const { table: shaped } = detectTableParameters;
        const table = tableOf(name, numbersOf(name, given), shaped);
        return reportOf(triedOf(heap, withoutPadding(table), start));
      },
    };
  },
};

/** All ways in which a table may have been made. */
function triedOf(
  heap: Heap,
  padded: Padded,
  start: number,
): readonly Tried<TableCandidate>[] {
  const forms = searchForms(heap, padded, start);
  const outcomes = forms.some(({ fits }) => fits)
    ? forms
    : [...forms, ...searchColumns(heap, padded)];
  return outcomes.map((outcome) => {
    const { options, mistakes, residual, fits, cost, sure } = outcome;
    const spec = { ...specOf(padded, outcome), ...options } as SinusoidSpec;
    const first = outcome.start - padded.before;
    const early = first !== start && !isFairseq(outcome);
    const all = early ? [...mistakes, 'start' as const] : mistakes;
    return { spec, mistakes: all, residual, fits, cost, sure };
  });
}

/** Tables whose positions begin behind that of the padding. */
const isFairseq = ({ options: { shift }, start }: Outcome) =>
  shift === 1 && start === 2;

/** The options that say the rows of a table, and the type of its numbers. */
function specOf(
  { table: { dtype }, before, length, zeroRow }: Padded,
  { start }: Outcome,
) {
  const first = start - before;
  return {
    ...{ method: 'sinusoidal', length },
    ...(first !== 0 && { start: first }),
    ...(zeroRow !== undefined && { zeroPosition: first + zeroRow }),
    ...(dtype !== 'float32' && { dtype }),
  };
}
