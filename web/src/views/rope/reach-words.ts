// What is said of the score of a word with itself by distance.

import { writeStretch } from '../../figures/reach/stretch-words.js';
import type { Stretches } from '../../figures/stretches.js';
import { shorten } from '../../figures/words/words.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import type { Band, Reach } from './reach.js';

export const reachNames = {
  rotary: 'with RoPE',
  unscaled: 'without the schedule',
  plain: 'without position',
  expected: 'expected of any word',
  bound: 'bound, if neighbouring pairs were alike',
} as const;

export function reachTitle({ word }: Reach): string {
  return `How the score of “${shorten(word, 20)}” with itself falls with distance`;
}

const unknown = 'not to be told';

function writeScore(score: number | undefined = Number.NaN): string {
  return Number.isNaN(score) ? unknown : writeValue(score, 4);
}

/** A score of a distance, or the least and the most of a stretch. */
export function writeBand({ least, most }: Band, index: number): string {
  const [low, high] = [least[index] as number, most[index] as number];
  if (low === high || Number.isNaN(low)) return writeScore(low);
  return `${writeScore(low)} \u2026 ${writeScore(high)}`;
}

/** The numbers of a distance, or of a stretch of them. */
export function readReach(
  reach: Reach,
  index: number,
  withBound: boolean,
): string {
  const { rotary, unscaled, expected, bound } = reach;
  const one = reach.from[index] === reach.to[index];
  const parts = [
    writeStretch(reach, index),
    `${reachNames.rotary} ${writeBand(rotary, index)}`,
    ...(unscaled
      ? [`${reachNames.unscaled} ${writeBand(unscaled, index)}`]
      : []),
    ...(expected
      ? [
          `expected ${writeScore(expected[index])}` +
            `${one ? '' : ' on average'}`,
        ]
      : []),
    ...(bound && withBound
      ? [`bound if alike ${writeScore(bound[index])}`]
      : []),
  ];
  return parts.join(' \u00b7 ');
}

/** Which distances there are, and how they are drawn. */
export function countDistances({
  from,
  to,
  sampled,
}: Stretches & Pick<Reach, 'sampled'>): string {
  const count = from.length;
  const [first = 0, last = 0] = [from[0], to[count - 1]];
  const ends = `${writeCount(first)} to ${writeCount(last)}`;
  const lone = from.findIndex((one, i) => one !== to[i]);
  if (lone === -1) {
    return `The chart has every distance from ${ends}, each as a dot.`;
  }
  const most = from.reduce(
    (all, one, i) => Math.max(all, (to[i] as number) - one + 1),
    0,
  );
  const all = `The chart has every distance from ${ends}.`;
  const some =
    `The chart has distances from ${ends}, up to ${writeCount(sampled)} of ` +
    'each stretch.';
  const near =
    lone === 0
      ? 'The band goes from the least score of a stretch to the most.'
      : `Up to ${writeCount(to[lone - 1] as number)}, each is a dot; then a ` +
        'band goes from the least score of a stretch to the most.';
  return `${most > sampled ? some : all} ${near} Zoom in to part them.`;
}

/** How the curves are to be read. */
export function explainReach(reach: Reach, withBound: boolean): string[] {
  const { atZero, plain, smoothness, refusal } = reach;
  const some =
    `${countDistances(reach)} At distance 0 the score ` +
    `is ${writeValue(atZero, 4)}; without position it is ` +
    `${writeValue(plain, 4)} at every distance.`;
  if (refusal !== '') {
    return [some, `No expected curve and no bound: ${refusal}.`];
  }
  return [
    some,
    'Expected: the mean over words whose vectors are drawn at random.',
    ...(withBound
      ? [
          'The bound holds only for a query and key whose products in ' +
            'neighbouring pairs differ by at most ' +
            `${writeValue(smoothness, 3)}. The words here are drawn at random ` +
            'and differ by more, so their scores may exceed it.',
        ]
      : []),
  ];
}
