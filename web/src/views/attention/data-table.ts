// The numbers of a figure as a table, folded away. It is filled when it is
// opened, because few readers open it.

import { h } from '../../shell/dom.js';

export interface TableText {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Lines that are added in one go, so that the page answers between them. */
const atOnce = 100;

export function createDataTable(title: string, text: () => TableText) {
  const attributes = { class: 'table-box', role: 'region', tabindex: 0 };
  const box = h('div', { ...attributes, 'aria-label': title });
  const element = h(
    'details',
    { class: 'data-table' },
    h('summary', {}, title),
    box,
  );

  /** Counts how often it was filled, so that an older filling ends. */
  let turn = 0;

  function fill(): void {
    const { head, rows } = text();
    const own = ++turn;
    const body = h('tbody');
    const names = head.map((name) => h('th', { scope: 'col' }, name));
    const table = h('table', {}, h('thead', {}, h('tr', {}, ...names)), body);
    box.replaceChildren(table);
    const addFrom = (first: number): void => {
      if (own !== turn) return;
      const some = rows.slice(first, first + atOnce).map((cells) => {
        return h('tr', {}, ...cells.map((cell) => h('td', {}, cell)));
      });
      body.append(...some);
      if (first + atOnce < rows.length) {
        setTimeout(() => addFrom(first + atOnce));
      }
    };
    addFrom(0);
  }

  element.addEventListener('toggle', () => {
    if (element.open) fill();
  });
  return {
    element,
    /** Fills the table anew, if it can be seen. */
    refresh(): void {
      turn++;
      if (element.open) fill();
      else box.replaceChildren();
    },
  };
}
