/**
 * The table that a method reads from: the caller's own, or one drawn from a
 * seed.
 */

import { inputOf, readOptional, sameInput } from '../arrays/operand.js';
import type { RowPositions } from '../arrays/positions.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Drawn, FloatTable } from '../core/wasm/calls.js';
import { fitAxes, formsOf, type Shaped } from '../describe/axes.js';
import { ruleOf } from '../describe/checks.js';
import type { NumberParameter } from '../describe/kinds/number.js';
import { missing } from '../describe/missing.js';

/** A table [rows, dim] of float32. */
export interface Source {
  readonly rows: number;
  readonly dim: number;
  /**
   * Copies it to the instance's memory, where it stays until the scratch ends.
   */
  readonly load: (scratch: Scratch) => FloatTable;
}

/** How to read a table that the caller may give. */
export interface GivenOptions {
  /** Name of the option. */
  readonly param: string;
  readonly value: unknown;
  /** Width, if the caller gave it. */
  readonly dim: number | undefined;
  /** Number of rows, if the caller gave it. */
  readonly rows?: number | undefined;
  /** The axes of the table: those of rows and of `dim`. */
  readonly shaped: Shaped;
  /**
   * Whether `out` was given; it may alias the table, which is then copied
   * first.
   */
  readonly toOut: boolean;
}

/** The caller's table, or undefined if none was given. */
export function readSource(
  heap: Heap,
  method: string,
  { param, value, dim: wanted, rows: wantedRows, toOut, shaped }: GivenOptions,
): Source | undefined {
  const given = readOptional(method, param, value, 'float32');
  if (given === undefined) return undefined;
  const { length, shape } = inputOf(heap, method, given);
  const [[rowAxis = ''] = []] = formsOf(shaped);
  const sizes = { dim: wanted, [rowAxis]: wantedRows };
  const dim = fitAxes({ method, param }, shaped, shape, sizes).dim ?? wanted;
  if (dim === undefined) {
    throw new PosencTypeError(
      `${method}: dim is required, as ${param} has no axes that say it`,
      { code: 'ERR_MISSING', param: 'dim' },
    );
  }
  if (length === 0 || length % dim !== 0) {
    const rule = `a multiple of dim = ${dim}, and not 0`;
    throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
  }
  const rows = length / dim;
  return {
    rows,
    dim,
    load: (scratch) => {
      // The array is checked again: getters of other options may have detached
      // it, and it may have gone between a plan and its run.
      const { operand } = sameInput(heap, method, given, length);
      const { array, pointer } = operand;
      const inPlace = pointer !== undefined && !toOut;
      return { data: inPlace ? pointer : scratch.copy(array), rows, dim };
    },
  };
}

/** Stands for a table that the call does not have. */
export const noTable: FloatTable = { data: 0, rows: 0, dim: 0 };

/**
 * Standard deviation of drawn tables that stand for learned ones, as in BERT.
 */
const SPREAD = 0.02;

/** Distribution of a drawn table that stands for a learned one. */
export const drawnBy = (seed: number, stream = 0): Drawn => ({
  draw: 'normal',
  spread: SPREAD,
  seed,
  stream,
});

/** A table drawn from a seed. */
export function drawnSource(drawn: Drawn, rows: number, dim: number): Source {
  return {
    rows,
    dim,
    load: (scratch) => {
      const count = rows * dim;
      const data = scratch.bytes(count * Float32Array.BYTES_PER_ELEMENT);
      scratch.check(scratch.core.drawFloats({ drawn, count, out: data }));
      return { data, rows, dim };
    },
  };
}

/** The width of a drawn table. Throws if it was not given. */
export function widthOf(
  method: string,
  dim: number | undefined,
  parameter: NumberParameter,
): number {
  if (dim === undefined) throw missing(method, 'dim', ruleOf(parameter));
  return dim;
}

/** The range of positions that a method takes. */
export interface Known {
  readonly least: number;
  readonly most: number;
  /** Reason for the range, which ends the error's sentence. */
  readonly because: string;
}

/** Throws unless every position is a whole number in the method's range. */
export function checkWhole(
  method: string,
  positions: RowPositions,
  { least, most, because }: Known,
): void {
  // A range is right if its first, second and last positions are.
  const { length, listed } = positions;
  const rows = [0, 1, length - 1].filter((row) => row >= 0 && row < length);
  for (let i = 0; i < (listed ? length : rows.length); ++i) {
    const row = listed ? i : (rows[i] ?? 0);
    const position = positions.at(row);
    const inside = position >= least && position <= most;
    if (inside && Number.isInteger(position)) continue;
    const rule = `${wholeRule(least, most)}, ${because}`;
    const param = positions.nameOf(row);
    const begin = listed ? '' : 'such that each position is ';
    throw wrongValue(method, param, `${begin}${rule}`, position);
  }
}

function wholeRule(least: number, most: number): string {
  if (least === -Infinity) return 'a whole number';
  if (most === Infinity) return `a whole number ≥ ${least}`;
  return `a whole number from ${least} to ${most}`;
}

/**
 * The table that the checked options give, or one drawn from their seed. `of`
 * are the parameters of the method.
 */
export function readTable(
  heap: Heap,
  method: string,
  checked: {
    readonly table: unknown;
    readonly dim: number | undefined;
    readonly seed: number;
    readonly out: unknown;
  },
  rows: { readonly wanted: number | undefined; readonly drawn: number },
  of: { readonly dim: NumberParameter; readonly table: Shaped },
): Source {
  const { table, dim, seed, out } = checked;
  const given = readSource(heap, method, {
    param: 'table',
    value: table,
    dim,
    rows: rows.wanted,
    shaped: of.table,
    toOut: out !== undefined,
  });
  if (given) return given;
  const width = widthOf(method, dim, of.dim);
  return drawnSource(drawnBy(seed), rows.drawn, width);
}
