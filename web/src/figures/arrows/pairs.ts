// The score of a query and a key as a sum over the pairs of a rope. The package turns
// the vectors and computes the score; the products of pairs are taken here, so
// that each can be shown.

import type { Rope } from 'posenc';
import type { Attention } from 'posenc/attention';
import { makeRope } from '../../methods/make.js';
import { PageLimit } from '../../shell/failure.js';
import type { Spec } from '../../state/spec.js';

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

/** A query and a key before the rotation, at their positions. */
export interface Encounter {
  /** The rope that turns them. */
  readonly spec: Spec;
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly queryAt: number;
  readonly keyAt: number;
}

export interface Meeting {
  readonly queryAt: number;
  readonly keyAt: number;
  /** On how many axes each word has its position. */
  readonly axes: number;
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
  /** The score of both, moved until the first is at position 0. */
  readonly moved: number;
}

/** The places in a vector of the two components of a pair. */
type Place = readonly [a: number, b: number];

/** What tells where the pairs of a rope stand. */
type Pairing = Pick<Rope, 'rotaryStart' | 'rotaryDim'>;

/** Where the two components of each pair stand in a vector. */
export function pairPlaces(
  layout: Rope['layout'],
  { rotaryStart: first, rotaryDim }: Pairing,
): readonly Place[] {
  const pairs = rotaryDim / 2;
  return Array.from({ length: pairs }, (_, k) =>
    layout === 'half'
      ? [first + k, first + k + pairs]
      : [first + 2 * k, first + 2 * k + 1],
  );
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1];
}

interface Turned {
  readonly before: Float32Array;
  readonly after: Float32Array;
  readonly position: number;
}

/** `side` matters if the rope has a decay. */
function turn(
  rope: Rope,
  side: 'query' | 'key',
  before: Float32Array,
  position: number,
): Turned {
  const { data } = rope.rotate(before, { heads: 1, start: position, side });
  return { before, after: data as Float32Array, position };
}

/** Throws unless each pair turns by one frequency, which all heads share. */
export function checkDrawn({ frequencies, rotaryDim, sets }: Rope): void {
  if (sets === 1 && frequencies.length === rotaryDim / 2) return;
  const message =
    'this page draws ropes whose pairs turn by one frequency each, not ' +
    'learned mixtures of frequencies';
  const param = sets === 1 ? 'scaling' : 'axes';
  throw new PageLimit({ code: 'PAGE_LIMIT', param, message });
}

function pointAt(vector: Float32Array, [a, b]: Place): Point {
  return [vector[a] as number, vector[b] as number];
}

/** The arrows of a vector in all pairs. */
function arrowsOf(rope: Rope, { before, after, position }: Turned): Arrow[] {
  const to = pairPlaces(rope.outLayout, rope);
  return pairPlaces(rope.layout, rope).map((from, i) => ({
    before: pointAt(before, from),
    after: pointAt(after, to[i] as Place),
    angle: position * (rope.frequencies[i] as number),
  }));
}

/** The dot product of the components that no pair turns. */
function restOf({ rotaryStart, rotaryDim }: Rope, q: Turned, k: Turned) {
  const end = rotaryStart + rotaryDim;
  let sum = 0;
  q.after.forEach((value, i) => {
    if (i < rotaryStart || i >= end) sum += value * (k.after[i] as number);
  });
  return sum;
}

export function computeMeeting(
  pe: Attention,
  { spec, q, k, queryAt, keyAt }: Encounter,
): Meeting {
  const rope = makeRope(pe, spec);
  checkDrawn(rope);
  const { headDim, frequencies } = rope;
  const scoreAt = (queryStart: number, keyStart: number): number => {
    const places = { queryStart, keyStart };
    const call = { q, k, heads: 1, rotary: rope, ...places };
    return pe.attention(call).scores.data[0] as number;
  };
  // The score first: its errors name the positions.
  const score = scoreAt(queryAt, keyAt);
  const first = Math.min(queryAt, keyAt);
  const query = turn(rope, 'query', q, queryAt);
  const key = turn(rope, 'key', k, keyAt);
  const arrows = { query: arrowsOf(rope, query), key: arrowsOf(rope, key) };
  const pairs = Array.from(frequencies, (frequency, i): Pair => {
    const [a, b] = [arrows.query[i] as Arrow, arrows.key[i] as Arrow];
    return { frequency, query: a, key: b, product: dot(a.after, b.after) };
  });
  const rest = restOf(rope, query, key);
  return {
    queryAt,
    keyAt,
    axes: rope.axes,
    pairs,
    rest,
    hasRest: rope.rotaryDim < headDim,
    sum: pairs.reduce((sum, { product }) => sum + product, rest),
    scale: rope.softmaxScale,
    score,
    moved: scoreAt(queryAt - first, keyAt - first),
  };
}

/** The pair that is shown where one was asked for; -1 if there is none. */
export function pairShown(wanted: number, pairs: number): number {
  const whole = Math.round(wanted) || 0;
  return Math.min(Math.max(0, whole), pairs - 1);
}

/** Up to `most` pairs from the fastest to the slowest, evenly spread. */
export function spreadPairs(pairs: number, most: number): number[] {
  const count = Math.min(pairs, most);
  return Array.from({ length: count }, (_, i) =>
    count === 1 ? 0 : Math.round((i * (pairs - 1)) / (count - 1)),
  );
}
