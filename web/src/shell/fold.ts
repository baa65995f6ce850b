// A part for those who want more, folded away under its title.

import './fold.css';
import { h } from './dom.js';

/** `name` is what tests and style sheets call it. */
export function createFold(
  name: string,
  title: string,
  ...content: readonly HTMLElement[]
): HTMLDetailsElement {
  return h(
    'details',
    { class: 'fold', 'data-fold': name },
    h('summary', {}, title),
    h('div', { class: 'fold-content' }, ...content),
  );
}

/** Opens all folds around an element, so that it can be seen. */
export function unfold(element: Element | null): void {
  for (let at = element?.closest('details'); at; ) {
    at.open = true;
    at = at.parentElement?.closest('details');
  }
}
