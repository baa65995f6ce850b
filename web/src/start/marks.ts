// Words that belong to a part of the figure. In a screen's text they are written
// `[slow hand](#slow)`, and shapes carry `mark: 'slow'`: pointing at one, focusing
// or pressing it lights the other.

import { h, prose } from '../shell/dom.js';
import { pattern } from './unmarked.js';

/** A text as elements: marked words take the focus, words in backticks are code. */
export function marked(text: string): (Node | string)[] {
  const found = pattern.exec(text);
  if (!found) return prose(text);
  const [whole, words = '', mark = ''] = found;
  const attributes = {
    class: 'marked',
    role: 'button',
    'data-mark': mark,
    tabindex: 0,
  };
  return [
    ...prose(text.slice(0, found.index)),
    // A `button` would break lines as one block.
    h('span', attributes, words),
    ...marked(text.slice(found.index + whole.length)),
  ];
}

/**
 * Lights everything inside that carries the mark under pointer or focus. Gives a
 * function that lights it again after the figure was drawn anew.
 */
export function lightMarks(element: HTMLElement): () => void {
  let lit = '';

  function light(mark: string): void {
    lit = mark;
    for (const marked of element.querySelectorAll('[data-mark]')) {
      const same = marked.getAttribute('data-mark') === mark;
      marked.classList.toggle('lit', same);
    }
  }

  const markOf = ({ target }: Event): string =>
    (target instanceof Element &&
      target.closest('[data-mark]')?.getAttribute('data-mark')) ||
    '';
  for (const event of ['pointerover', 'focusin', 'click'] as const) {
    element.addEventListener(event, (given) => light(markOf(given)));
  }
  for (const event of ['pointerleave', 'focusout'] as const) {
    element.addEventListener(event, () => light(''));
  }
  return () => {
    if (lit !== '') light(lit);
  };
}
