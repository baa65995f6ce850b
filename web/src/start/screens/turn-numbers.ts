// What screen 6 knows: where its two words stand, what becomes of their vectors,
// and how much room its figure has.

import type { Room } from '../screen.js';

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

export const layouts = {
  wide: {
    ...{ width: 820, height: 452, left: 50, right: 770, small: 13, size: 16 },
    ...{ panel: 142, across: 420, w: 400, title: 20, dial: 88, dialX: 96 },
    ...{ dialY: 128, number: 34, numbersX: 230, numbersY: 122, head: 11 },
    ...{ chart: 228, chartH: 60, ring: 30 },
  },
  narrow: {
    ...{ width: 358, height: 378, left: 24, right: 334, small: 11, size: 15 },
    ...{ panel: 138, across: 186, w: 172, title: 15, dial: 52, dialX: 86 },
    ...{ dialY: 74, number: 20, numbersX: 0, numbersY: 152, head: 8 },
    ...{ chart: 168, chartH: 52, ring: 18 },
  },
} as const;

export type Layout = (typeof layouts)[Room];

/** What the figure calls the two words. */
export interface Words {
  readonly words: Readonly<Record<'query' | 'key', string>>;
  readonly label: string;
}

export const tones = { query: 'accent', key: 'ink' } as const;
