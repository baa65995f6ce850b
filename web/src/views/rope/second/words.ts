// What is said of two ropes beside each other.

import { writeStretch } from '../../../figures/reach/stretch-words.js';
import { nameIfRepeated } from '../../../figures/words/names.js';
import { shorten } from '../../../figures/words/words.js';
import { writeCount, writeValue } from '../../../plot/ticks.js';
import { chosenPlaces, placesOf } from '../meeting.js';
import type { Reach } from '../reach.js';
import { writeBand } from '../reach-words.js';
import { shownWords } from '../sentence.js';
import type { RopeState } from '../state.js';
import type { Comparison, Side } from './compare.js';
import type { SideNames } from './names.js';

/** How many times one number is another, as it is printed. */
const times = (ratio: number): string => `${writeValue(ratio, 4)} times`;

/** Ratios of speeds that differ by less are equal: both are rounded. */
const equal = 2 ** -45;

/** The speed of each pair of the second rope by that of the first. */
export function ratiosOf({ first, second }: Comparison): Float64Array | null {
  const { frequencies } = second;
  if (frequencies.length !== first.frequencies.length) return null;
  return frequencies.map((speed, k) => {
    const before = first.frequencies[k] as number;
    const ratio = speed === before ? 1 : speed / before;
    return Math.abs(ratio - 1) <= equal ? 1 : ratio;
  });
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function pairsSentence(comparison: Comparison, names: SideNames): string {
  const { first, second } = comparison;
  const [a, b] = [first, second].map(({ frequencies }) => frequencies.length);
  const ratios = ratiosOf(comparison);
  if (ratios === null || a === 0) {
    return sentence(
      `${names.first} turns ${writeCount(a ?? 0)} pairs of numbers, ` +
        `${names.second} ${writeCount(b ?? 0)}.`,
    );
  }
  const slower = ratios.filter((ratio) => ratio < 1);
  const faster = ratios.filter((ratio) => ratio > 1);
  const same = ratios.length - slower.length - faster.length;
  if (same === ratios.length) {
    return `All ${writeCount(same)} pairs turn as fast in both.`;
  }
  const still = slower.includes(0);
  const moving = slower.filter((ratio) => ratio > 0);
  const parts = [
    ...(same > 0 ? [`${writeCount(same)} turn as fast in both`] : []),
    ...(moving.length > 0
      ? [
          `${writeCount(moving.length)} turn slower in ${names.second}, by up ` +
            `to ${times(1 / Math.min(...moving))}`,
        ]
      : []),
    ...(still
      ? [
          `${writeCount(slower.length - moving.length)} do not turn there ` +
            'at all',
        ]
      : []),
    ...(faster.length > 0
      ? [
          `${writeCount(faster.length)} turn faster in ${names.second}, by up ` +
            `to ${times(Math.max(...faster))}`,
        ]
      : []),
  ];
  return `Of ${writeCount(ratios.length)} pairs, ${parts.join('; ')}.`;
}

function wordsSentence({ first, second }: Comparison, names: SideNames) {
  if (first.headDim === second.headDim) return [];
  return [
    sentence(
      `${names.first} has heads of ${writeCount(first.headDim)} numbers, ` +
        `${names.second} of ${writeCount(second.headDim)}: the words have ` +
        'other vectors in each, drawn alike.',
    ),
  ];
}

const pairings = {
  half: 'the two halves of the turned numbers',
  interleaved: 'neighbours',
} as const;

function layoutSentence({ first, second }: Comparison, names: SideNames) {
  if (first.layout === second.layout) return [];
  return [
    sentence(
      `${names.first} pairs ${pairings[first.layout]}, ` +
        `${names.second} ${pairings[second.layout]}.`,
    ),
  ];
}

function scoreSentence(
  { first, second }: Comparison,
  names: SideNames,
  state: RopeState,
): string {
  const words = shownWords(state);
  const [query, key] = chosenPlaces(state).map((at) =>
    nameIfRepeated(words, at),
  );
  const { queryAt, keyAt } = placesOf(state);
  return (
    `“${query}” at ${writeCount(queryAt)} and “${key}” at ` +
    `${writeCount(keyAt)} score ${writeValue(first.score, 5)} with ` +
    `${names.first} and ${writeValue(second.score, 5)} with ${names.second}.`
  );
}

/** What two ropes have in common, and what not. */
export function compareWords(
  comparison: Comparison,
  names: SideNames,
  state: RopeState,
): string[] {
  return [
    pairsSentence(comparison, names),
    ...layoutSentence(comparison, names),
    ...wordsSentence(comparison, names),
    scoreSentence(comparison, names, state),
  ];
}

const turn = 2 * Math.PI;

/** Positions for a whole turn of a pair. */
export function turnOf({ frequencies }: Side, pair: number): number {
  return turn / (frequencies[pair] ?? Number.NaN);
}

function writeTurn(side: Side, pair: number): string {
  if (pair < 0 || pair >= side.frequencies.length) return 'no such pair';
  const length = turnOf(side, pair);
  return Number.isFinite(length) ? writeValue(length, 5) : 'no turn';
}

/** The names of the rows of the table of facts. */
export const factNames = {
  score: 'score of the two words',
  pairs: 'pairs that turn',
  fastest: 'positions for a turn of the fastest pair',
  slowest: 'the same of the slowest',
  factor: 'factor of products of turned pairs (scoreFactor)',
  cosines: 'factor of cosines and sines (attentionFactor)',
} as const;

export function factsOf(side: Side): Record<keyof typeof factNames, string> {
  const { frequencies, score, scoreFactor, attentionFactor } = side;
  const turning = frequencies.filter((speed) => speed !== 0);
  const length = (speed: number) =>
    turning.length === 0 ? 'none turns' : writeValue(turn / speed, 5);
  return {
    score: writeValue(score, 5),
    pairs: `${writeCount(turning.length)} of ${writeCount(frequencies.length)}`,
    fastest: length(turning.reduce((a, b) => Math.max(a, b), 0)),
    slowest: length(turning.reduce((a, b) => Math.min(a, b), Infinity)),
    factor: writeValue(scoreFactor, 6),
    cosines: writeValue(attentionFactor, 6),
  };
}

/** The wavelengths of a pair of both, and the ratio of their speeds. */
export function readPair(
  comparison: Comparison,
  names: SideNames,
  pair: number,
): string {
  const { first, second } = comparison;
  const ratio = ratiosOf(comparison)?.[pair];
  const speed =
    ratio === undefined ? [] : [`speed ${writeValue(ratio, 5)} times`];
  return [
    `pair ${pair}`,
    `${names.first} ${writeTurn(first, pair)}`,
    `${names.second} ${writeTurn(second, pair)} positions a turn`,
    ...speed,
  ].join(' · ');
}

/** The scores of both at a distance, or in a stretch of them. */
export function readDistance(
  first: Reach,
  second: Reach,
  names: SideNames,
  index: number,
): string {
  return [
    writeStretch(first, index),
    `${names.first} ${writeBand(first.rotary, index)}`,
    `${names.second} ${writeBand(second.rotary, index)}`,
  ].join(' · ');
}

export function distanceTitle({ word }: Reach): string {
  return `Score of “${shorten(word, 20)}” with itself by distance`;
}
