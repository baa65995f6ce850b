// A question before the figure is touched; the reply depends on the answer. On
// paper, where nothing is pressed, each answer has its reply beside it.

import { h, setText } from '../shell/dom.js';
import type { Guess } from './screen.js';

export function createGuess({ question, answers }: Guess): HTMLElement {
  const reply = h('p', { class: 'reply', role: 'status' });
  const buttons = answers.map(([answer, words]) => {
    const button = h(
      'button',
      { type: 'button', 'aria-pressed': 'false' },
      answer,
    );
    button.addEventListener('click', () => {
      for (const other of buttons) {
        other.setAttribute('aria-pressed', String(other === button));
      }
      setText(reply, words);
    });
    return button;
  });
  return h(
    'div',
    { class: 'guess' },
    h('p', {}, h('b', {}, 'Guess first. '), question),
    h('p', { class: 'answers' }, ...buttons),
    reply,
    h(
      'ul',
      { class: 'on-paper' },
      ...answers.map(([answer, words]) => h('li', {}, `${answer}? ${words}`)),
    ),
  );
}
