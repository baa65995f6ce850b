// The numbers of screen 4, and what they say: two positions on the fastest hand,
// and how alike rows are at each distance, with cosines and without.

import type { Pair } from '../dial.js';
import { fixed, upTo } from '../paths.js';
import type { Instances } from '../screen.js';

/** The hands of the screen before this one. */
export const hands = 8;
export const base = 256;
/** Rows among which pairs are taken. */
export const rows = 64;
export const farthest = 48;
/** The last row at which a pair may begin. */
export const lastStart = rows - 1 - farthest;

export interface State {
  /** Whether rows have their cosines. */
  readonly shadows: 'sine' | 'both';
  /** Words between the two positions. */
  readonly apart: number;
  /** The first of the two positions. */
  readonly from: number;
}

/** Similarity by distance, from 0 to `farthest`. */
export interface Band {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

export interface Numbers {
  /** The hands at both positions, the fastest first. */
  readonly one: readonly Pair[];
  readonly other: readonly Pair[];
  /** Similarity of the two positions, as each band has it. */
  readonly pair: { readonly sine: number; readonly both: number };
  readonly sine: Band;
  readonly both: Band;
}

/** The sines of a table, which stand in every second column. */
const everySecond = (data: Float32Array) => data.filter((_, i) => i % 2 === 0);

/** More digits than a drawing shows would make the page larger. */
const rounded = (value: number) => +value.toFixed(6);

export function compute(
  { absolute }: Instances,
  { apart, from }: State,
): Numbers {
  const { data } = absolute.sinusoidal({ length: rows, dim: 2 * hands, base });
  const tables = {
    sine: { data: everySecond(data), shape: [rows, hands] },
    both: { data, shape: [rows, 2 * hands] },
  };
  const to = from + apart;
  const row = (at: number) =>
    upTo(hands).map((i): Pair => {
      const place = 2 * (at * hands + i);
      return [data[place] ?? 0, data[place + 1] ?? 0];
    });
  const bandOf = (table: (typeof tables)['sine']): Band => {
    const { min, max } = absolute.analysis.distanceCurve(table);
    const first = (values: ArrayLike<number>) =>
      upTo(farthest + 1).map((r) => rounded((values[r] ?? 0) / hands));
    return { min: first(min), max: first(max) };
  };
  const pair = (table: (typeof tables)['sine']) => {
    const part = { rows: [from, from + 1], columns: [to, to + 1] } as const;
    const { data } = absolute.analysis.gram(table, part);
    return rounded((data[0] ?? 0) / hands);
  };
  return {
    one: row(from),
    other: row(to),
    pair: { sine: pair(tables.sine), both: pair(tables.both) },
    sine: bandOf(tables.sine),
    both: bandOf(tables.both),
  };
}

/** Below this, numbers of two rows are as good as one. */
const near = 0.05;

/** How far apart two hands are, by what the rows have of them. */
function gap(one: Pair, other: Pair, shadows: State['shadows']): number {
  const sines = Math.abs(one[0] - other[0]);
  return shadows === 'sine'
    ? sines
    : Math.max(sines, Math.abs(one[1] - other[1]));
}

/** A hand of a row. */
export const handOf = (row: readonly Pair[], hand: number): Pair =>
  row[hand] ?? [0, 1];

/** Whether the fastest hand shows the two positions as one. */
export const isOne = ({ one, other }: Numbers, shadows: State['shadows']) =>
  gap(handOf(one, 0), handOf(other, 0), shadows) < near;

export function say(state: State, numbers: Numbers): string {
  const { shadows, apart, from } = state;
  const to = from + apart;
  const { min, max } = numbers[shadows];
  const [low, high] = [min, max].map((edge) => fixed(edge[apart] ?? 0, 2));
  const one = isOne(numbers, shadows);
  const [first, second] = [numbers.one, numbers.other].map((row) =>
    fixed(handOf(row, 0)[0], 3),
  );
  return shadows === 'sine'
    ? `The fastest sine is ${first} at ${from} and ${second} at ${to}: ` +
        `${one ? 'as good as one place' : 'two places'}. ` +
        `Rows ${apart} apart: similarity ${low} to ${high}, by place.`
    : `The fastest hand shows ${from} and ${to} as ` +
        `${one ? 'one place; slower hands do not' : 'two places'}. ` +
        `Rows ${apart} apart: similarity ${low}, wherever they stand.`;
}
