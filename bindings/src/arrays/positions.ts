/**
 * The positions of the rows of a result: a range or a list.
 *
 * A range of step 1 is passed to the core as its start, and takes no memory
 * however long it is. Any other range and any list is passed as explicit
 * float64 positions, a tile of rows at a time.
 */

import {
  PosencTypeError,
  viewKind,
  wrongKind,
  wrongValue,
} from '../base/errors.js';
import type { Where } from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import type { NumberParameter } from '../describe/kinds/number.js';
import { checkNumber } from '../describe/kinds/number.js';
import type {
  PositionList,
  PositionTensor,
} from '../describe/kinds/positions.js';
import {
  FLAT,
  isFlat,
  isNumeric,
  itemsOfView,
  readNumbers,
} from './numbers.js';
import { shapeError } from './operand.js';

/** Largest position: beyond it, float64 does not hold every integer. */
export const LARGEST_POSITION = 2 ** 53;

/** A range: `length` positions `start`, `start + step`, …. */
export interface PositionRange {
  /** Number of positions. Required unless `positions` is given. */
  readonly length: number;
  /** First position. Defaults to 0. */
  readonly start?: number | undefined;
  /** Distance from one position to the next. Defaults to 1. */
  readonly step?: number | undefined;
  readonly positions?: undefined;
}

/** A list of positions. */
export interface PositionArray {
  /**
   * A position for each row: integers, fractions or negative numbers, at most
   * 2^53 from zero. Given instead of `length`, `start` and `step`.
   */
  readonly positions: PositionList | PositionTensor;
  readonly length?: undefined;
  readonly start?: undefined;
  readonly step?: undefined;
}

/** Positions in one of two forms: a range or a list. */
export type Positions = PositionArray | PositionRange;

/** Limits of a position. */
export const coordinate = {
  kind: 'number',
  min: -LARGEST_POSITION,
  max: LARGEST_POSITION,
} as const satisfies Partial<NumberParameter>;

/** Parameters of a range: its start and step. */
export const rangeParameters = {
  /** First position. Defaults to 0. */
  start: { ...coordinate, default: 0 },
  /** Distance from one position to the next. Defaults to 1. */
  step: {
    ...coordinate,
    default: 1,
  },
} as const;

/** The parameters behind {@link Positions}. */
export const positionParameters = {
  /** Number of positions. Required unless `positions` is given. */
  length: {
    kind: 'number',
    integer: true,
    min: 0,
    max: LARGEST_POSITION,
    optional: true,
  },
  ...rangeParameters,
  /**
   * A position for each row. Given instead of `length`, `start` and `step`.
   * Optional.
   */
  positions: {
    kind: 'positions',
    optional: true,
  },
} as const;

/** What a call needs to know of its rows: their positions, on one axis or more. */
export interface PositionedRows {
  /** Number of rows. */
  readonly length: number;
  /** Number of axes on which each row has a position. */
  readonly axes: number;
  /** Whether the core can count the positions itself. */
  readonly counted: boolean;
  /** Whether the positions are consecutive integers. */
  readonly integers: boolean;
  /** Whether the positions are a range that stays where it begins. */
  readonly constant: boolean;
  /** Position of a row on the first axis. */
  at(row: number): number;
  /**
   * The rows from `from` on as the core takes them. Unless the core counts the
   * positions itself, they are written to `pointer`, which has room for `count`
   * float64 for each axis.
   */
  where(
    from: number,
    count: number,
    buffer: ArrayBuffer,
    pointer: number,
  ): Where;
}

/** Options that say how many rows there are; a call has one of them. */
const OF_ROWS = ['length', 'positions', 'grid', 'coordinates'] as const;

/** The one that checked options have, for errors. */
export const rowsOption = (checked: object): string | undefined =>
  OF_ROWS.find((name) => Reflect.get(checked, name) !== undefined);

/** Checked positions of the rows of a result. */
export class RowPositions implements PositionedRows {
  readonly length: number;
  readonly axes = 1;
  readonly #start: number;
  readonly #step: number;
  /** Number of row 0 in the range of which these positions are a part. */
  readonly #first: number;
  readonly #list: Float64Array | undefined;
  /** Whether the positions rise, once it was asked. */
  #rising: boolean | undefined;

  private constructor(
    length: number,
    start: number,
    step: number,
    first: number,
    list?: Float64Array,
  ) {
    this.length = length;
    this.#start = start;
    this.#step = step;
    this.#first = first;
    this.#list = list;
  }

  /** A range. Throws if its last position is beyond the limits. */
  static range(
    method: string,
    param: string,
    length: number,
    start: number,
    step = 1,
  ): RowPositions {
    const reach = (length - 1) * step;
    // Compared without adding to 2^53, because 2^53 + 1 rounds to 2^53.
    const beyond =
      reach > LARGEST_POSITION - start || reach < -LARGEST_POSITION - start;
    if (length > 0 && beyond) {
      const rule =
        'such that the last position is from -2^53 to 2^53; it lies ' +
        `${reach} further on`;
      throw wrongValue(method, param, rule, start);
    }
    return new RowPositions(length, start, step, 0);
  }

  /** A list, which is copied, then checked. */
  static list(method: string, param: string, value: unknown): RowPositions {
    const list = copyList(method, param, value);
    return new RowPositions(list.length, 0, 1, 0, list);
  }

  get counted(): boolean {
    return this.#list === undefined && this.#step === 1;
  }

  get constant(): boolean {
    return this.#list === undefined && this.#step === 0;
  }

  /** Whether the positions were given as a list. */
  get listed(): boolean {
    return this.#list !== undefined;
  }

  /** Whether all positions are integers. */
  get whole(): boolean {
    return (
      this.#list?.every(Number.isInteger) ??
      (Number.isInteger(this.#start) && Number.isInteger(this.#step))
    );
  }

  get integers(): boolean {
    return this.counted && Number.isInteger(this.#start);
  }

  /** Whether no position is smaller than the one before it. */
  get rising(): boolean {
    this.#rising ??=
      this.#list?.every(
        (position, row) => row === 0 || position >= this.at(row - 1),
      ) ?? this.#step >= 0;
    return this.#rising;
  }

  at(row: number): number {
    if (this.#list) return this.#list[row] as number;
    return this.#start + (this.#first + row) * this.#step;
  }

  /** The rows with the smallest and the largest position. */
  extremes(): readonly number[] {
    if (this.length === 0) return [];
    if (!this.#list) return [0, this.length - 1];
    let [least, largest] = [0, 0];
    this.#list.forEach((position, row) => {
      if (position < this.at(least)) least = row;
      if (position > this.at(largest)) largest = row;
    });
    return [least, largest];
  }

  /** Name of a row's position, for errors. */
  nameOf(row: number): string {
    if (this.#list) return `positions[${row}]`;
    return row === 0 ? 'start' : 'length';
  }

  /** The positions of the rows `from` to `to - 1`. */
  slice(from: number, to: number): RowPositions {
    const list = this.#list?.subarray(from, to);
    const first = list ? 0 : this.#first + from;
    return new RowPositions(to - from, this.#start, this.#step, first, list);
  }

  /** As many positions as these, counted from 0. */
  counting(): RowPositions {
    return new RowPositions(this.length, 0, 1, 0);
  }

  /**
   * The last `length` positions; a range is continued backwards if it is
   * shorter.
   */
  tail(length: number): RowPositions {
    const skipped = this.length - length;
    if (this.#list) return this.slice(skipped, this.length);
    const first = this.#first + skipped;
    return new RowPositions(length, this.#start, this.#step, first);
  }

  where(
    from: number,
    count: number,
    buffer: ArrayBuffer,
    pointer: number,
  ): Where {
    if (this.counted) {
      const first = this.#first + from;
      return { start: this.#start, first, positions: 0, apart: 0 };
    }
    this.write(from, new Float64Array(buffer, pointer, count));
    return { start: 0, first: 0, positions: pointer, apart: 0 };
  }

  /** The positions of the rows from `from` up to `to`, as a list. */
  copy(from: number, to: number): Float64Array {
    const list = new Float64Array(to - from);
    this.write(from, list);
    return list;
  }

  /** Writes the positions of the rows from `from` on. */
  write(from: number, into: Float64Array): void {
    for (let row = 0; row < into.length; ++row) into[row] = this.at(from + row);
  }
}

/** Reads the positions from checked options, in either form. */
export function readPositions(
  method: string,
  options: Checked<typeof positionParameters>,
): RowPositions {
  const { length, start, step, positions, given } = options;
  const others = ['length', 'start', 'step'];
  const list = readList(method, 'positions', positions, given, others);
  if (list) return list;
  if (length === undefined) {
    throw new PosencTypeError(
      `${method}: length or positions is required: a number of positions or ` +
        'a list of them',
      { code: 'ERR_MISSING', param: 'length' },
    );
  }
  return RowPositions.range(method, 'start', length, start, step);
}

/** The rows that the option `rows` selects. Defaults to all. */
export function someRows(
  method: string,
  all: RowPositions,
  rows: readonly [number, number] | undefined,
): RowPositions {
  if (rows === undefined) return all;
  const [from, to] = rows;
  if (to > all.length) {
    const rule = `at most ${all.length}, the number of rows`;
    throw wrongValue(method, 'rows[1]', rule, to, 'ERR_SHAPE');
  }
  return all.slice(from, to);
}

/**
 * Reads a list of positions, if one was given. Throws if one of the options
 * `others` was given, too.
 */
export function readList(
  method: string,
  param: string,
  value: unknown,
  given: ReadonlySet<string>,
  others: readonly string[],
): RowPositions | undefined {
  if (value === undefined) return undefined;
  for (const name of others) {
    if (given.has(name)) throw conflict(method, name, param);
  }
  return RowPositions.list(method, param, value);
}

/** Checks that a list has one position for each of `rows` rows. */
export function checkCount<P extends PositionedRows>(
  method: string,
  param: string,
  list: P,
  rows: number,
): P {
  if (list.length !== rows) {
    const rule = `${rows}, one position for each row`;
    const name = `${param}.length`;
    throw wrongValue(method, name, rule, list.length, 'ERR_SHAPE');
  }
  return list;
}

/** The error for two options that exclude each other. */
export function conflict(
  method: string,
  param: string,
  other: string,
): PosencTypeError {
  return new PosencTypeError(
    `${method}: ${param} and ${other} exclude each other; give one of them`,
    { code: 'ERR_CONFLICT', param },
  );
}

const position: NumberParameter = { ...coordinate };

// The list is copied before it is checked, so that it cannot change in between.
function copyList(method: string, param: string, value: unknown): Float64Array {
  const source = listOf(method, param, value);
  const list = newList(method, param, source.length);
  for (let i = 0; i < list.length; ++i) {
    const item = source[i];
    // Lists are long, so that names and rules are made for a failure only.
    list[i] =
      typeof item === 'number' && Math.abs(item) <= LARGEST_POSITION
        ? item
        : checkPosition(method, `${param}[${i}]`, item);
  }
  return list;
}

/** A position that may be a bigint, which must not be rounded. */
function checkPosition(method: string, param: string, item: unknown): number {
  if (typeof item !== 'bigint') {
    return checkNumber(method, param, position, item);
  }
  if (item >= -LARGEST_POSITION && item <= LARGEST_POSITION) {
    return Number(item);
  }
  throw wrongValue(method, param, 'from -2^53 to 2^53', item);
}

function listOf(
  method: string,
  param: string,
  value: unknown,
): ArrayLike<unknown> {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && isNumeric(viewKind(value))) {
    return itemsOfView(method, param, value);
  }
  const tensor = readNumbers(method, param, value);
  if (tensor && isFlat(tensor.shape)) return tensor.list;
  if (tensor) throw shapeError(method, param, FLAT, tensor.shape);
  throw wrongKind(
    method,
    param,
    'an array, typed array or tensor of numbers',
    value,
  );
}

/** Allocates room for a list, or throws. */
export function newList(
  method: string,
  param: string,
  length: number,
): Float64Array {
  try {
    return new Float64Array(length);
  } catch (cause) {
    const rule = 'a list that fits into memory';
    const error = wrongValue(method, param, rule, length, 'ERR_MEMORY');
    error.cause = cause;
    throw error;
  }
}
