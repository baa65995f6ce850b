// Parts of the view that are folded away, because experts alone look for them.

import { h } from '../../shell/dom.js';

export interface Fold {
  readonly element: HTMLDetailsElement;
  /** Hides a fold in which there is nothing. */
  show(filled: boolean): void;
}

export function createFold(
  name: string,
  title: string,
  ...content: readonly HTMLElement[]
): Fold {
  const element = h(
    'details',
    { class: 'fold', 'data-fold': name },
    h('summary', {}, title),
    ...content,
  );
  return {
    element,
    show(filled) {
      element.hidden = !filled;
    },
  };
}

/** Opens all folds around an element, so that it can be seen. */
export function unfold(element: Element | null): void {
  for (let at = element?.closest('details'); at; ) {
    at.open = true;
    at = at.parentElement?.closest('details');
  }
}
