// What each pair adds to the score of two words, in numbers and in words.

import type { Meeting } from '../../figures/arrows/pairs.js';
import type { Step } from '../../figures/arrows/steps.js';
import { speakValue, writeSmall, writeValue } from '../../plot/ticks.js';

/** Digits of what a pair adds, and of the score. */
const digits = { share: 3, score: 5 } as const;

/** What each pair adds to the score: steps that all begin at 0. */
export function sharesOf({ pairs, scale }: Meeting): Step[] {
  return pairs.map(({ product }) => ({ from: 0, to: scale * product }));
}

/**
 * The most that any pair could add, if its two arrows pointed the same way. It
 * stays while the words move, so that their bars can be compared.
 */
export function mostShareOf({ pairs, scale }: Meeting): number {
  const sizes = pairs.map(({ query, key }) => {
    return scale * Math.hypot(...query.after) * Math.hypot(...key.after);
  });
  return Math.max(0, ...sizes) || 1;
}

function shareOf({ pairs, scale }: Meeting, pair: number): number {
  return scale * (pairs[pair]?.product ?? 0);
}

/** What a pair adds; `chosen` is the pair whose arrows are shown. */
export function shareWords(
  meeting: Meeting,
  pair: number,
  chosen: number,
): string {
  const share = shareOf(meeting, pair);
  const name = pair === chosen ? 'This pair' : `Pair ${pair}`;
  const size = writeSmall(Math.abs(share), digits.share);
  const whole = writeValue(meeting.score, digits.score);
  return share < 0
    ? `${name} takes ${size} away; the score is ${whole}`
    : `${name} adds ${size} of ${whole}`;
}

/** The same for those who hear it, with the number of the pair. */
export function speakShare(meeting: Meeting, pair: number): string {
  const share = speakValue(shareOf(meeting, pair), digits.share);
  return (
    `pair ${pair} of ${meeting.pairs.length} adds ${share}; ` +
    `the score is ${speakValue(meeting.score, digits.score)}`
  );
}

/** What is added by the numbers that no pair turns. */
export function restWords({ rest, scale }: Meeting): string {
  const share = scale * rest;
  const size = writeSmall(Math.abs(share), digits.share);
  const does = share < 0 ? `take ${size} away` : `add ${size}`;
  return `Numbers that no pair turns ${does}, at every position.`;
}
