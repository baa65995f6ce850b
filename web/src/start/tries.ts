// What there is to try on a screen. The page notices what was done, in any order,
// and names what came of it.

import { h, setText } from '../shell/dom.js';
import { marked } from './marks.js';
import type { Try } from './screen.js';

type State = Readonly<Record<string, unknown>>;

export interface Tries {
  readonly element: HTMLElement;
  /**
   * Looks at what the figure shows now. A try is done once a step of the reader
   * leads to what it asks for; what an address leads to, nobody tried. The sentence
   * that is found then stays, whatever the reader does next.
   */
  look(state: State, numbers: unknown, byReader: boolean): void;
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
    return { element: h('li', {}, order, found), found, held: false };
  });
  let before: State | null = null;
  return {
    element: h(
      'ol',
      { class: 'tries' },
      ...items.map(({ element }) => element),
    ),
    look(state, numbers, byReader) {
      items.forEach((item, i) => {
        const holds = tries[i]?.done(state, numbers, before ?? state) ?? false;
        const isNew = byReader && holds && !item.held;
        item.held = holds;
        if (!isNew || item.element.classList.contains('done')) return;
        item.element.classList.add('done');
        setText(item.found, tries[i]?.found(state, numbers) ?? '');
      });
      before = state;
    },
  };
}
