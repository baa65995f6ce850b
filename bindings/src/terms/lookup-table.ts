/** Reads tables of vectors that heads share or that each head has. */

import { inputOf, readGiven } from '../arrays/operand.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { fitAxes, formsOf, type Shaped } from '../describe/axes.js';
import type { LookupTable } from './lookup-term.js';
import { type GradientSum, readWeight } from './weights.js';

/** A checked table of vectors. */
export interface VectorTable {
  readonly rows: number;
  readonly width: number;
  /** Copies it to the instance's memory, and makes room for its gradient. */
  load(scratch: Scratch, gradient: boolean): LoadedTable;
}

/** A table in the instance's memory. */
export interface LoadedTable {
  readonly table: LookupTable;
  /** Its gradient, in the shape of the table, if it is wanted. */
  readonly sum: GradientSum | undefined;
}

/** What is known of a table before it is read. */
export interface TableForm {
  /** Heads that may have tables of their own; 1 if all share one. */
  readonly heads: number;
  readonly width: number;
  /** Number of its rows, if options say it. */
  readonly rows?: number | undefined;
  /** The axes of the table: those of one that heads share come first. */
  readonly shaped: Shaped;
}

/**
 * Reads a table [rows, width] that heads share, or [heads, rows, width]. A flat
 * array without a number of rows is one that heads share.
 */
export function readVectorTable(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
  { heads, width, rows: wanted, shaped }: TableForm,
): VectorTable {
  const given = readGiven(method, param, value, 'float32');
  const { length, shape } = inputOf(heap, method, given);
  const forms = formsOf(shaped);
  const last = forms[0]?.at(-1) ?? '';
  const sizes = { heads, [last]: width };
  const found = fitAxes({ method, param }, shaped, shape, sizes);
  const perHead =
    forms.length > 1 &&
    (found.heads !== undefined ||
      (wanted !== undefined && length === heads * wanted * width));
  const sets = perHead ? heads : 1;
  const rows = wanted ?? length / (sets * width);
  if (!Number.isInteger(rows) || rows < 1) {
    const what = perHead ? `${heads} × ${width}, heads by width` : `${width}`;
    const rule = `a multiple of ${what}`;
    throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
  }
  const form = perHead ? [heads, rows, width] : [rows, width];
  const weight = readWeight(heap, method, param, given.value, form, shaped);
  return {
    rows,
    width,
    load(scratch, gradient) {
      const sum = gradient ? weight.gradient(scratch) : undefined;
      const table = {
        table: weight.float32(scratch),
        tableRows: rows,
        width,
        rowStride: width,
        headStride: sets > 1 ? rows * width : 0,
        gradient: sum?.pointer ?? 0,
      };
      return { table, sum };
    },
  };
}
