// What is said of two tables beside each other.

import { effective } from '../../methods/defaults.js';
import { nameRow } from '../../methods/rows.js';
import { writeCount, writeSmall, writeValue } from '../../plot/ticks.js';
import { sameValue } from '../../state/spec.js';
import type { Table } from '../desk/tables.js';
import type { DifferenceFacts } from './difference.js';

type Named = Pick<Table, 'method' | 'spec'>;
type Shaped = Pick<Table, 'cells' | 'rows' | 'dtype'>;

/** The title of a table, with the options in which it differs from another. */
export function nameBeside({ method, spec }: Named, other: Named): string {
  if (method !== other.method) return method.title;
  const [own, others] = [
    effective(method, spec),
    effective(method, other.spec),
  ];
  const names = [...new Set([...Object.keys(own), ...Object.keys(others)])];
  const differing = names
    .filter((name) => !sameValue(own[name], others[name]))
    .map((name) => `${name} ${JSON.stringify(own[name]) ?? 'not set'}`);
  return [method.title, ...differing].join(', ').replaceAll('"', '');
}

/** What of two tables is compared; nothing where it is all of both. */
export function comparedPart(
  a: Shaped,
  b: Shaped,
  { rows, columns }: DifferenceFacts,
): string {
  const parts: string[] = [];
  if (a.cells.rows !== b.cells.rows)
    parts.push(`first ${writeCount(rows)} rows`);
  if (a.cells.columns !== b.cells.columns) {
    parts.push(`first ${writeCount(columns)} columns`);
  }
  const part =
    parts.length === 0
      ? ''
      : `Compared are the ${parts.join(' and the ')}, which both have.`;
  const { start, step, grid } = a.rows;
  const moved =
    start !== b.rows.start ||
    step !== b.rows.step ||
    grid.join() !== b.rows.grid.join();
  const rowsSay = moved
    ? 'Rows are compared by their order; they stand for other positions.'
    : '';
  return [part, rowsSay].filter((text) => text !== '').join(' ');
}

/** The facts of a difference in a sentence. */
export function differenceWords(
  a: Shaped,
  b: Shaped,
  facts: DifferenceFacts,
): string {
  const { rows, columns, largest, row, column, different } = facts;
  const count = rows * columns;
  if (count === 0) return 'There is no number to compare.';
  if (different === 0) {
    return a.dtype === b.dtype
      ? 'Both are equal, bit for bit.'
      : `All numbers are equal; one table is ${a.dtype}, the other ${b.dtype}.`;
  }
  const equal =
    different === count
      ? 'No two numbers are equal.'
      : `${writeCount(count - different)} of ${writeCount(count)} numbers ` +
        'are equal bit for bit.';
  if (Number.isNaN(largest)) return `They cannot be subtracted. ${equal}`;
  const at = `${nameRow(a.rows, row, writeCount)}, dimension ${column}`;
  const values = `${writeValue(facts.first, 4)} and ${writeValue(facts.second, 4)}`;
  return `They differ most at ${at}: by ${writeSmall(largest)}, ${values}. ${equal}`;
}
