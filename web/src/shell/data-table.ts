// The numbers of a figure as a table, folded away. It is filled when it is
// opened, because few readers open it.

import './data-table.css';
import { writeCount } from '../plot/ticks.js';
import { h } from './dom.js';

export interface TableText {
  /** What the numbers are, for those who hear the page. */
  readonly caption: string;
  /** The names of the first columns, whose cells name the row. */
  readonly heads: readonly string[];
  /** The names of the columns of numbers. */
  readonly columns: readonly string[];
  /** How many columns there are, where these are the first of more. */
  readonly allColumns?: number;
  /** The number of rows. */
  readonly count: number;
  /** The cells of a row: first those that name it, then the numbers. */
  row(index: number): readonly string[];
}

export interface DataTable {
  readonly element: HTMLElement;
  /** The numbers have changed: fills the table anew, if it can be seen. */
  refresh(): void;
}

/** The most rows of a table of the page; a browser lays out no more at ease. */
export const mostRows = 2000;
/** The same of its columns, for figures that have many. */
export const mostColumns = 128;
/** The same of its cells, whatever their number of rows. */
const mostCells = 80_000;

/** How many of some rows are shown, of so many cells each. */
export const shownRows = (count: number, cells: number): number =>
  Math.min(count, mostRows, Math.ceil(mostCells / Math.max(1, cells)));

/** Cells that are added in a frame, about, so that the page answers meanwhile. */
const atOnce = 240;

/** What is said below a table that does not show all its numbers. */
export function cutWords({
  rows,
  columns,
}: Readonly<
  Record<'rows' | 'columns', readonly [shown: number, all: number]>
>): string {
  const cuts = Object.entries({ rows, columns }).flatMap(
    ([name, [shown, all]]) =>
      shown < all
        ? [`the first ${writeCount(shown)} of ${writeCount(all)} ${name}`]
        : [],
  );
  if (cuts.length === 0) return '';
  return (
    `These are ${cuts.join(' and ')}. ` +
    'Save the figure as CSV to get them all.'
  );
}

/** Rows by which columns are made wide enough for those that come later. */
const measured = 16;

/** The most letters in each column, in some rows from the first to the last. */
function lettersOf(row: TableText['row'], count: number): readonly number[] {
  const step = Math.max(1, Math.floor((count - 1) / measured));
  const most: number[] = [];
  for (let i = 0; i < count; i += step) {
    for (const [at, cell] of row(i).entries()) {
      most[at] = Math.max(most[at] ?? 0, cell.length);
    }
  }
  return most;
}

const cellsOf = (cells: readonly string[], heads: number): HTMLElement[] =>
  cells.map((cell, i) =>
    i < heads ? h('th', { scope: 'row' }, cell) : h('td', {}, cell),
  );

/**
 * `text` gives the numbers of this moment, or null while there are none; those
 * that a worker holds come later. It is asked when the table is opened, and at
 * `refresh` while it is open.
 */
export function createDataTable(
  text: () => TableText | null | Promise<TableText | null>,
): DataTable {
  const scroll = h('div', {
    class: 'data-scroll numbers',
    // No landmark: a page has many.
    role: 'group',
    tabindex: 0,
    'aria-label': 'Numbers of the figure',
  });
  const cut = h('p', { class: 'hint', hidden: true });
  const element = h(
    'details',
    { class: 'data-table' },
    h('summary', {}, 'Numbers as a table'),
    scroll,
    cut,
  );

  /** Counts how often it was filled, so that an older filling ends. */
  let turn = 0;

  function clear(): void {
    turn += 1;
    scroll.replaceChildren();
    scroll.removeAttribute('aria-busy');
    cut.hidden = true;
  }

  function fill(): void {
    clear();
    const own = turn;
    const found = text();
    if (!(found instanceof Promise)) {
      put(found, own);
      return;
    }
    scroll.setAttribute('aria-busy', 'true');
    found.then(
      (later) => put(later, own),
      () => {
        // The view says what became of the worker.
        if (own === turn) clear();
      },
    );
  }

  function put(found: TableText | null, own: number): void {
    if (own !== turn) return;
    scroll.removeAttribute('aria-busy');
    if (found === null) return;
    const { caption, heads, columns, count, row } = found;
    const { allColumns = columns.length } = found;
    const body = h('tbody');
    const names = [...heads, ...columns];
    const head = names.map((name) => h('th', { scope: 'col' }, name));
    scroll.replaceChildren(
      h(
        'table',
        {},
        h('caption', { class: 'spoken' }, caption),
        h('thead', {}, h('tr', {}, ...head)),
        body,
      ),
    );
    const end = shownRows(count, names.length);
    cut.textContent = cutWords({
      rows: [end, count],
      columns: [columns.length, allColumns],
    });
    cut.hidden = cut.textContent === '';
    const rows = Math.max(1, Math.floor(atOnce / names.length));
    // Columns that grow with later rows would move what a reader reads.
    if (end > rows) {
      for (const [at, letters] of lettersOf(row, end).entries()) {
        const cell = head[at];
        if (cell) cell.style.minWidth = `${letters + 2}ch`;
      }
    }
    scroll.setAttribute('aria-busy', 'true');
    const addFrom = (first: number): void => {
      if (own !== turn) return;
      const next = Math.min(end, first + rows);
      for (let i = first; i < next; i++) {
        body.append(h('tr', {}, ...cellsOf(row(i), heads.length)));
      }
      if (next < end) requestAnimationFrame(() => addFrom(next));
      else scroll.removeAttribute('aria-busy');
    };
    addFrom(0);
  }

  function refresh(): void {
    if (element.open) fill();
    else clear();
  }

  element.addEventListener('toggle', refresh);
  return { element, refresh };
}
