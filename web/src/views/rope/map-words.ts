// What is said of the maps of a sentence.

import { nameIfRepeated } from '../../figures/words/names.js';
import type { Cell } from '../../plot/cursor.js';
import { valueAt } from '../../plot/grid.js';
import { speakValue, writeCount, writeValue } from '../../plot/ticks.js';
import { wayNames } from './live-words.js';
import { differenceOf, type Sentence } from './sentence.js';
import type { Other, RopeState, Subject } from './state.js';

export const subjectNames: Readonly<Record<Subject, string>> = {
  scores: 'Scores',
  weights: 'Shares after the softmax',
};

/** With what the maps of differences compare. */
export const otherNames: Readonly<Record<Other, string>> = {
  plain: 'no position',
  moved: 'the start of a text',
  reordered: 'the order typed',
};

type Look = Pick<RopeState, 'way' | 'subject' | 'other' | 'start'>;

/** A sentence that says what the map of differences is. */
export function differenceCaption(
  { way, other, start }: Look,
  { order }: Pick<Sentence, 'order'>,
): string {
  const name = wayNames[way].toLowerCase().replace('rope', 'RoPE');
  if (other === 'plain') {
    return way === 'plain'
      ? 'This is no position, so there is nothing to compare.'
      : `What positions add: ${name}, minus without position.`;
  }
  if (other === 'moved') {
    return start === 0
      ? 'The sentence stands at position 0: move it to see a change.'
      : `Here, minus the same sentence ${writeCount(start)} positions earlier.`;
  }
  return order.every((place, i) => place === i)
    ? 'The words stand as typed: swap two to see a change.'
    : 'In this order, minus the same two words in the order typed.';
}

/** The two words of a cell, as they are shown, with their distance. */
export function cellWords(
  { row, column }: Cell,
  words: readonly string[],
  start: number,
): string {
  const at = (place: number) =>
    `${nameIfRepeated(words, place)}, at ${writeCount(start + place)}`;
  return (
    `query ${at(row)} · key ${at(column)} · ` +
    `distance ${writeCount(column - row)}`
  );
}

/** What a map and its map of differences have in a cell. */
export function cellValues(sentence: Sentence, look: Look, cell: Cell) {
  const { way, subject, other } = look;
  const { row, column } = cell;
  const value = valueAt(sentence[way][subject], row, column);
  const difference = differenceOf(sentence, way, subject, other);
  return {
    value: writeValue(value, 4),
    difference: writeValue(valueAt(difference, row, column), 4),
  };
}

/** What is spoken of a cell. */
export function speakCell(
  sentence: Sentence,
  { way, subject }: Look,
  { row, column }: Cell,
): string {
  const { words } = sentence;
  const [query, key] = [row, column].map((at) => nameIfRepeated(words, at));
  const value = valueAt(sentence[way][subject], row, column);
  const plain = valueAt(sentence.plain[subject], row, column);
  const name = subject === 'scores' ? 'score' : 'share';
  return (
    `query ${query}, key ${key}, distance ${column - row}, ` +
    `${name} ${speakValue(value, 4)}, ` +
    `without position ${speakValue(plain, 4)}`
  );
}
