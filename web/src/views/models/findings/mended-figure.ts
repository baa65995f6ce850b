// What the last change of a configuration was, with the way back.

import { h, setText } from '../../../shell/dom.js';
import type { Changed } from './mend.js';

export interface MendedShown {
  readonly changes: readonly Changed[];
  /** What became of the findings. */
  readonly words: string;
}

export function createMendedFigure(back: () => void) {
  const words = h('p');
  const list = h('ul', { class: 'changes' });
  const button = h('button', { type: 'button' }, 'Take it back');
  button.addEventListener('click', back);
  const element = h(
    'div',
    { class: 'mended', role: 'status' },
    h('p', {}, h('b', {}, 'Changed in the file:')),
    list,
    words,
    h('div', { class: 'actions' }, button),
  );
  element.hidden = true;
  return {
    element,
    draw(shown: MendedShown | null): void {
      element.hidden = shown === null;
      if (shown === null) return;
      setText(words, shown.words);
      list.replaceChildren(
        ...shown.changes.map(({ key, before, after }) =>
          h(
            'li',
            {},
            h('code', {}, key),
            ': ',
            h('del', {}, before),
            ' \u2192 ',
            after === 'removed' ? after : h('ins', {}, after),
          ),
        ),
      );
    },
  };
}
