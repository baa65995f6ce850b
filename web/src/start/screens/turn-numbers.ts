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

/** What one way to tell positions makes of query and key. */
export interface Sums {
  /** The two numbers of the pair that is drawn. */
  readonly query: Point;
  readonly key: Point;
  /** The score of all pairs. */
  readonly whole: number;
  /** The pair's score with both words moved together, by the earlier one's place. */
  readonly along: readonly number[];
}

export interface Numbers {
  /** Query and key without positions. */
  readonly plain: readonly [query: Point, key: Point];
  readonly turned: Sums;
  readonly added: Sums;
}

/** What a pair adds to the score of query and key. */
export const scoreOf = (query: Point, key: Point): number =>
  query[0] * key[0] + query[1] * key[1];

export const turnOf = ([x, y]: Point): number => Math.atan2(y, x);

/** The angle between two arrows in degrees, 0 to 180. */
export function angleOf({ query, key }: Pick<Sums, 'query' | 'key'>): number {
  const between = Math.abs(turnOf(key) - turnOf(query)) * (180 / Math.PI);
  return between > 180 ? 360 - between : between;
}

/** Rows of one vector, again and again. */
function repeated(vector: Float32Array, rows: number): Float32Array {
  const all = new Float32Array(rows * vector.length);
  for (const row of upTo(rows)) all.set(vector, row * vector.length);
  return all;
}

function sumsOf(q: Float32Array, k: Float32Array, now: number): Sums {
  const at = (data: Float32Array, row: number) =>
    [0, 1].map((side) => data[row * dim + 2 * pair + side] ?? 0) as [
      number,
      number,
    ];
  const all = upTo(dim).map(
    (c) => (q[now * dim + c] ?? 0) * (k[now * dim + c] ?? 0),
  );
  return {
    query: at(q, now),
    key: at(k, now),
    whole: all.reduce((sum, product) => sum + product),
    along: upTo(places).map((row) => scoreOf(at(q, row), at(k, row))),
  };
}

/** Both words at each place of the window that the earlier one can have. */
export function compute(
  { absolute, rotary }: Instances,
  state: State,
): Numbers {
  const now = Math.min(state.query, state.key);
  const plain = (name: 'query' | 'key') =>
    repeated(embedWords(absolute, [words[name]], dim, likeness), places);
  const from = (name: 'query' | 'key') => state.start + state[name] - now;
  const rope = rotary.rope({ headDim: dim, layout: 'interleaved' });
  const turned = (name: 'query' | 'key') =>
    rope.rotate(plain(name), { heads: 1, start: from(name) }).data;
  const added = (name: 'query' | 'key') =>
    absolute.addTo(
      plain(name),
      absolute.sinusoidal({ start: from(name), length: places, dim }),
    ).data;
  const bare = sumsOf(plain('query'), plain('key'), now);
  return {
    plain: [bare.query, bare.key],
    turned: sumsOf(turned('query'), turned('key'), now),
    added: sumsOf(added('query'), added('key'), now),
  };
}

export function say({ query, key }: State, { turned, added }: Numbers): string {
  const apart = Math.abs(query - key);
  const how =
    apart === 0
      ? 'in the same place'
      : `${apart} ${apart === 1 ? 'word' : 'words'} apart`;
  const [least, most] = [Math.min, Math.max].map((pick) =>
    fixed(pick(...added.along), 2),
  );
  return (
    `Turned, ${how}: ${fixed(angleOf(turned), 0)}° and a score of ` +
    `${fixed(scoreOf(turned.query, turned.key), 2)}, wherever they stand. ` +
    `With the table, the score moves between ${least} and ${most}.`
  );
}
