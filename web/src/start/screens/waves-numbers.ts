// The numbers of screen 3, and what they say: hands, bits, and rows of a table.

import type { Pair } from '../dial.js';
import { fixed, upTo } from '../paths.js';
import type { Instances } from '../screen.js';

/** Hands, and bits beside them. */
export const hands = 8;
/** Rows of the whole table. */
export const rows = 64;
/** Each hand turns half as fast as the one before it, as each bit flips half as
 *  often: 2 ** hands. */
export const base = 256;

export interface State {
  readonly position: number;
}

export interface Numbers {
  /** The rows of the table up to the position, [position + 1, 2 hands]. */
  readonly table: readonly number[];
  /** The radians by which each hand turns at a step. */
  readonly speeds: readonly number[];
  /** The bits of the position, the lowest first. */
  readonly bits: readonly number[];
  /** The places of the bits that differ from those of the position before. */
  readonly flips: readonly number[];
}

/** The numbers of a hand in a row of the table. */
export const pairOf = (
  { table }: Pick<Numbers, 'table'>,
  row: number,
  hand: number,
): Pair => {
  const at = 2 * (row * hands + hand);
  return [table[at] ?? 0, table[at + 1] ?? 0];
};

export function compute({ absolute }: Instances, { position }: State): Numbers {
  const wave = { dim: 2 * hands, base };
  const { data: step } = absolute.sinusoidal({ positions: [1], ...wave });
  const digits = (at: number) => [
    ...absolute.code({ positions: [at], kind: 'binary', dim: hands }).data,
  ];
  const bits = digits(position);
  const before = position === 0 ? bits : digits(position - 1);
  return {
    table: [...absolute.sinusoidal({ length: position + 1, ...wave }).data],
    speeds: upTo(hands).map((i) =>
      Math.atan2(step[2 * i] ?? 0, step[2 * i + 1] ?? 0),
    ),
    bits,
    flips: upTo(hands).filter((bit) => bits[bit] !== before[bit]),
  };
}

/** An angle in degrees, as short as it can be told from others. */
export function degrees(radians: number): string {
  const value = (radians * 180) / Math.PI;
  return `${fixed(value, value < 9.95 ? 1 : 0)}°`;
}

/** How often a hand goes round on its way down the whole table. */
export const turns = (speed = 0): string =>
  fixed((speed * (rows - 1)) / (2 * Math.PI), 1);

export function say({ position }: State, { speeds, flips }: Numbers): string {
  const [fast = 0] = speeds;
  const slow = speeds[speeds.length - 1] ?? 0;
  if (position === 0) {
    return 'Position 0: every bit is 0, and every hand stands at the top.';
  }
  return (
    `From ${position - 1} to ${position}, ` +
    `${flips.length === 1 ? 'one bit jumps' : `${flips.length} bits jump at once`}. ` +
    `Each hand turns its own angle: the fastest ${degrees(fast)}, ` +
    `the slowest ${degrees(slow)}.`
  );
}
