// Names by which the words of a text are told apart, equal ones too.

import { shorten } from './words.js';

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(n: number): string {
  const tens = n % 100;
  const teen = tens > 10 && tens < 14;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

/** A word and its place among the words shown: “cat, 2nd word”. */
export function nameWord(words: readonly string[], place: number): string {
  return `${shorten(words[place] ?? '', 20)}, ${ordinal(place + 1)} word`;
}

function isRepeated(words: readonly string[], place: number): boolean {
  return words.some((word, i) => i !== place && word === words[place]);
}

/** A word, with its place where the text has the word again. */
export function nameIfRepeated(
  words: readonly string[],
  place: number,
): string {
  if (isRepeated(words, place)) return nameWord(words, place);
  return shorten(words[place] ?? '', 20);
}

const lowered = '\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089';

/** A word as the label of an axis; one that comes again has its place: cat₂. */
export function labelWord(
  words: readonly string[],
  place: number,
  longest: number,
): string {
  const word = words[place] ?? '';
  if (!isRepeated(words, place)) return shorten(word, longest);
  const number = String(place + 1);
  const small = number.replace(/\d/g, (digit) => lowered[Number(digit)] ?? '');
  return `${shorten(word, longest - number.length)}${small}`;
}
