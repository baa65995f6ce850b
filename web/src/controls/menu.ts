// A list of choices that opens: for many of them, each with a few words.

import { h } from '../shell/dom.js';
import type { Segments } from './segments.js';

/**
 * The same as `createSegments`, as a list.
 * @param label what is chosen, for those who hear the page
 * @param phrases what each choice does
 */
export function createMenu<W extends string>(
  label: string,
  words: readonly W[],
  onInput: (word: W) => void,
  empty: string,
  phrases: Readonly<Record<string, string>>,
): Segments {
  const select = h(
    'select',
    { 'aria-label': label },
    ...words.map((word) => {
      const phrase = phrases[word];
      const text = phrase === undefined ? word : `${word}: ${phrase}`;
      return h('option', { value: word }, word === '' ? empty : text);
    }),
  );
  select.addEventListener('change', () => {
    const word = words[select.selectedIndex];
    if (word !== undefined) onInput(word);
  });
  return {
    element: select,
    inputs: [select],
    set(word) {
      select.value = word;
    },
  };
}
