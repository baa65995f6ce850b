/**
 * Rotary position embedding (arXiv:2104.09864, equation 34): pair c of `pairs`
 * turns by position · base^(-c / pairs). Components beyond the pairs stay.
 */

import type { Turn } from './attention.js';

export interface Rotation {
  readonly pairs: number;
  readonly base: number;
  /** half: c with c + pairs; interleaved: 2c with 2c + 1 */
  readonly layout: 'half' | 'interleaved';
}

export const turnBy =
  ({ base, ...which }: Rotation): Turn =>
  (row, position) =>
    rotated(row, which, (c) => position * base ** (-c / which.pairs));

/** A head whose pairs are turned by an angle each. */
export function rotated(
  row: readonly number[],
  { pairs, layout }: Omit<Rotation, 'base'>,
  angleOf: (pair: number) => number,
): number[] {
  const turned = [...row];
  for (let c = 0; c < pairs; ++c) {
    const [at, mate] = layout === 'half' ? [c, c + pairs] : [2 * c, 2 * c + 1];
    const angle = angleOf(c);
    const [x, y] = [row[at] as number, row[mate] as number];
    turned[at] = x * Math.cos(angle) - y * Math.sin(angle);
    turned[mate] = y * Math.cos(angle) + x * Math.sin(angle);
  }
  return turned;
}
