// What there is to try on a screen, one thing after the other. The page notices
// what was done, and names what came of it.

import { h, setText } from '../shell/dom.js';
import { marked } from './marks.js';
import type { Try } from './screen.js';

type State = Readonly<Record<string, unknown>>;

export interface Tries {
  readonly element: HTMLElement;
  /** Looks at what the reader made of the figure. What was found last follows the
   *  hand while it holds, and stays as it is once something else was found. */
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
      if (tries[next]?.done(state, numbers)) next += 1;
      const [last, item] = [tries[next - 1], items[next - 1]];
      if (!last || !item || !last.done(state, numbers)) return;
      // Said aloud once: what follows is said of the figure.
      if (item.element.classList.contains('done')) item.found.ariaLive = 'off';
      item.element.classList.add('done');
      setText(item.found, last.found(state, numbers));
    },
  };
}
