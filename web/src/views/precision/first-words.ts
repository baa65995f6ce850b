// What is said of the first positions that are beyond an error.

import { writeCount, writeSmall } from '../../plot/ticks.js';
import type { First } from './first.js';
import type { KnownRope } from './ropes.js';
import { wayNames } from './ways.js';
import { listed, writeError } from './words.js';

export const firstsTitle = (error: number, pair: number | null): string =>
  `First position where ${
    pair === null ? 'a cosine or sine' : `that of pair ${writeCount(pair)}`
  } is off by more than ${writeSmall(error)}`;

/** The cells of a way in the table of first positions. */
export function firstCells(
  first: First | undefined,
): readonly [position: string, pair: string, error: string] {
  if (first === undefined) return ['searching \u2026', '', ''];
  switch (first.found) {
    case 'first':
    case 'seen': {
      const { position, pair, error } = first;
      const at = writeCount(position);
      const words =
        first.found === 'first'
          ? at
          : `by ${at}; not up to ${writeCount(first.searched)}`;
      return [words, writeCount(pair), writeError(error)];
    }
    case 'never':
      return [`never: ${writeError(first.most)} at most`, '', ''];
    case 'none':
      return [`none up to ${writeCount(first.searched)}`, '', ''];
  }
}

/** What the first positions mean for a model. */
export function contextWords(
  { name, context }: KnownRope,
  firsts: readonly First[],
  error: number,
): string {
  if (context === null) return '';
  const inside = firsts.filter(
    (one) =>
      (one.found === 'first' || one.found === 'seen') && one.position < context,
  );
  const text = `In a text of ${writeCount(context)} tokens, as long as ${name} reads`;
  const beyond = `more than ${writeSmall(error)}`;
  if (inside.length === 0) return `${text}, no error is ${beyond}.`;
  const names = listed(inside.map(({ way }) => wayNames[way]));
  return `${text}, errors of ${beyond} come with ${names}.`;
}

/** The first positions in a sentence; fewer than all while they are searched. */
export function verdictWords(
  firsts: readonly First[],
  error: number,
  done: boolean,
): string {
  const beyond = `off by more than ${writeSmall(error)}`;
  if (!done) return `Searching the first positions that are ${beyond} \u2026`;
  const met = firsts.flatMap((one) => {
    if (one.found !== 'first' && one.found !== 'seen') return [];
    const late = one.found === 'seen' ? ' at the latest' : '';
    return `${wayNames[one.way]} at ${writeCount(one.position)}${late}`;
  });
  return met.length === 0
    ? `Nothing is ${beyond}.`
    : `First ${beyond}: ${met.join(', ')}.`;
}
