// The numbers of screen 6, and what they say: where its two words stand, what
// becomes of their vectors, and of their score.

import { embedWords } from '../../figures/words/words.js';
import { fixed, upTo } from '../paths.js';
import type { Instances } from '../screen.js';

/** What the two words are. */
export const words = { query: 'bites', key: 'dog' } as const;
/** Numbers of a head. */
export const dim = 128;
const likeness = 0.4;
/** The pair that is drawn, of the 64 of a head: 15.7° a step. */
export const pair = 9;
/** How far the button moves both words. */
export const far = 1000;
/** Places of the window of the text. */
export const places = 25;

export interface State {
  /** Places in the window, which begins at position `start`. */
  readonly query: number;
  readonly key: number;
  readonly start: number;
}

export type Point = readonly [x: number, y: number];

/** The two numbers of the pair that is drawn, at each place of the window. */
interface Arrows {
  readonly query: readonly Point[];
  readonly key: readonly Point[];
}

/** Where the two words stand. */
type At = Pick<State, 'query' | 'key'>;

/** What one way to tell positions makes of query and key. */
export interface Sums extends Arrows {
  /** The score of all pairs, at the places of now. */
  readonly whole: number;
  /** The least and the most of the pair's score as both words move together: the
   *  earlier one over the places of the window. */
  readonly least: number;
  readonly most: number;
}

export interface Numbers {
  /** Query and key without positions. */
  readonly plain: readonly [query: Point, key: Point];
  readonly turned: Sums;
  readonly added: Sums;
}

/** Query and key at two places of the window. */
export const arrowsOf = (
  arrows: Arrows,
  { query, key }: At,
): readonly [query: Point, key: Point] => [
  arrows.query[query] ?? [0, 0],
  arrows.key[key] ?? [0, 0],
];

/** What the pair that is drawn adds to the score of query and key. */
export function scoreOf(arrows: Arrows, at: At): number {
  const [query, key] = arrowsOf(arrows, at);
  return query[0] * key[0] + query[1] * key[1];
}

export const turnOf = ([x, y]: Point): number => Math.atan2(y, x);

/** The angle between the two arrows in degrees, 0 to 180. */
export function angleOf(arrows: Arrows, at: At): number {
  const [query, key] = arrowsOf(arrows, at).map(turnOf) as [number, number];
  const between = Math.abs(key - query) * (180 / Math.PI);
  return between > 180 ? 360 - between : between;
}

/** Rows of one vector, again and again. */
function repeated(vector: Float32Array, rows: number): Float32Array {
  const all = new Float32Array(rows * vector.length);
  for (const row of upTo(rows)) all.set(vector, row * vector.length);
  return all;
}

/** Digits that tell two float32 numbers apart. */
const digits = 9;

/** The pair that is drawn, of each row. */
const pointsOf = (rows: Float32Array): readonly Point[] =>
  upTo(rows.length / dim).map((row) => {
    const at = row * dim + 2 * pair;
    const [x, y] = [...rows.subarray(at, at + 2)].map(
      (value) => +value.toPrecision(digits),
    );
    return [x ?? 0, y ?? 0];
  });

/** Of rows at the places of the window and as many after it. */
function sumsOf(q: Float32Array, k: Float32Array, { query, key }: State): Sums {
  const products = upTo(dim).map(
    (c) => (q[query * dim + c] ?? 0) * (k[key * dim + c] ?? 0),
  );
  const all = { query: pointsOf(q), key: pointsOf(k) };
  const now = Math.min(query, key);
  const along = upTo(places).map((by) =>
    scoreOf(all, { query: query - now + by, key: key - now + by }),
  );
  return {
    query: all.query.slice(0, places),
    key: all.key.slice(0, places),
    whole: products.reduce((sum, product) => sum + product),
    least: Math.min(...along),
    most: Math.max(...along),
  };
}

/** Both words at each place of the window, and moved together beyond its end. */
export function compute(
  { absolute, rotary }: Instances,
  state: State,
): Numbers {
  const { start } = state;
  const length = 2 * places - 1;
  const plain = (name: 'query' | 'key') =>
    repeated(embedWords(absolute, [words[name]], dim, likeness), length);
  const rope = rotary.rope({ headDim: dim, layout: 'interleaved' });
  const table = absolute.sinusoidal({ start, length, dim });
  const turned = (name: 'query' | 'key') =>
    rope.rotate(plain(name), { heads: 1, start }).data;
  const added = (name: 'query' | 'key') =>
    absolute.addTo(plain(name), table).data;
  const bare = sumsOf(plain('query'), plain('key'), state);
  return {
    plain: arrowsOf(bare, state),
    turned: sumsOf(turned('query'), turned('key'), state),
    added: sumsOf(added('query'), added('key'), state),
  };
}

export function say(state: State, { turned, added }: Numbers): string {
  const { query, key } = state;
  const apart = Math.abs(query - key);
  const how =
    apart === 0
      ? 'in the same place'
      : `${apart} ${apart === 1 ? 'word' : 'words'} apart`;
  return (
    `Turned, ${how}: ${fixed(angleOf(turned, state), 0)}° and a score of ` +
    `${fixed(scoreOf(turned, state), 2)}, wherever they stand. With the table, the ` +
    `score moves between ${fixed(added.least, 2)} and ${fixed(added.most, 2)}.`
  );
}
