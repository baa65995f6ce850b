// How much room the parts of the figure of screen 7 have: one axis of distance for
// the ruler and for both charts.

import type { Room } from '../screen.js';
import { farthest, type State } from './charge-numbers.js';

export const layouts = {
  wide: {
    ...{ width: 820, height: 452, left: 64, right: 772, small: 14, size: 16 },
    ...{ names: 16, line: 25, charge: 470, weight: 640, under: 0, ruler: 54 },
    ...{ first: 146, second: 302, h: 120 },
  },
  narrow: {
    ...{ width: 358, height: 372, left: 46, right: 316, small: 12, size: 15 },
    ...{ names: 13, line: 34, charge: 22, weight: 130, under: 15, ruler: 66 },
    ...{ first: 152, second: 267, h: 84 },
  },
} as const;

export type Layout = (typeof layouts)[Room];

/** The colours of ALiBi's line and of T5's steps, in both charts and their names. */
export const tones = { line: 'ink', steps: 'place' } as const;

/** The place of a distance, on the ruler and in both charts. */
export const across = ({ left, right }: Layout, distance: number): number =>
  left + (distance / farthest) * (right - left);

export function gripAt(
  _state: State,
  _grip: string,
  [x]: readonly [number, number],
  room: Room,
): number {
  const { left, right } = layouts[room];
  return Math.round(((x - left) / (right - left)) * farthest);
}
