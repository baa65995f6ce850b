// How a list of methods is searched: by names, papers, presets, what people use a
// method for, and other words for it.

import type { MethodDescription } from 'posenc/descriptions';
import { aliases } from '../methods/described/aliases.js';

/** A word in small letters; hyphens do not count. */
const plain = (text: string) => text.toLowerCase().replaceAll('-', '');

/** With hyphens as spaces, too: "one-hot" is found by "onehot" and "one hot". */
export const spelled = (text: string) =>
  `${plain(text)} ${text.toLowerCase().replaceAll('-', ' ')}`;

/** The text that a search finds a method by. */
export function searchTextOf(method: MethodDescription): string {
  const { name, title, summary, goodAt, paper, presets } = method;
  const words = [
    ...[name, title, summary, goodAt, paper?.authors, paper?.title],
    ...[paper?.year, aliases[name], ...Object.keys(presets)],
  ];
  return spelled(words.join(' '));
}

/** Whether a text has each word of a search. */
export function hasWords(text: string, search: string): boolean {
  return plain(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/**
 * Which of the methods that were found Enter chooses: one whose name begins as
 * the search does, one whose name has its words, or the first.
 */
export function likeliest<T extends { readonly method: MethodDescription }>(
  found: readonly T[],
  search: string,
): T | undefined {
  const wanted = plain(search.trim());
  const begins = (name: string) => plain(name).startsWith(wanted);
  return (
    found.find(
      ({ method: { title, name } }) => begins(title) || begins(name),
    ) ??
    found.find(({ method: { title } }) => hasWords(spelled(title), search)) ??
    found[0]
  );
}
