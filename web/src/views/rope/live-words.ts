// The scores of the two words in words and numbers.

import { nameWord } from '../../figures/words/names.js';
import { shorten } from '../../figures/words/words.js';
import { writeCount, writeSmall, writeValue } from '../../plot/ticks.js';
import type { Live, Told } from './meeting.js';
import type { Way } from './state.js';

/** Names of the ways in which positions come to a score. */
export const wayNames: Readonly<Record<Way, string>> = {
  rotary: 'With RoPE',
  added: 'Table added',
  plain: 'Without position',
};

/** Changes up to this size come from the float32 numbers of a score. */
const rounding = 2 ** -18;

interface Row {
  readonly here: string;
  readonly moved: string;
  readonly change: string;
  /** What explains a change that is no change. */
  readonly note: '' | 'rounding';
}

/** A score here and where the text begins, and how much it changes. */
export function toldWords({ here, moved }: Told): Row {
  const change = here - moved;
  const size = Math.abs(change);
  const small = size > 0 && size <= rounding * Math.max(1, Math.abs(here));
  return {
    here: writeValue(here, 5),
    moved: writeValue(moved, 5),
    change: writeSmall(change, 3),
    note: small ? 'rounding' : '',
  };
}

/** What the table of live scores prints. */
export function liveWords(live: Live) {
  const at = ({ queryAt, keyAt }: { queryAt: number; keyAt: number }) =>
    `${writeCount(queryAt)} and ${writeCount(keyAt)}`;
  return {
    here: `at ${at(live)}`,
    moved: `at ${at(live.from)}`,
    rotary: toldWords(live.rotary),
    added: toldWords(live.added),
    plain: toldWords(live.plain),
  };
}

/** The name of the button that swaps two words; equal ones have their places. */
export function swapWords(
  words: readonly string[],
  [query, key]: readonly [number, number],
): string {
  if (query === key) return 'Swap the two words';
  const [a = '', b = ''] = [words[query], words[key]];
  if (a !== b) return `Swap ${shorten(a, 16)} and ${shorten(b, 16)}`;
  return `Swap ${nameWord(words, query)}, and ${nameWord(words, key)}`;
}
