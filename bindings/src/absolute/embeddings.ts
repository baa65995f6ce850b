/** What a sum with embeddings and a row behind them read alike. */

import { readGiven, settled, shapeError } from '../arrays/operand.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { checkNumber } from '../describe/kinds/number.js';

/** A factor, or the root of the width. */
export type EmbeddingScale = number | 'rootDim';

/** The factor for a width, checked before any width is known. */
export function readScale(
  method: string,
  value: unknown,
): (width: number) => number {
  if (value === undefined) return () => 1;
  if (value === 'rootDim') return Math.sqrt;
  if (typeof value === 'string') {
    const rule = 'a finite number or "rootDim"';
    throw wrongValue(method, 'embeddingScale', rule, value, 'ERR_CHOICE');
  }
  const scale = checkNumber(method, 'embeddingScale', {}, value);
  return () => scale;
}

/** The rows of a table that stand beside the embeddings. */
export interface RowsBeside {
  /** How many rows must meet the embeddings, if none may be left over. */
  readonly length: number | undefined;
  /** The table, once all arguments have been read. */
  settle(): {
    readonly array: Float32Array;
    readonly width: number;
    readonly first: number;
    readonly length: number;
  };
  /** Throws unless the table has so many rows from the first one on. */
  reaches(length: number): void;
}

/** The table of a call: [rows, width], of which some stand beside. */
export function readRows(
  method: string,
  value: unknown,
  start: number | undefined,
): RowsBeside {
  const given = readGiven(method, 'table', value, 'float32');
  const { shape } = given;
  if (shape === undefined) {
    throw wrongKind(method, 'table', 'a float32 tensor [rows, width]', value);
  }
  const axes = shape.length;
  if (axes < 2 || shape.slice(0, -2).some((length) => length !== 1)) {
    throw shapeError(method, 'table', '[rows, width]', shape);
  }
  const [rows = 0, width = 0] = shape.slice(-2);
  const first = start ?? 0;
  return {
    length: start === undefined ? rows : undefined,
    settle: () => {
      const { array } = settled<'float32'>(method, given);
      return { array, width, first, length: rows };
    },
    reaches: (length: number) => {
      if (first + length <= rows) return;
      const rule = `at most ${rows - length}: the table has ${rows} rows for ${length}`;
      throw wrongValue(method, 'start', rule, first);
    },
  };
}
