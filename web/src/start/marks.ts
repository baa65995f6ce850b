// Words that belong to a part of the figure. In a screen's text they are written
// `[slow hand](#slow)`, and shapes carry `mark: 'slow'`: pointing at the words,
// focusing or pressing them lights the shapes. Pointing at a shape lights its words
// alone, because what is dragged must not make the rest of the figure step back.

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

  function light(mark: string, shapes = true): void {
    lit = shapes ? mark : '';
    for (const marked of element.querySelectorAll('[data-mark]')) {
      const same = marked.getAttribute('data-mark') === mark;
      const alike = shapes || marked.classList.contains('marked');
      marked.classList.toggle('lit', same && alike);
    }
  }

  for (const event of ['pointerover', 'focusin', 'click'] as const) {
    element.addEventListener(event, ({ target }) => {
      const at = target instanceof Element && target.closest('[data-mark]');
      if (!at) light('');
      else {
        light(
          at.getAttribute('data-mark') ?? '',
          at.classList.contains('marked'),
        );
      }
    });
  }
  for (const event of ['pointerleave', 'focusout'] as const) {
    element.addEventListener(event, () => light(''));
  }
  return () => {
    if (lit !== '') light(lit);
  };
}
