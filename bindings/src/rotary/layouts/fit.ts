/** How well a way of turning heads explains what an engine made of them. */

import type { RotaryLayout } from '../../core/wasm/calls.js';
import type { Sample } from './sample.js';

/**
 * Which component each component is combined with, and which cosine and sine it
 * gets; a mistake of other kinds than the usual ones has a name.
 */
export interface Form {
  readonly layout: RotaryLayout;
  readonly outLayout: RotaryLayout;
  readonly sign: 1 | -1;
  /**
   * `table`: cosines and sines in the order of the other layout; `unsigned`: both
   * components of a pair add the other, none subtracts it; `roll`: each
   * component adds the one before it.
   */
  readonly slip?: 'table' | 'unsigned' | 'roll';
}

/** Cosines and sines, `[rows, stride]`, and the components that get them. */
export interface Tables {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
  /** Numbers in a row of a table, of which the first `pairs` are used. */
  readonly stride: number;
  readonly pairs: number;
  readonly rotaryStart: number;
}

/** The factors of turned and of unturned components. */
export type Factors = readonly [turned: number, unturned: number];

export interface Fit {
  /**
   * |found - expected| / |found|, or through the length of the input if that is
   * larger.
   */
  readonly residual: number;
  /** Factors of the expected numbers that would fit best. */
  readonly factor: { readonly turned: number; readonly all: number };
}

/** The places of both components of a pair among those that are turned. */
const placesOf = (layout: RotaryLayout, pair: number, pairs: number) =>
  layout === 'half' ? [pair, pair + pairs] : [2 * pair, 2 * pair + 1];

/** What the tables turn to `y`, by the usual form of two layouts. */
export function turnedBack(
  { rows, heads, headDim, y }: Omit<Sample, 'x'>,
  { layout, outLayout }: Pick<Form, 'layout' | 'outLayout'>,
  { cos, sin, stride, pairs, rotaryStart }: Tables,
): Float64Array {
  const x = y.slice();
  for (let row = 0; row < rows; ++row) {
    for (let head = 0; head < heads; ++head) {
      const first = (row * heads + head) * headDim + rotaryStart;
      for (let pair = 0; pair < pairs; ++pair) {
        const at = row * stride + pair;
        const [c, s] = [cos[at] as number, sin[at] as number];
        const [from, fromMate] = placesOf(outLayout, pair, pairs);
        const [to, toMate] = placesOf(layout, pair, pairs);
        const a = y[first + (from as number)] as number;
        const b = y[first + (fromMate as number)] as number;
        // The tables may have a factor, by whose square this divides.
        const square = c * c + s * s;
        x[first + (to as number)] = (a * c + b * s) / square;
        x[first + (toMate as number)] = (b * c - a * s) / square;
      }
    }
  }
  return x;
}

/** Compares what a form gives with what was found. */
export function measureFit(
  { rows, heads, headDim, x, y }: Sample,
  { layout, outLayout, sign, slip }: Form,
  { cos, sin, stride, pairs, rotaryStart }: Tables,
  [turned, unturned]: Factors = [1, 1],
): Fit {
  const width = 2 * pairs;
  const half = layout === 'half';
  const mates = new Int32Array(width);
  const columns = new Int32Array(width);
  const places = new Int32Array(width);
  const signs = new Float64Array(width);
  for (let i = 0; i < width; ++i) {
    const second = Number(half ? i >= pairs : i & 1);
    const pair = half ? i % pairs : i >> 1;
    const mate = half ? (i + pairs) % width : i ^ 1;
    mates[i] = slip === 'roll' ? (i + width - 1) % width : mate;
    const other = half ? i >> 1 : i % pairs;
    columns[i] = slip === 'table' ? other : pair;
    places[i] =
      outLayout === 'half' ? pair + second * pairs : 2 * pair + second;
    const plus = slip === 'roll' || slip === 'unsigned' || second;
    signs[i] = plus ? sign : -sign;
  }
  // Of expected numbers p and found numbers y: sums over turned components.
  let wrong = 0;
  let pp = 0;
  let py = 0;
  // The same over the others, and the lengths of input and output.
  let passed = 0;
  let rr = 0;
  let ry = 0;
  let xx = 0;
  let yy = 0;
  for (let row = 0; row < rows; ++row) {
    for (let head = 0; head < heads; ++head) {
      const base = (row * heads + head) * headDim;
      const first = base + rotaryStart;
      for (let i = base; i < base + headDim; ++i) {
        const a = x[i] as number;
        const b = y[i] as number;
        xx += a * a;
        yy += b * b;
        if (i >= first && i < first + width) continue;
        rr += a * a;
        ry += a * b;
        const d = b - unturned * a;
        passed += d * d;
      }
      for (let i = 0; i < width; ++i) {
        const at = row * stride + (columns[i] as number);
        const mate = x[first + (mates[i] as number)] as number;
        const p =
          (x[first + i] as number) * (cos[at] as number) +
          (signs[i] as number) * mate * (sin[at] as number);
        const b = y[first + (places[i] as number)] as number;
        pp += p * p;
        py += p * b;
        const d = b - turned * p;
        wrong += d * d;
      }
    }
  }
  const size = Math.max(xx, yy);
  return {
    residual: size === 0 ? 0 : Math.sqrt((wrong + passed) / size),
    factor: { turned: py / pp, all: (py + ry) / (pp + rr) },
  };
}
