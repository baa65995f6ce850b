/** Cosines and sines of heads that are known before and after a rotation. */

import type { RotaryLayout } from '../core/wasm/calls.js';
import type { RopeCore } from '../rotary/core.js';
import { noiseOf, type Table } from './columns.js';
import { chosenRows, type Numbers, recognised } from './numbers.js';
import type { Planes } from './planes.js';

/** Lengths of the axes of heads: `[length, heads, headDim]`. */
export interface HeadsSize {
  readonly length: number;
  readonly heads: number;
  readonly headDim: number;
}

/** Which components are turned, and which form a pair. */
export interface HeadsOrder {
  readonly layout: RotaryLayout;
  /** The layout of the heads after the rotation. */
  readonly outLayout: RotaryLayout;
  readonly rotaryDim: number;
  readonly rotaryStart: number;
}

/** Most heads that are compared. */
const HEADS = 8;

/** Some rows and heads, `[rows, heads, headDim]`. */
export type Sample = Pick<Table, 'rows' | 'values' | 'dtype' | 'noise'> & {
  readonly heads: number;
};

/** Takes rows and heads. */
export function sampleOf(
  { at, dtype }: Numbers,
  { length, heads, headDim }: HeadsSize,
): Sample {
  const rows = chosenRows(length);
  const some = Math.min(heads, HEADS);
  const given = Float64Array.from(
    { length: rows.length * some * headDim },
    (_, i) => {
      const row = rows[Math.floor(i / (some * headDim))] as number;
      return at(row * heads * headDim + (i % (some * headDim)));
    },
  );
  const known = recognised(given, dtype);
  const noise = noiseOf(known.values, known.dtype);
  return { ...known, rows, heads: some, noise };
}

/** Turns have errors of their own, whatever their numbers are. */
const LARGE = 2 ** 60;

/** Errors of numbers that are the same. */
const SLACK = 4;

/** The components of a pair. */
const pairOf = (layout: RotaryLayout, k: number, pairs: number) =>
  layout === 'half' ? [k, k + pairs] : [2 * k, 2 * k + 1];

/**
 * The turns that take heads to what an engine made of them: for each row and
 * pair the cosine and sine that fit all heads best. Undefined if heads disagree,
 * or if components change that the order does not turn.
 */
export function turnsBetween(
  before: Sample,
  after: Sample,
  headDim: number,
  { layout, outLayout, rotaryDim, rotaryStart }: HeadsOrder,
): Planes | undefined {
  const pairs = rotaryDim / 2;
  const { rows, heads } = after;
  const noise = new Float64Array(pairs);
  const cos = new Float64Array(rows.length * pairs);
  const sin = new Float64Array(rows.length * pairs);
  const most = SLACK * Math.max(after.noise, before.noise);
  const number = (of: Sample, at: number) => of.values[at] as number;
  for (let i = 0; i < rows.length; ++i) {
    const first = i * heads * headDim;
    const end = rotaryStart + rotaryDim;
    for (let j = first; j < first + heads * headDim; ++j) {
      const component = j % headDim;
      if (component >= rotaryStart && component < end) continue;
      if (Math.abs(number(after, j) - number(before, j)) > most)
        return undefined;
    }
    for (let k = 0; k < pairs; ++k) {
      const from = pairOf(layout, k, pairs);
      const to = pairOf(outLayout, k, pairs);
      // Both components of each head, before and after.
      const all = Array.from({ length: heads }, (_, head) => {
        const begin = first + head * headDim + rotaryStart;
        const [x, y] = from.map((at) => number(before, begin + at));
        const [u, v] = to.map((at) => number(after, begin + at));
        return [x, y, u, v] as [number, number, number, number];
      });
      let [size, c, s] = [0, 0, 0];
      for (const [x, y, u, v] of all) {
        size += x * x + y * y;
        c += x * u + y * v;
        s += x * v - y * u;
      }
      if (size === 0) return undefined;
      [c, s] = [c / size, s / size];
      for (const [x, y, u, v] of all) {
        const wrong = Math.abs(u - c * x + s * y);
        const other = Math.abs(v - c * y - s * x);
        if (Math.max(wrong, other) > most) return undefined;
      }
      const error = after.noise * Math.sqrt((2 * heads) / size);
      noise[k] = Math.max(noise[k] as number, error);
      cos[i * pairs + k] = c;
      sin[i * pairs + k] = s;
    }
  }
  return { rows, pairs, cos, sin, noise, relative: LARGE };
}

/** The layouts that engines read, and write. */
const LAYOUTS = [
  ['half', 'half'],
  ['interleaved', 'interleaved'],
  ['interleaved', 'half'],
] as const;

/** The shares of a head that models turn. */
const SHARES = [1, 3 / 4, 2 / 3, 1 / 2, 2 / 5, 1 / 3, 1 / 4];

/** The orders that models use for heads of a width, and that of a rope. */
export function headsOrders(
  headDim: number,
  rope: RopeCore | undefined,
): readonly HeadsOrder[] {
  const widths = SHARES.map((share) => Math.round(share * headDim));
  const layouts: (readonly [RotaryLayout, RotaryLayout])[] = [...LAYOUTS];
  if (rope) {
    widths.push(2 * rope.pairs);
    layouts.push([rope.layout, rope.outLayout]);
  }
  const orders = new Map<string, HeadsOrder>();
  for (const rotaryDim of widths) {
    const last = headDim - rotaryDim;
    if (rotaryDim < 2 || rotaryDim % 2 !== 0 || last < 0) continue;
    for (const rotaryStart of [0, last, rope?.rotaryStart ?? 0]) {
      if (rotaryStart > last) continue;
      // A single pair is the same in all layouts.
      for (const both of rotaryDim === 2 ? [LAYOUTS[0]] : layouts) {
        const [layout, outLayout] = both;
        const order = { layout, outLayout, rotaryDim, rotaryStart };
        orders.set(JSON.stringify(order), order);
      }
    }
  }
  return [...orders.values()];
}
