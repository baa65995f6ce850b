// Reads rows of a held table for a cursor, which may move faster than a worker
// answers.

import { begin } from '../state/pending.js';
import type { Table, Tables } from './desk/tables.js';

/** Rows that are kept: a cursor moves along one, and to and fro. */
const kept = 32;

export interface RowReader {
  /**
   * Calls `use` with a row of what is drawn: at once where it is known, else
   * when it has come, unless another row was asked for meanwhile.
   */
  read(table: Table, row: number, use: (values: Float64Array) => void): void;
  /** Gives up the row that was asked for last. */
  forget(): void;
}

export function createRowReader(
  tables: Tables,
  failed: (error: unknown) => void,
): RowReader {
  let current: Table | null = null;
  const rows = new Map<number, Float64Array>();
  let asked = 0;

  async function ask(
    table: Table,
    row: number,
    use: (values: Float64Array) => void,
  ): Promise<void> {
    const turn = asked;
    const done = begin('picture');
    try {
      const values = await tables.ask(table, 'row', { row });
      if (current === table) {
        if (rows.size >= kept) rows.clear();
        rows.set(row, values);
      }
      if (turn === asked) use(values);
    } catch (error) {
      failed(error);
    } finally {
      done();
    }
  }

  return {
    read(table, row, use) {
      asked += 1;
      if (current !== table) rows.clear();
      current = table;
      const known = rows.get(row);
      if (known) use(known);
      else void ask(table, row, use);
    },
    forget() {
      asked += 1;
    },
  };
}
