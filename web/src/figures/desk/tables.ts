// Tables for figures: the package's worker makes them, the page's own holds them.

import type { DType } from 'posenc';
import type { MethodDescription } from 'posenc/descriptions';
import { createTableClient, type Made } from '../../engine/client.js';
import { createDesk } from '../../engine/desk.js';
import type { Input, Output } from '../../engine/messages.js';
import { WorkerTrouble } from '../../engine/trouble.js';
import { effective, lean } from '../../methods/defaults.js';
import { cellCount, type Rows, rowsOf } from '../../methods/rows.js';
import { tableNamed } from '../../methods/table-methods.js';
import {
  checkSize,
  exactSpec,
  type Subject,
} from '../../methods/table-spec.js';
import { type Cells, cellsOf, type Grid } from '../../plot/grid.js';
import type { Remote } from '../../plot/heatmap.js';
import type { Spec } from '../../state/spec.js';
import type { ClippedRange } from '../colour-range.js';
import type { DifferenceFacts } from '../compare/difference.js';
import type { Source, TableJobs } from './jobs.js';
import { createRemote } from './remote.js';

/** A table that a worker holds. */
export interface Table {
  /** Its number in the worker. */
  readonly held: number;
  readonly method: MethodDescription;
  /** The spec of the call. */
  readonly spec: Spec;
  /** What is drawn. Without an exact table there are no errors to draw. */
  readonly subject: Subject;
  readonly shape: readonly number[];
  readonly dtype: DType;
  readonly bytes: number;
  readonly cells: Cells;
  readonly rows: Rows;
  /** The range of the colours of what is drawn. */
  readonly range: ClippedRange;
  /** How long the package's worker took, in milliseconds. */
  readonly ms: number;
  /** The worker that holds it, counted from the first. */
  readonly turn: number;
}

/** Two tables, and what they differ by. */
export interface Compared {
  readonly first: Table;
  readonly second: Table;
  /** A table of what both have, the first minus the second. */
  readonly difference: Table;
  /** One range of colours for both. */
  readonly shared: ClippedRange;
  readonly facts: DifferenceFacts;
}

/** A table was asked about that the page has dropped: nobody misses the answer. */
export class DroppedTable extends Error {
  override readonly name = 'DroppedTable';
  override readonly message = 'the table has changed';
}

/** The jobs that are about one held table, without its number. */
type About<N extends keyof TableJobs> = Omit<Input<TableJobs, N>, 'held'>;

export interface Tables {
  /**
   * Makes the table of a spec and holds it until `drop`. Throws the package's
   * error where it refuses a value, and `WorkerTrouble`.
   */
  make(spec: Spec, subject: Subject, signal: AbortSignal): Promise<Table>;
  drop(table: Table): void;
  /** Takes the difference of two tables, which is held as they are. */
  compare(first: Table, second: Table, signal: AbortSignal): Promise<Compared>;
  /** Asks about a table that is held. */
  ask<
    N extends
      | 'row'
      | 'whole'
      | 'lines'
      | 'alike'
      | 'limits'
      | 'pairs'
      | 'waves'
      | 'findings',
  >(
    table: Table,
    job: N,
    input: About<N>,
    signal?: AbortSignal,
  ): Promise<Output<TableJobs, N>>;
  /** Paints a table, or one of its columns, in a heat map of the page. */
  remote(table: Table, column?: { readonly column: number }): Remote;
  /** Paints a small grid. */
  remoteGrid(grid: Grid): Remote;
}

export function createTables(failed: (error: unknown) => void): Tables {
  const client = createTableClient();
  const desk = createDesk<TableJobs>(
    () =>
      new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  );
  const dropped = new Set<number>();
  let last = 0;

  async function make(
    given: Spec,
    subject: Subject,
    signal: AbortSignal,
  ): Promise<Table> {
    const method = tableNamed(given.method);
    const spec = lean(method, given);
    const { shape, bytes } = await client.plan(spec, signal);
    checkSize(shape, method, spec);
    const begin = performance.now();
    const made = await client.make(spec, signal);
    const ms = performance.now() - begin;
    const other = subject === 'errors' ? exactSpec(method, spec) : null;
    const exact: Made | null =
      other === null ? null : await client.make(other, signal);
    last += 1;
    const held = last;
    const move = [made, ...(exact ? [exact] : [])].map(
      ({ data }) => data.buffer,
    );
    // An instance's tensor has methods, which do not cross.
    const plain = ({ data, shape, dtype }: Made) => ({ data, shape, dtype });
    const input = {
      held,
      made: plain(made),
      exact: exact && plain(exact),
    };
    const turn = desk.turn();
    const { range } = await desk
      .ask('hold', input, { signal, move })
      .catch((error: unknown) => {
        // It may hold the table nevertheless.
        drop({ held, turn });
        throw error;
      });
    const cells = cellsOf(shape);
    return {
      ...{ held, method, spec, shape, bytes, cells, range, ms },
      dtype: made.dtype,
      subject: exact === null ? 'values' : 'errors',
      rows: rowsOf(method, effective(method, spec), cells.rows),
      turn,
    };
  }

  function drop({ held, turn }: Pick<Table, 'held' | 'turn'>): void {
    dropped.add(held);
    // A worker that is gone holds it no more.
    if (turn !== desk.turn()) return;
    desk.ask('drop', { held }).catch(() => {});
  }

  /** Throws if a table is gone: it was dropped, or its worker is gone. */
  function present({ held, turn }: Pick<Table, 'held' | 'turn'>): void {
    if (dropped.has(held)) throw new DroppedTable();
    if (turn !== desk.turn()) throw new WorkerTrouble('it lost its table');
  }

  /** What a job about a table gives; its error, if the table is not dropped. */
  async function about<T>(
    table: Pick<Table, 'held' | 'turn'>,
    ask: () => Promise<T>,
  ): Promise<T> {
    present(table);
    try {
      return await ask();
    } catch (error) {
      throw dropped.has(table.held) ? new DroppedTable() : error;
    }
  }

  async function compare(
    first: Table,
    second: Table,
    signal: AbortSignal,
  ): Promise<Compared> {
    last += 1;
    const held = last;
    const turn = desk.turn();
    const pair = { first: first.held, second: second.held };
    const ask = () => desk.ask('compare', { held, ...pair }, { signal });
    const found = await about(first, () => about(second, ask)).catch(
      (error: unknown) => {
        drop({ held, turn });
        throw error;
      },
    );
    const { range, shared, facts } = found;
    const { rows, columns } = facts;
    const difference: Table = {
      ...first,
      ...{ held, turn, range, subject: 'values', cells: { rows, columns } },
    };
    return { first, second, difference, shared, facts };
  }

  function remoteOf(
    source: Source,
    cells: Cells,
    table?: Pick<Table, 'held' | 'turn'>,
  ): Remote {
    const across = cells.columns;
    return createRemote(
      cells,
      (given, how) => {
        const ask = () => desk.ask('paint', { source, across, ...given }, how);
        return table ? about(table, ask) : ask();
      },
      failed,
    );
  }

  return {
    make,
    drop,
    compare,
    ask(table, job, given, signal) {
      const input = { ...given, held: table.held } as Input<
        TableJobs,
        typeof job
      >;
      return about(table, () => desk.ask(job, input, signal ? { signal } : {}));
    },
    remote(table, chosen) {
      const { held, cells, rows } = table;
      if (chosen === undefined) return remoteOf({ held }, cells, table);
      const columns = rows.grid.at(-1) ?? 1;
      const image = { rows: cellCount(rows.grid) / columns, columns };
      const source = { held, ...chosen, extra: rows.extra };
      return remoteOf(source, image, table);
    },
    remoteGrid: (grid) =>
      remoteOf({ grid }, { rows: grid.rows, columns: grid.columns }),
  };
}
