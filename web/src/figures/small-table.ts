// A table of a few numbers that stands on the page, as opposed to all numbers of a
// figure.

import './small-table.css';
import { h } from '../shell/dom.js';

export interface SmallTable {
  readonly element: HTMLElement;
  readonly caption: HTMLElement;
  /** Where its rows stand. */
  readonly body: HTMLElement;
}

/** `name` is what tests and style sheets call it. */
export function createSmallTable(
  name: string,
  heads: readonly string[],
): SmallTable {
  const caption = h('caption');
  const body = h('tbody');
  return {
    caption,
    body,
    element: h(
      'table',
      { class: `${name} small-table numbers` },
      caption,
      h(
        'thead',
        {},
        h('tr', {}, ...heads.map((one) => h('th', { scope: 'col' }, one))),
      ),
      body,
    ),
  };
}

/** A row: its first cell is its head. */
export function smallRow(
  [head = '', ...cells]: readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  return h(
    'tr',
    attributes,
    h('th', { scope: 'row' }, head),
    ...cells.map((cell) => h('td', {}, cell)),
  );
}
