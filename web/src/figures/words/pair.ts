// What a map of words says of the pair under its cursor.

import type { Cell } from '../../plot/cursor.js';
import { writeCount } from '../../plot/ticks.js';
import { shorten } from './words.js';

/** The line that is shown; it says how to find a pair where there is none. */
export function showPair(
  cell: Cell | null,
  words: readonly string[],
  start: number,
): string {
  if (cell === null) {
    return (
      'point at two words, or use the arrow keys; choose a cell to see ' +
      'its arrows'
    );
  }
  const { row, column } = cell;
  const place = (at: number) =>
    `${shorten(words[at] ?? '', 20)} at ${writeCount(start + at)}`;
  return (
    `query ${place(row)} · key ${place(column)} · ` +
    `distance ${writeCount(column - row)}`
  );
}

/** What is spoken of a pair, before its numbers. */
export function speakPair(
  { row, column }: Cell,
  words: readonly string[],
): string {
  const [query = '', key = ''] = [words[row], words[column]];
  return `query ${query}, key ${key}, distance ${column - row}`;
}
