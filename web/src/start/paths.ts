// Short makers of shapes, and of paths from numbers.

import type { Circle, Group, Line, Look, Rect, Shape, Text } from './shape.js';

export const rect = (
  x: number,
  y: number,
  w: number,
  h: number,
  look: Omit<Rect, 'kind' | 'x' | 'y' | 'w' | 'h'> = {},
): Rect => ({ kind: 'rect', x, y, w, h, ...look });

export const text = (
  x: number,
  y: number,
  words: string,
  look: Omit<Text, 'kind' | 'x' | 'y' | 'text'> = {},
): Text => ({ kind: 'text', x, y, text: words, ...look });

export const line = (
  from: Line['from'],
  to: Line['to'],
  look: Look = {},
): Line => ({ kind: 'line', from, to, ...look });

export const circle = (
  x: number,
  y: number,
  r: number,
  look: Look = {},
): Circle => ({ kind: 'circle', x, y, r, ...look });

export const group = (
  shapes: readonly Shape[],
  place: Omit<Group, 'kind' | 'shapes'> = {},
): Group => ({ kind: 'group', shapes, ...place });

/** A number as short as a drawing needs it. */
export const short = (value: number): string => String(+value.toFixed(2));

/** The path through points. */
export function through(points: readonly (readonly [number, number])[]) {
  return points
    .map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`)
    .join('');
}

/** Counts 0, 1, 2 and so on. */
export const upTo = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => i);

/** A minus sign is one, and "-0.00" is "0.00". */
export function fixed(value: number, digits: number): string {
  const words = value.toFixed(digits);
  return Number(words) === 0 ? (0).toFixed(digits) : words.replace('-', '−');
}

/** A whole number with narrow spaces between its thousands. */
export function whole(value: number): string {
  return fixed(value, 0).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}
