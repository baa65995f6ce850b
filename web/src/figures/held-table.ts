// The numbers of tables that a worker holds, as a table of the page: of the part
// that a map shows, from one table or from several beside each other.

import type { Crop } from '../plot/crop.js';
import { mostColumns, shownRows, type TableText } from '../shell/data-table.js';
import type { Table, Tables } from './desk/tables.js';

export interface HeldPart {
  readonly caption: string;
  readonly crop: Crop;
  /** The tables, each with its name; one that stands alone has none. */
  readonly held: readonly {
    readonly table: Table;
    readonly name: string;
    write(value: number): string;
  }[];
  rowName(row: number): string;
}

export async function tabulateHeld(
  tables: Tables,
  { caption, crop, held, rowName }: HeldPart,
): Promise<TableText> {
  const { from, count } = crop.columns;
  const most = Math.floor(mostColumns / held.length);
  const columns = Array.from(
    { length: Math.min(count, most) },
    (_, i) => from + i,
  );
  const points = shownRows(crop.rows.count, held.length * columns.length + 1);
  // With as many points as rows, each point is a row.
  const about = {
    columns,
    rows: { from: crop.rows.from, count: points },
    points,
  };
  const lists = await Promise.all(
    held.map(({ table }) => tables.ask(table, 'lines', about)),
  );
  return {
    caption,
    heads: ['row'],
    columns: columns.flatMap((column) =>
      held.map(({ name }) =>
        [`dimension ${column}`, name].filter(Boolean).join(', '),
      ),
    ),
    allColumns: held.length * count,
    count: crop.rows.count,
    row: (row) => [
      rowName(crop.rows.from + row),
      ...columns.flatMap((_, i) =>
        held.map(({ write }, of) =>
          write(lists[of]?.[i]?.low[row] ?? Number.NaN),
        ),
      ),
    ],
  };
}
