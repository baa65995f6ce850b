/** The orders in which tables hold cosines and sines. */

import { shapeError } from '../arrays/operand.js';
import { type DType, isHalf } from '../base/dtype.js';
import { fitAxes, formsOf, type Shaped } from '../describe/axes.js';
import { chosenRows, EPSILON, type Numbers, recognised } from './numbers.js';
import type { Planes } from './planes.js';

/** The rows of a table that are looked at. */
export interface Table {
  /** Rows of the whole table, and numbers in each. */
  readonly length: number;
  readonly width: number;
  /** Whether each pair has an axis of its own: `[rows, pairs, 2]`. */
  readonly paired: boolean;
  readonly rows: readonly number[];
  /** The numbers of the chosen rows. */
  readonly values: Float64Array;
  /** The narrowest type that holds them. */
  readonly dtype: DType;
  /** Largest error of a number. */
  readonly noise: number;
}

/**
 * Takes rows of a table `[rows, width]` or, if its parameter has a second form,
 * `[rows, pairs, 2]`. Before and between these, axes of length 1 may stand.
 */
export function tableOf(
  method: string,
  numbers: Numbers,
  shaped: Shaped,
): Table {
  const { shape, param, at } = numbers;
  const width = shape.at(-1) ?? 0;
  const isOne = (length: number) => length === 1;
  const paired =
    formsOf(shaped).length > 1 &&
    width === 2 &&
    shape.length > 2 &&
    shape.slice(0, -3).every(isOne);
  const long = shape.slice(0, -1).filter((length) => !isOne(length));
  if (shape.length < 2 || (long.length > 1 && !paired)) {
    fitAxes({ method, param, flat: false }, shaped, shape, {});
  }
  const [length = 1, pairs = 1] = paired ? shape.slice(-3) : long;
  if (length * pairs * width < 1) {
    throw shapeError(method, param, 'that of at least one number', shape);
  }
  const all = width * pairs;
  const rows = chosenRows(length);
  const given = new Float64Array(rows.length * all);
  rows.forEach((row, i) => {
    for (let j = 0; j < all; ++j) given[i * all + j] = at(row * all + j);
  });
  const { values, dtype } = recognised(given, numbers.dtype);
  const noise = noiseOf(values, dtype);
  return { length, width: all, paired, rows, values, dtype, noise };
}

/**
 * Largest error of a number below 1: of 16 bits half of its last digit and a
 * little, of others what functions of other programs are wrong by, too.
 */
const ERROR = {
  float64: 2 ** -49,
  float32: 2 ** -23,
  float16: 1.02 * 2 ** -12,
  bfloat16: 1.02 * 2 ** -9,
} as const satisfies Record<DType, number>;

/** The largest power of two. */
const LARGEST = 2 ** 1023;

/** Largest error of numbers of a type. */
export function noiseOf(values: Float64Array, dtype: DType): number {
  const most = values.reduce((a, b) => Math.max(a, Math.abs(b)), 2 ** -100);
  // The least power of two that none exceeds, or the largest that there is.
  let power = 1;
  while (power < most && power < LARGEST) power *= 2;
  while (power / 2 >= most) power /= 2;
  return power * ERROR[dtype];
}

/** The column of a pair. */
export type ColumnOf = (pair: number) => number;

/** The planes of a table that has cosines and sines in these columns. */
export function planesOf(
  { rows, values, width, noise, dtype }: Table,
  pairs: number,
  cosines: ColumnOf | undefined,
  sines: ColumnOf | undefined,
): Planes {
  const plane = (column: ColumnOf | undefined) =>
    column &&
    Float64Array.from({ length: rows.length * pairs }, (_, i) => {
      const row = Math.floor(i / pairs);
      return values[row * width + column(i % pairs)] as number;
    });
  return {
    ...{ rows, pairs, cos: plane(cosines), sin: plane(sines) },
    noise: new Float64Array(pairs).fill(noise),
    relative: (isHalf(dtype) ? 1.02 : 4) * EPSILON[dtype],
  };
}

/** How a table of cosines alone, or of sines, repeats them. */
export type Repeat = 'once' | 'half' | 'interleaved';

/** The ways in which each number may stand in two columns, or in one. */
export function repeatsOf({ width, values, rows }: Table): readonly Repeat[] {
  const pairs = width / 2;
  const same = (column: ColumnOf, mate: ColumnOf) =>
    rows.every((_, i) =>
      Array.from({ length: pairs }, (_, k) => i * width + column(k)).every(
        (at, k) => values[at] === values[i * width + mate(k)],
      ),
    );
  if (width % 2 !== 0) return ['once'];
  const half = same(
    (k) => k,
    (k) => k + pairs,
  );
  const interleaved = same(
    (k) => 2 * k,
    (k) => 2 * k + 1,
  );
  const found: Repeat[] = [];
  if (half) found.push('half');
  // A table of one pair has the same columns in both layouts.
  if (interleaved && pairs > 1) found.push('interleaved');
  return found.length > 0 ? found : ['once'];
}

/** Throws unless two tables have the same rows and columns. */
export function checkAlike(
  method: string,
  param: string,
  table: Table,
  other: Table,
): void {
  const { length, width } = other;
  if (table.length === length && table.width === width) return;
  const rule = `[${length}, ${width}], as that of cos`;
  throw shapeError(method, param, rule, [table.length, table.width]);
}
