// A list of the words of the sentence, to choose one of.

import './words.css';
import { freshId, h } from '../../shell/dom.js';
import { nameWord } from './names.js';

export function createWordChoice(
  label: string,
  choose: (place: number) => void,
) {
  const id = freshId('word');
  const list = h('select', { id });
  list.addEventListener('change', () => choose(Number(list.value)));
  let shown = '';
  return {
    element: h(
      'p',
      { class: 'word-choice' },
      h('label', { for: id }, label),
      list,
    ),
    show(words: readonly string[], place: number): void {
      if (shown !== words.join(' ')) {
        shown = words.join(' ');
        list.replaceChildren(
          ...words.map((_, i) => h('option', { value: i }, nameWord(words, i))),
        );
      }
      list.value = String(place < words.length ? place : 0);
    },
  };
}
