/** The forms of sinusoidal tables: which columns are sines and cosines. */

import type { Heap } from '../core/memory.js';
import { computeFrequencies, roundedFrequencies } from '../core/oscillators.js';
import { type ColumnOf, planesOf, type Table } from './columns.js';
import type { TableMistake } from './mistakes.js';
import type { Planes } from './planes.js';

/** Options of `sinusoidal` that say which column is what. */
export interface Columns {
  readonly dim: number;
  readonly layout?: 'blocks';
  readonly cosinesFirst?: true;
  readonly odd?: 'zero';
}

/** A form, and the columns of the sine and the cosine of each pair. */
export interface Form {
  readonly columns: Columns;
  readonly sine: ColumnOf;
  readonly cosine: ColumnOf;
  /** Pairs with both; one more sine may follow. */
  readonly pairs: number;
  /** The column of a sine without a cosine. */
  readonly alone?: number;
}

/** All forms of a width; `zero` if its last column is one of zeros. */
export function formsOf(dim: number, zero: boolean): readonly Form[] {
  const pairs = Math.floor(dim / 2);
  const odd = zero ? ({ odd: 'zero' } as const) : {};
  const extra = dim % 2 === 1 && !zero;
  const even: ColumnOf = (k) => 2 * k;
  const next: ColumnOf = (k) => 2 * k + 1;
  const first: ColumnOf = (k) => k;
  // An odd width has one sine more than cosines.
  const later: ColumnOf = (k) => k + pairs + (extra ? 1 : 0);
  const blocks = { dim, layout: 'blocks', ...odd } as const;
  const cosines = { cosinesFirst: true } as const;
  const forms: Form[] = [
    {
      ...{ columns: { dim, ...odd }, sine: even, cosine: next, pairs },
      ...(extra && { alone: dim - 1 }),
    },
    {
      ...{ columns: blocks, sine: first, cosine: later, pairs },
      ...(extra && { alone: pairs }),
    },
  ];
  if (extra) return forms;
  return [
    ...forms,
    { columns: { dim, ...odd, ...cosines }, sine: next, cosine: even, pairs },
    { columns: { ...blocks, ...cosines }, sine: later, cosine: first, pairs },
  ];
}

/** The planes of a form. */
export const planesOfForm = (table: Table, form: Form): Planes =>
  planesOf(table, form.pairs, form.cosine, form.sine);

/** The frequency of each column of a table that a tutorial's mistake made. */
export interface ColumnFrequencies {
  readonly mistake: TableMistake;
  readonly frequencies: Float64Array;
}

/** The base of tutorials. */
const BASE = 10000;

/**
 * Tables with an exponent for each column: the cosine of a pair then has a lower
 * frequency than its sine.
 *
 *   formula  10000^(-j/dim) of column j, or 10000^(-2j/dim), where a loop over
 *            every other column doubles its number
 */
export function columnFrequencies(
  heap: Heap,
  dim: number,
): readonly ColumnFrequencies[] {
  const of = (mistake: TableMistake, times: number) => {
    const spacing = { base: BASE, span: dim / times };
    const wanted = { spacing, count: dim, precision: 'exact' as const };
    const made = computeFrequencies(heap, 'detectTable', wanted);
    return { mistake, frequencies: roundedFrequencies(made) };
  };
  return [of('columnExponents', 1), of('doubledColumnExponents', 2)];
}
