// A clock hand: how the lesson draws a pair of numbers that turn together. As on a
// clock, the hand starts at the top and turns to the right. So the sine of its
// angle is how far right its tip lies, and the cosine how high.

import { circle, line, short } from './paths.js';
import type { Look, Shape, Tone } from './shape.js';

export type Point = readonly [x: number, y: number];

/** Where a dial stands, and how large it is. */
export interface Face {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** The numbers of a hand: the sine and the cosine of its angle. */
export type Pair = readonly [sine: number, cosine: number];

/** The angle of a hand, in radians from the top to the right. */
export const angleOf = ([sine, cosine]: Pair): number =>
  Math.atan2(sine, cosine);

/** The numbers of a hand at an angle. */
export const pairAt = (angle: number): Pair => [
  Math.sin(angle),
  Math.cos(angle),
];

/** The tip of a hand on a dial, or a point on the way to it. */
export const tipOf = (
  { x, y, r }: Face,
  [sine, cosine]: Pair,
  part = 1,
): Point => [x + part * r * sine, y - part * r * cosine];

/** A full turn, in radians. */
export const turn = 2 * Math.PI;

/** The rim of a dial, with a tick where the hand starts. */
export const rim = ({ x, y, r }: Face, look: Look = {}): Shape[] => [
  circle(x, y, r, { fill: 'sheet', stroke: 'rule', ...look }),
  line([x, y - r], [x, y - 0.84 * r], { stroke: 'soft' }),
];

/** A hand, with a point at its tip. */
export function hand(
  face: Face,
  pair: Pair,
  { tone = 'ink', width = 2.5 }: { tone?: Tone; width?: number } = {},
): Shape[] {
  const tip = tipOf(face, pair);
  return [
    line([face.x, face.y], tip, { stroke: tone, width }),
    circle(tip[0], tip[1], 1.2 * width, { fill: tone }),
  ];
}

/**
 * What a hand swept from one place to another, to the right if `by` is positive: a
 * piece of the dial. `by` is the angle; a full turn or more is the whole dial.
 */
export function swept(
  face: Face,
  from: Pair,
  by: number,
  { part = 1, ...look }: Look & { readonly part?: number } = {},
): Shape {
  const r = short(part * face.r);
  if (Math.abs(by) >= turn) {
    return circle(face.x, face.y, part * face.r, look);
  }
  const points = [from, pairAt(angleOf(from) + by)].map((pair) =>
    tipOf(face, pair, part).map(short).join(' '),
  );
  const flags = `${Math.abs(by) > turn / 2 ? 1 : 0} ${by > 0 ? 1 : 0}`;
  const [start, end] = points;
  return {
    ...{ kind: 'path', fill: 'place', ...look },
    d: `M${short(face.x)} ${short(face.y)}L${start}A${r} ${r} 0 ${flags} ${end}Z`,
  };
}
