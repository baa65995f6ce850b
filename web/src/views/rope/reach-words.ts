// What is said of the score of a word with itself by distance.

import { shorten } from '../../figures/words/words.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import type { Reach } from './reach.js';

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

function writeScore(score: number): string {
  return Number.isNaN(score) ? 'not to be told' : writeValue(score, 4);
}

/** The numbers at one distance. */
export function readReach(reach: Reach, index: number): string {
  const { distances, rotary, unscaled, expected, bound } = reach;
  const parts: [string, ArrayLike<number> | null][] = [
    [reachNames.rotary, rotary],
    [reachNames.unscaled, unscaled],
    ['expected', expected],
    ['bound if alike', bound],
  ];
  const told = parts.flatMap(([name, values]) =>
    values === null ? [] : [`${name} ${writeScore(values[index] as number)}`],
  );
  const distance = writeCount(distances[index] as number);
  return [`distance ${distance}`, ...told].join(' · ');
}

/** Which distances there are. */
export function countDistances(distances: ArrayLike<number>): string {
  const count = distances.length;
  const [first = 0, last = 0] = [distances[0], distances[count - 1]];
  if (last - first + 1 === count) {
    const ends = `${writeCount(first)} to ${writeCount(last)}`;
    return `The chart has every distance from ${ends}.`;
  }
  return (
    `The chart has ${writeCount(count)} distances; between far ones, the ` +
    'score swings as much as the dots do. Zoom in to see more of them.'
  );
}

/** How the curves are to be read. */
export function explainReach(reach: Reach): string[] {
  const { distances, atZero, plain, smoothness, refusal } = reach;
  const some =
    `${countDistances(distances)} At distance 0 the score ` +
    `is ${writeValue(atZero, 4)}; without position it is ` +
    `${writeValue(plain, 4)} at every distance.`;
  if (refusal !== '') {
    return [some, `No expected curve and no bound: ${refusal}.`];
  }
  return [
    some,
    'Expected: the mean over words whose vectors are drawn at random. The ' +
      'bound holds only for a query and key whose products in neighbouring ' +
      `pairs differ by at most ${writeValue(smoothness, 3)}. The words here ` +
      'are drawn at random and differ by more, so their scores may exceed it.',
  ];
}
