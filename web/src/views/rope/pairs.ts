// The score of two words as a sum over the pairs of a rope. The package turns
// the vectors and computes the score; the products of pairs are taken here, so
// that each can be shown.

import type { Posenc, Rope } from 'posenc';
import { makeRope } from '../../methods/make.js';
import type { RopeState } from './state.js';
import { embedWords, splitWords } from './words.js';

/** The two components of a pair, as a point of its plane. */
export type Point = readonly [x: number, y: number];

/** The components of a vector in one pair, before and after the rotation. */
export interface Arrow {
  readonly before: Point;
  readonly after: Point;
  /** The angle of the rotation in radians, positive from x to y. */
  readonly angle: number;
}

export interface Pair {
  /** Radians per position. */
  readonly frequency: number;
  readonly query: Arrow;
  readonly key: Arrow;
  /** The dot product of the two arrows after the rotation. */
  readonly product: number;
}

export interface Meeting {
  readonly query: string;
  readonly key: string;
  readonly queryAt: number;
  readonly keyAt: number;
  readonly pairs: readonly Pair[];
  /** The dot product of the components that no pair turns. */
  readonly rest: number;
  /** Whether there are such components. */
  readonly hasRest: boolean;
  /** The sum of all products. */
  readonly sum: number;
  /** The factor by which the sum becomes the score. */
  readonly scale: number;
  /** The score, as the package's attention gives it. */
  readonly score: number;
  /** The score of the same words, moved until the first is at position 0. */
  readonly moved: number;
}

/** Where the two components of each pair stand in a vector. */
export function pairPlaces(
  layout: Rope['layout'],
  pairs: number,
): readonly (readonly [a: number, b: number])[] {
  return Array.from({ length: pairs }, (_, k) =>
    layout === 'half' ? [k, k + pairs] : [2 * k, 2 * k + 1],
  );
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1];
}

/** The words of a state whose arrows are shown. */
export function chosenWords({ text, query, key }: RopeState) {
  const words = splitWords(text);
  const wordAt = (place: number) => words[place] ?? words[0] ?? '';
  return { query: wordAt(query), key: wordAt(key) };
}

/** The vectors of the two words, and their rotated copies. */
function turnedVectors(rope: Rope, state: RopeState) {
  const { headDim } = rope;
  const { query, key } = chosenWords(state);
  const vectors = embedWords([query, key], headDim, state.likeness);
  const turned = (vector: Float32Array, start: number) => ({
    before: vector,
    after: rope.rotate(vector, { heads: 1, start }).data,
  });
  return {
    q: turned(vectors.subarray(0, headDim), state.queryAt),
    k: turned(vectors.subarray(headDim), state.keyAt),
  };
}

export function computeMeeting(pe: Posenc, state: RopeState): Meeting {
  const { queryAt, keyAt, spec } = state;
  const rope = makeRope(pe, spec);
  const { headDim, rotaryDim, layout, frequencies } = rope;
  const scoreAt = (queryStart: number, keyStart: number): number => {
    const { query, key } = chosenWords(state);
    const vectors = embedWords([query, key], headDim, state.likeness);
    const { scores } = pe.attention({
      q: vectors.subarray(0, headDim),
      k: vectors.subarray(headDim),
      heads: 1,
      rotary: rope,
      queryStart,
      keyStart,
    });
    return scores.data[0] as number;
  };
  // The score first: its errors name the positions.
  const score = scoreAt(queryAt, keyAt);
  const first = Math.min(queryAt, keyAt);
  const { q, k } = turnedVectors(rope, state);
  const places = pairPlaces(layout, frequencies.length);
  const arrow = (
    { before, after }: typeof q,
    [a, b]: readonly [number, number],
    angle: number,
  ): Arrow => ({
    before: [before[a] as number, before[b] as number],
    after: [after[a] as number, after[b] as number],
    angle,
  });
  const pairs = places.map((place, i): Pair => {
    const frequency = frequencies[i] as number;
    const query = arrow(q, place, queryAt * frequency);
    const key = arrow(k, place, keyAt * frequency);
    return { frequency, query, key, product: dot(query.after, key.after) };
  });
  const turned = new Set(places.flat());
  const rest = q.after.reduce(
    (sum, value, i) =>
      turned.has(i) ? sum : sum + value * (k.after[i] as number),
    0,
  );
  return {
    ...chosenWords(state),
    queryAt,
    keyAt,
    pairs,
    rest,
    hasRest: rotaryDim < headDim,
    sum: pairs.reduce((sum, { product }) => sum + product, rest),
    scale: rope.softmaxScale,
    score,
    moved: scoreAt(queryAt - first, keyAt - first),
  };
}

/** Up to `most` pairs from the fastest to the slowest, evenly spread. */
export function spreadPairs(pairs: number, most: number): number[] {
  const count = Math.min(pairs, most);
  return Array.from({ length: count }, (_, i) =>
    count === 1 ? 0 : Math.round((i * (pairs - 1)) / (count - 1)),
  );
}
