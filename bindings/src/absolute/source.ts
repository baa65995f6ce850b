/**
 * The table that a method reads from: one of the caller's, or one that is
 * drawn from a seed.
 */

import {
  inputOf,
  readOptional,
  sameInput,
  shapeError,
} from '../arrays/operand.js';
import type { RowPositions } from '../arrays/positions.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Drawn, FloatTable } from '../core/wasm/calls.js';
import { ruleOf } from '../describe/checks.js';
import type { NumberParameter } from '../describe/kinds/number.js';
import { missing } from '../describe/missing.js';

/** A table [rows, dim] of float32. */
export interface Source {
  readonly rows: number;
  readonly dim: number;
  /** Where it lies in the module's memory, as long as the scratch does. */
  readonly load: (scratch: Scratch) => FloatTable;
}

/** What is known of a given table. */
export interface GivenOptions {
  /** Name of the option. */
  readonly param: string;
  readonly value: unknown;
  /** Width, if the caller said it. */
  readonly dim: number | undefined;
  /** Whether the result goes where the caller says: onto the table, perhaps. */
  readonly toOut: boolean;
}

/** A table of the caller's, if there is one. */
export function readSource(
  heap: Heap,
  method: string,
  { param, value, dim: wanted, toOut }: GivenOptions,
): Source | undefined {
  const given = readOptional(method, param, value, 'float32');
  if (given === undefined) return undefined;
  const { length, shape } = inputOf(heap, method, given);
  const dim = (shape?.length === 1 ? undefined : shape?.at(-1)) ?? wanted;
  if (dim === undefined) {
    throw new PosencTypeError(
      `${method}: dim is required, as ${param} has no axes that say it`,
      { code: 'ERR_MISSING', param: 'dim' },
    );
  }
  // Models keep such tables with a batch axis of 1 in front.
  if (shape && shape.length > 2 && shape[0] !== 1) {
    throw shapeError(method, param, '[rows, dim] or [1, rows, dim]', shape);
  }
  if (wanted !== undefined && dim !== wanted) {
    const rule = `${dim}, as ${param} is [${shape?.join(', ')}]`;
    throw wrongValue(method, 'dim', rule, wanted, 'ERR_SHAPE');
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
      // Looked at again: later getters may have taken it away.
      const { operand } = sameInput(heap, method, given, length);
      const { array, pointer } = operand;
      const inPlace = pointer !== undefined && !toOut;
      return { data: inPlace ? pointer : scratch.copy(array), rows, dim };
    },
  };
}

/** A table of which nothing is given but its size. */
export const noTable: FloatTable = { data: 0, rows: 0, dim: 0 };

/** Deviation of drawn tables that stand for learned ones: that of BERT. */
const SPREAD = 0.02;

/** The numbers of a table that stands for a learned one. */
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

/** The width that a drawn table must be told. */
export function widthOf(
  method: string,
  dim: number | undefined,
  parameter: NumberParameter,
): number {
  if (dim === undefined) throw missing(method, 'dim', ruleOf(parameter));
  return dim;
}

/** Which positions a method knows. */
export interface Known {
  readonly least: number;
  readonly most: number;
  /** Why these; the end of an error's sentence. */
  readonly because: string;
}

/** Throws unless every position is a whole number that the method knows. */
export function checkWhole(
  method: string,
  positions: RowPositions,
  { least, most, because }: Known,
): void {
  // A range is right if its ends and its first step are.
  const { length, listed } = positions;
  const rows = [0, 1, length - 1].filter((row) => row >= 0 && row < length);
  for (let i = 0; i < (listed ? length : rows.length); ++i) {
    const row = listed ? i : (rows[i] ?? 0);
    const position = positions.at(row);
    const inside = position >= least && position <= most;
    if (inside && Number.isInteger(position)) continue;
    const rule = `${wholeRule(least, most)}, ${because}`;
    const param = positions.nameOf(row);
    const of = listed ? '' : 'such that each position is ';
    throw wrongValue(method, param, `${of}${rule}`, position);
  }
}

function wholeRule(least: number, most: number): string {
  if (least === -Infinity) return 'a whole number';
  if (most === Infinity) return `a whole number ≥ ${least}`;
  return `a whole number from ${least} to ${most}`;
}

/** The table that checked options give, or one drawn from their seed. */
export function readTable(
  heap: Heap,
  method: string,
  checked: {
    readonly table: unknown;
    readonly dim: number | undefined;
    readonly seed: number;
    readonly out: unknown;
  },
  drawnRows: number,
  dimParameter: NumberParameter,
): Source {
  const { table, dim, seed, out } = checked;
  const given = readSource(heap, method, {
    param: 'table',
    value: table,
    dim,
    toOut: out !== undefined,
  });
  if (given) return given;
  const width = widthOf(method, dim, dimParameter);
  return drawnSource(drawnBy(seed), drawnRows, width);
}
