// Both texts side by side: a field for the early one, and the late one as its
// words, which can be rearranged, or as a sentence of its own. What the fields
// say is what the maps show.

import { createNote } from '../../../controls/control.js';
import { createChips } from '../../../figures/words/chips.js';
import type { Typed } from '../../../figures/words/text.js';
import {
  findWords,
  hashText,
  longestText,
  mostWords,
  shuffled,
  splitWords,
} from '../../../figures/words/words.js';
import { freshId, h, setText } from '../../../shell/dom.js';
import type { Failure } from '../../../shell/failure.js';
import { shownOrder } from '../numbers/compare.js';
import type { AttentionState } from '../state/state.js';
import { writePlace } from './words.js';

type Patch = Partial<Typed & Pick<AttentionState, 'beside'>>;

const dragHelp =
  'Drag the late words, or use Shift + arrow keys. Yellow: moved. Framed: chosen.';

function createField(name: 'text' | 'beside', onInput: (text: string) => void) {
  const id = freshId(name);
  const note = createNote('');
  const label = h('label', { for: id });
  const field = h('input', {
    ...{ id, type: 'text', class: 'sentence', autocomplete: 'off' },
    ...{ spellcheck: 'false', maxlength: longestText },
    'aria-describedby': note.element.id,
  });
  field.addEventListener('input', () => onInput(field.value));
  return {
    note,
    elements: [label, field] as const,
    show(title: string, text: string): void {
      setText(label, title);
      if (field.value !== text) field.value = text;
      const count = findWords(text).length;
      note.explain(
        count > mostWords
          ? `Only the first ${mostWords} of ${count} words are drawn.`
          : '',
      );
    },
    /** Shows a failure of this field; false when it is about another one. */
    fail(failure: Failure | null): boolean {
      const mine = failure?.param === name;
      note.fail(mine ? failure : null, [field]);
      return mine;
    },
  };
}

/** @param places elements that say where the late text begins */
export function createTexts(
  set: (patch: Patch) => void,
  places: readonly HTMLElement[],
) {
  const early = createField('text', (text) => set({ text, order: [] }));
  const late = createField('beside', (beside) => set({ beside }));
  const title = h('p', { class: 'label' });
  let state: AttentionState | null = null;

  const chips = createChips({
    reorder: (order) => set({ order: inOrder(order) ? [] : order }),
    choose: (word) => set({ word }),
  });

  function inOrder(order: readonly number[]): boolean {
    return order.every((place, i) => place === i);
  }

  function button(label: string, patch: () => Patch): HTMLButtonElement {
    const made = h('button', { type: 'button' }, label);
    made.addEventListener('click', () => set(patch()));
    return made;
  }

  const order = () => (state === null ? [] : shownOrder(state));
  const restore = button('Same order', () => ({ order: [] }));
  const same = h(
    'div',
    { class: 'late-words' },
    h(
      'div',
      { class: 'actions' },
      title,
      button('Shuffle', () => {
        return { order: shuffled(order(), hashText(order().join())) };
      }),
      button('Reverse', () => ({ order: order().reverse() })),
      restore,
    ),
    chips.element,
    h('p', { class: 'note drag-help' }, dragHelp),
  );
  const other = h(
    'div',
    { class: 'late-sentence', 'data-param': 'beside', hidden: true },
    ...late.elements,
    late.note.element,
    h(
      'div',
      { class: 'actions' },
      button('Only the same words', () => ({ beside: '' })),
    ),
  );
  const element = h(
    'div',
    { class: 'texts' },
    h(
      'div',
      { class: 'text', 'data-param': 'text' },
      ...early.elements,
      early.note.element,
    ),
    h('div', { class: 'late' }, same, other),
    h('div', { class: 'late-place' }, ...places),
  );

  return {
    element,
    fail: (failure: Failure | null) =>
      [early, late].map((field) => field.fail(failure)).includes(true),
    show(next: AttentionState): void {
      state = next;
      const { text, beside, start, word } = next;
      const words = splitWords(text);
      const places = shownOrder(next);
      const at = (from: number, count: number) =>
        count > 0 && Number.isFinite(from)
          ? `, ${writePlace(from, count)}`
          : '';
      early.show(`Early text${at(0, words.length)}`, text);
      same.hidden = beside !== '';
      other.hidden = beside === '';
      const second = splitWords(beside);
      late.show(`Late text${at(start, second.length)}`, beside);
      const away = !inOrder(places);
      title.replaceChildren(
        'Late text',
        h('span', { class: 'where' }, at(start, words.length)),
      );
      restore.disabled = !away;
      chips.show(
        places.map((place) => words[place] as string),
        ...([places, word] as const),
      );
    },
  };
}
