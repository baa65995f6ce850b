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

/** Cells that are added in a frame, about, so that the page answers meanwhile. */
const atOnce = 240;

/** What is said below a table that does not show all its rows. */
export function cutWords(count: number): string {
  if (count <= mostRows) return '';
  return (
    `These are the first ${writeCount(mostRows)} of ${writeCount(count)} ` +
    'rows. Save the figure as CSV to get them all.'
  );
}

const cellsOf = (cells: readonly string[], heads: number): HTMLElement[] =>
  cells.map((cell, i) =>
    i < heads ? h('th', { scope: 'row' }, cell) : h('td', {}, cell),
  );

/**
 * `text` gives the numbers of this moment, or null while there are none. It is
 * asked when the table is opened, and at `refresh` while it is open.
 */
export function createDataTable(text: () => TableText | null): DataTable {
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
    const found = text();
    if (found === null) return;
    const own = turn;
    const { caption, heads, columns, count, row } = found;
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
    cut.textContent = cutWords(count);
    cut.hidden = count <= mostRows;
    const end = Math.min(count, mostRows);
    const rows = Math.max(1, Math.floor(atOnce / names.length));
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
