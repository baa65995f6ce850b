// Radio buttons in a row, which look like one strip.

import { freshId, h } from '../shell/dom.js';

export interface Segments {
  readonly element: HTMLElement;
  /** What is operated, and marked where its value is wrong. */
  readonly inputs: readonly (HTMLInputElement | HTMLSelectElement)[];
  set(word: string): void;
}

/** `empty` is the label of the word ''. */
export function createSegments<W extends string>(
  name: string,
  words: readonly W[],
  onInput: (word: W) => void,
  empty = 'not set',
): Segments {
  const group = freshId(name);
  const inputs = words.map((word) => {
    const input = h('input', { type: 'radio', name: group, value: word });
    input.addEventListener('change', () => onInput(word));
    return input;
  });
  const labels = inputs.map((i) =>
    h('label', {}, i, h('span', {}, i.value || empty)),
  );
  return {
    element: h('div', { class: 'segments' }, ...labels),
    inputs,
    set(word) {
      for (const input of inputs) input.checked = input.value === word;
    },
  };
}

/** A choice inside a figure, about how the figure is drawn. */
export interface Strip<W extends string> {
  readonly element: HTMLElement;
  set(word: W): void;
  enable(enabled: boolean): void;
}

export function createStrip<W extends string>(
  name: string,
  words: readonly W[],
  onInput: (word: W) => void,
): Strip<W> {
  const { element, inputs, set } = createSegments(name, words, onInput);
  return {
    element: h(
      'fieldset',
      { class: 'strip', 'data-strip': name },
      h('legend', { class: 'spoken' }, name),
      h('span', { 'aria-hidden': 'true' }, name),
      element,
    ),
    set,
    enable(enabled) {
      for (const input of inputs) input.disabled = !enabled;
    },
  };
}
