// The numbers of a figure as a table, folded away. It is filled when it is
// opened.

import { h } from '../../shell/dom.js';

export interface TableLook {
  readonly caption: string;
  /** What the rows and the columns are. */
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly cells: readonly string[];
  }[];
}

export interface DataTable {
  readonly element: HTMLElement;
  draw(look: TableLook): void;
}

function tableOf({ caption, corner, columns, rows }: TableLook): HTMLElement {
  return h(
    'table',
    {},
    h('caption', { class: 'spoken' }, caption),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...[corner, ...columns].map((name) => h('th', { scope: 'col' }, name)),
      ),
    ),
    h(
      'tbody',
      {},
      ...rows.map(({ name, cells }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, name),
          ...cells.map((cell) => h('td', {}, cell)),
        ),
      ),
    ),
  );
}

export function createDataTable(): DataTable {
  const scroll = h('div', {
    class: 'data-scroll numbers',
    role: 'region',
    tabindex: 0,
    'aria-label': 'Numbers of the figure',
  });
  const element = h(
    'details',
    { class: 'data-table' },
    h('summary', {}, 'Numbers as a table'),
    scroll,
  );
  let look: TableLook | null = null;
  let filled: TableLook | null = null;

  function fill(): void {
    if (!element.open || look === null || look === filled) return;
    filled = look;
    scroll.replaceChildren(tableOf(look));
  }

  element.addEventListener('toggle', fill);
  return {
    element,
    draw(next) {
      look = next;
      fill();
    },
  };
}
