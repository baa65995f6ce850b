// The words that a screen needs, each with its meaning and the colour that stands
// for it in the figure.

import { h } from '../shell/dom.js';
import { marked } from './marks.js';
import type { Term } from './screen.js';

/** A list of the words; nothing if there are none. */
export function createTerms(terms: readonly Term[]): HTMLElement[] {
  if (terms.length === 0) return [];
  const entries = terms.map(({ word, means, tone }) =>
    h(
      'div',
      {},
      h('dt', { class: `in-${tone ?? 'ink'}` }, ...marked(word)),
      h('dd', {}, ...marked(means)),
    ),
  );
  return [h('dl', { class: 'terms' }, ...entries)];
}
