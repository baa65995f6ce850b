// A remark over the page: something that the reader should know and that stands
// in no view, such as a link with an unknown name. It lies over the foot of the
// screen, so that nothing moves, until the reader dismisses it or leaves.

import { h } from './dom.js';

export interface Remark {
  readonly element: HTMLElement;
  /** Shows a remark in place of the one before, and screen readers speak it. */
  show(...words: readonly (Node | string)[]): void;
  hide(): void;
}

export function createRemark(): Remark {
  const words = h('div', { class: 'remark-words', role: 'status' });
  const dismiss = h('button', { type: 'button' }, 'Dismiss');
  const element = h('div', { class: 'remark', hidden: true }, words, dismiss);

  function hide(): void {
    element.hidden = true;
    words.replaceChildren();
  }

  dismiss.addEventListener('click', () => {
    hide();
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  });
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dismiss.click();
  });
  return {
    element,
    show(...given) {
      // The region is there before its words, so that they are spoken.
      element.hidden = false;
      words.replaceChildren(...given);
    },
    hide,
  };
}
