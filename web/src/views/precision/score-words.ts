// What is said of scores.

import { writeCount, writeValue } from '../../plot/ticks.js';
import type { Place } from './place.js';
import {
  type ScoreLines,
  type ScorePlace,
  seed,
  type Vectors,
} from './scores.js';
import { type Way, wayNames } from './ways.js';
import { placeWords, waysIn, writeError } from './words.js';

export const scoresTitle = (distance: number): string =>
  `Error of a score, its query ${writeCount(distance)} ${
    distance === 1 ? 'position' : 'positions'
  } after its key, as a share of |q||k|`;

export function readScores(lines: ScoreLines, i: number): string {
  const told = waysIn(lines.worst).map(
    (way) => `${wayNames[way]} ${writeError(Number(lines.worst[way]?.[i]))}`,
  );
  return `Key at ${placeWords(lines, i)}: ${told.join(', ')}`;
}

/** What the vectors are. */
export const vectorWords: Readonly<Record<Vectors, string>> = {
  equal:
    'Query and key: every number is 1, so that all pairs count alike. Not trained.',
  seeded: `Query and key: numbers from \u22121 to 1, drawn from seed ${seed}. Not trained.`,
};

/** The exact score at a place, in words. */
export function scoreWords({ at, distance, right, size }: ScorePlace): string {
  return (
    `Key at ${writeCount(at)}, query at ${writeCount(at + distance)}: the exact ` +
    `score is ${writeValue(right, 7)}, before any scale; |q||k| is ` +
    `${writeValue(size, 5)}.`
  );
}

/** The rows of the table of scores. */
export const scoreRows = ({
  scores,
  errors,
}: ScorePlace): readonly (readonly [
  way: Way,
  score: string,
  error: string,
])[] =>
  waysIn(scores).map((way) => [
    way,
    writeValue(Number(scores[way]), 7),
    writeError(Number(errors[way])),
  ]);

/** What the two charts say together. */
export function compareWords(place: Place, score: ScorePlace): string {
  const of = (way: Way) => ({
    table: Math.max(...(place.errors[way] ?? [])),
    score: Number(score.errors[way]),
  });
  const { table, score: own } = of('torch');
  if (!(own < table) || own === 0) return '';
  return (
    `With torch, the worst cosine or sine here is off by ${writeError(table)}, ` +
    `the score by ${writeError(own)}: pairs are wrong in both directions, and ` +
    'slow ones hardly at all.'
  );
}
