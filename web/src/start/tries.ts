// What there is to try on a screen, one thing after the other. The page notices
// what was done, and names what came of it.

import { h, setText } from '../shell/dom.js';
import { marked } from './marks.js';
import type { Try } from './screen.js';

type State = Readonly<Record<string, unknown>>;

export interface Tries {
  readonly element: HTMLElement;
  /** Looks at what the reader made of the figure. */
  look(state: State, numbers: unknown): void;
}

export function createTries(tries: readonly Try<State, unknown>[]): Tries {
  const items = tries.map(({ words }, i) => {
    const found = h('p', { class: 'found', role: 'status' });
    const order = h(
      'p',
      {},
      h('b', {}, i === 0 ? 'Try. ' : 'Then. '),
      ...marked(words),
    );
    return { element: h('li', {}, order, found), found };
  });
  let next = 0;
  return {
    element: h(
      'ol',
      { class: 'tries' },
      ...items.map(({ element }) => element),
    ),
    look(state, numbers) {
      const [now, item] = [tries[next], items[next]];
      if (!now || !item || !now.done(state, numbers)) return;
      setText(item.found, now.found(state, numbers));
      item.element.classList.add('done');
      next += 1;
    },
  };
}
