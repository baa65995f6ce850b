// What is said of two tables beside each other.

import { effective } from '../../methods/defaults.js';
import { nameRow, type Rows } from '../../methods/rows.js';
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

/** Whether rows of the same number stand for something else in two tables. */
export function isMoved(a: Rows, b: Rows): boolean {
  return (
    a.start !== b.start ||
    a.step !== b.step ||
    a.extra !== b.extra ||
    a.grid.join() !== b.grid.join()
  );
}

/** The name of a row of two tables, in each where they have two. */
export function nameOfBoth(
  [a, b]: readonly [Rows, Rows],
  row: number,
  write: (position: number) => string = String,
): string {
  const [one, other] = [nameRow(a, row, write), nameRow(b, row, write)];
  return one === other ? one : `row ${write(row)} (${one} and ${other})`;
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
  const rowsSay = isMoved(a.rows, b.rows)
    ? 'Rows are compared by their order; they stand for other positions.'
    : '';
  return [part, rowsSay].filter((text) => text !== '').join(' ');
}

/** How many numbers are equal, and how many columns are throughout. */
function equalWords(facts: DifferenceFacts): string {
  const { rows, columns, different, sameColumns } = facts;
  const count = rows * columns;
  if (different === count) return 'No two numbers are equal.';
  const among =
    sameColumns === 0
      ? ''
      : sameColumns === 1
        ? ', one whole column among them'
        : `, ${writeCount(sameColumns)} whole columns among them`;
  return (
    `Of ${writeCount(count)} numbers, ${writeCount(count - different)} ` +
    `are equal bit for bit${among}.`
  );
}

/** The facts of a difference in a sentence. */
export function differenceWords(
  a: Shaped,
  b: Shaped,
  facts: DifferenceFacts,
): string {
  const { rows, columns, largest, mean, row, column, different } = facts;
  if (rows * columns === 0) return 'There is no number to compare.';
  if (different === 0) {
    return a.dtype === b.dtype
      ? 'Both are equal, bit for bit.'
      : `All numbers are equal; one table is ${a.dtype}, the other ${b.dtype}.`;
  }
  const equal = equalWords(facts);
  if (Number.isNaN(largest)) return `They cannot be subtracted. ${equal}`;
  const at = `${nameOfBoth([a.rows, b.rows], row, writeCount)}, dimension ${column}`;
  const [one, other] = [facts.first, facts.second].map((value) =>
    writeValue(value, 4),
  );
  const usually = Number.isFinite(mean)
    ? `by ${writeSmall(mean)} on average, and `
    : '';
  return (
    `The numbers differ ${usually}most at ${at}: ` +
    `${one} and ${other} differ by ${writeSmall(largest)}. ${equal}`
  );
}
