/** Options that `addTo`, `concat` and `sumOrConcat` read alike. */

import { readFloats } from '../arrays/float32.js';
import { recheck } from '../arrays/operand.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { fitAxes } from '../describe/axes.js';
import { checkNumber } from '../describe/kinds/number.js';
import { tableAxes } from './embeddings-parameters.js';

/** A factor; `rootDim` is the square root of the width. */
export type EmbeddingScale = number | 'rootDim';

/** A function that gives the factor for a width; the option is checked now. */
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

/** The rows of a table that are added or appended to embeddings. */
export interface RowsBeside {
  /**
   * Number of embeddings in a sequence; undefined if the table may have other
   * rows.
   */
  readonly length: number | undefined;
  /** Checks the table, after all arguments have been read. */
  recheck(): {
    readonly array: Float32Array;
    readonly width: number;
    readonly first: number;
    readonly length: number;
  };
  /** Throws unless the table has `length` rows from the first used one on. */
  reaches(length: number): void;
}

/** The table of a call, [rows, width], and which of its rows are used. */
export function readRows(
  method: string,
  value: unknown,
  start: number | undefined,
): RowsBeside {
  const given = readFloats(method, 'table', value);
  const { shape } = given;
  if (shape === undefined) {
    throw wrongKind(method, 'table', 'a tensor of floats [rows, width]', value);
  }
  const place = { method, param: 'table', flat: false };
  fitAxes(place, tableAxes, shape, {});
  const [rows = 0, width = 0] = shape.slice(-2);
  const first = start ?? 0;
  return {
    length: start === undefined ? rows : undefined,
    recheck: () => {
      const { array } = recheck<'float32'>(method, given);
      return { array, width, first, length: rows };
    },
    reaches: (length: number) => {
      if (first + length <= rows) return;
      const rule = `at most ${rows - length}: the table has ${rows} rows for ${length} positions`;
      throw wrongValue(method, 'start', rule, first);
    },
  };
}
