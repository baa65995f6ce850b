// The sentence: a field for its text, and its words to rearrange.

import './words.css';
import { createNote } from '../../controls/control.js';
import { freshId, h } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { createChips } from './chips.js';
import {
  findWords,
  hashText,
  longestText,
  mostWords,
  shuffled,
  splitWords,
  validOrder,
} from './words.js';

/** The parts of a view's state that say what the sentence is. */
export interface Typed {
  readonly text: string;
  /** The places that the words have in the sentence, in the order shown. */
  readonly order: readonly number[];
  /** The word that was picked, by its place in the sentence. */
  readonly word: number;
}

const help =
  'Drag a word, or press Shift + arrow keys on it. ' +
  'Press a word to plot it below.';

/** The help below the field, and how many words are left out. */
function explain(text: string): string {
  const count = findWords(text).length;
  if (count <= mostWords) return help;
  return `Only the first ${mostWords} of ${count} words are drawn. ${help}`;
}

export function createText(set: (patch: Partial<Typed>) => void) {
  let state: Typed | null = null;
  const id = freshId('sentence');
  const note = createNote(help);
  const field = h('input', {
    id,
    type: 'text',
    class: 'sentence',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: longestText,
    'aria-describedby': note.element.id,
  });
  field.addEventListener('input', () => set({ text: field.value, order: [] }));

  const chips = createChips({
    reorder: (order) => set({ order: inOrder(order) ? [] : order }),
    choose: (word) => set({ word }),
  });

  function inOrder(order: readonly number[]): boolean {
    return order.every((place, i) => place === i);
  }

  function current(): number[] {
    if (state === null) return [];
    return validOrder(state.order, splitWords(state.text).length);
  }

  function button(label: string, order: () => number[]): HTMLButtonElement {
    const made = h('button', { type: 'button' }, label);
    made.addEventListener('click', () => set({ order: order() }));
    return made;
  }

  const restore = button('As typed', () => []);
  const element = h(
    'div',
    { class: 'text', 'data-param': 'text' },
    h('label', { for: id }, 'Sentence'),
    field,
    chips.element,
    h(
      'div',
      { class: 'actions' },
      button('Shuffle', () => shuffled(current(), hashText(current().join()))),
      button('Reverse', () => current().reverse()),
      restore,
      note.element,
    ),
  );

  return {
    element,
    /** Shows a failure of the sentence; false when it is about another one. */
    fail(failure: Failure | null): boolean {
      const mine = failure?.param === 'text';
      note.fail(mine ? failure : null, [field]);
      return mine;
    },
    show(next: Typed, order: readonly number[] | undefined): void {
      state = next;
      if (field.value !== next.text) field.value = next.text;
      note.explain(explain(next.text));
      if (order === undefined) return;
      const words = splitWords(next.text);
      restore.disabled = inOrder(order);
      chips.show(
        order.map((place) => words[place] as string),
        order,
        next.word,
      );
    },
  };
}
