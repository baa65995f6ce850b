/** Takes a few rows and heads of large arrays, as float64. */

import type { Operand } from '../../arrays/operand.js';
import { wrongValue } from '../../base/errors.js';
import { valueOfHalf } from '../../base/half.js';
import type { HeadsShape } from '../rotation/heads.js';
import type { RotaryDType } from '../rotation/rotated-heads.js';
import type { SequencePositions } from '../rows/row-positions.js';

/** Heads before and after a turn: `[rows, heads, headDim]` each. */
export interface Sample {
  readonly rows: number;
  readonly heads: number;
  readonly headDim: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Which rows and heads are taken, and the positions of the rows. */
export interface Choice {
  readonly rows: readonly number[];
  readonly heads: readonly number[];
  readonly positions: Float64Array;
}

/** Most rows, and most numbers of a sample unless one head has more. */
const [ROWS, NUMBERS] = [16, 2 ** 12];

/**
 * The rows that are taken lie close together at the beginning, where slow and
 * fast pairs turn little, and far apart at the end.
 */
export function choose(at: HeadsShape, positions: SequencePositions): Choice {
  const { sequences, length, headDim } = at;
  const all = sequences * length;
  const maxRows = Math.max(2, Math.min(ROWS, Math.floor(NUMBERS / headDim)));
  const count = Math.min(all, maxRows);
  const rows = Array.from({ length: count }, (_, i) =>
    Math.max(i, Math.floor((i * i * (all - 1)) / Math.max(1, count - 1) ** 2)),
  );
  const room = Math.floor(NUMBERS / (headDim * Math.max(1, count)));
  const heads = Math.min(at.heads, Math.max(1, room));
  return {
    rows,
    heads: Array.from({ length: heads }, (_, i) =>
      Math.floor((i * at.heads) / heads),
    ),
    positions: Float64Array.from(rows, (row) => {
      const own = positions[Math.floor(row / length)] ?? positions[0];
      return own.at(row % length);
    }),
  };
}

/** The chosen numbers of an array. Throws unless they are finite. */
export function take(
  method: string,
  param: string,
  { array, dtype }: Operand<RotaryDType>,
  { length, heads, headDim, headsFirst }: HeadsShape,
  chosen: Choice,
): Float64Array {
  const values = new Float64Array(
    chosen.rows.length * chosen.heads.length * headDim,
  );
  let done = 0;
  for (const row of chosen.rows) {
    for (const head of chosen.heads) {
      const first = headsFirst
        ? Math.floor(row / length) * length * heads +
          head * length +
          (row % length)
        : row * heads + head;
      for (let i = first * headDim; i < (first + 1) * headDim; ++i) {
        const number = array[i] as number;
        const value = dtype === 'float32' ? number : valueOfHalf(dtype, number);
        if (!Number.isFinite(value)) {
          throw wrongValue(method, `${param}[${i}]`, 'finite', value);
        }
        values[done++] = value;
      }
    }
  }
  return values;
}

/** The given rows of a sample. */
export function sampleRows(sample: Sample, rows: readonly number[]): Sample {
  const size = sample.heads * sample.headDim;
  const part = (all: Float64Array) => {
    const some = new Float64Array(rows.length * size);
    rows.forEach((row, i) => {
      some.set(all.subarray(row * size, (row + 1) * size), i * size);
    });
    return some;
  };
  const { x, y } = sample;
  return { ...sample, rows: rows.length, x: part(x), y: part(y) };
}
