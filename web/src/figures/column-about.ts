// The line below the map that describes a column: its limits and its wave.

import { createNewest } from '../engine/newest.js';
import { setText } from '../shell/dom.js';
import { describeColumn } from './column-words.js';
import type { ColumnLimits } from './desk/jobs.js';
import type { Table, Tables } from './desk/tables.js';
import type { Wave } from './waves.js';

export interface ColumnAboutParts {
  readonly element: HTMLElement;
  /** The wave of a column; undefined until it is found. */
  waveOf(column: number): Wave | undefined;
  /** A worker failed. */
  failed(error: unknown): void;
}

export function createColumnAbout(
  tables: Tables,
  { element, waveOf, failed }: ColumnAboutParts,
) {
  const work = createNewest('picture');
  const known = new Map<number, ColumnLimits>();
  let current: Table | null = null;
  let column: number | undefined;
  /** The column that was asked for last: what failed is not asked for again. */
  let asked: number | undefined;

  function write(limits: ColumnLimits): void {
    setText(element, describeColumn(limits, waveOf(limits.column)));
  }

  return {
    /** Describes a column of a table, or says that none is chosen. */
    show(table: Table, next: number | undefined): void {
      if (current !== table) {
        known.clear();
        asked = undefined;
      }
      current = table;
      column = next;
      if (next === undefined) {
        setText(element, 'no column is chosen');
        return;
      }
      const found = known.get(next);
      if (found) {
        write(found);
        return;
      }
      if (asked === next) return;
      asked = next;
      work.want(async (signal) => {
        try {
          const about = { column: next };
          const limits = await tables.ask(table, 'limits', about, signal);
          if (current !== table) return;
          known.set(next, limits);
          if (column === next) write(limits);
        } catch (error) {
          if (!signal.aborted) failed(error);
        }
      });
    },
  };
}
