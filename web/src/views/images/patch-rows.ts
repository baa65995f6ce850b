// The numbers by which patches are compared: the rows of a table, or the turns of
// a rope at each patch.
//
// A rope turns a vector x at two patches by angles that differ by d_k in pair k. The
// score of x with itself there is Σ |x_k|² cos d_k, and its mean over all directions
// of x, divided by |x|², is the mean of cos d_k over the pairs. That is the cosine of
// two rows of cosines and sines, so tables and ropes are compared in one way.

import type { Absolute } from 'posenc/absolute';
import type { Rotary } from 'posenc/rotary';
import type { Grid } from '../../plot/grid.js';
import { PageLimit } from '../../shell/failure.js';
import {
  type Asked,
  callsOf,
  ownNameOf,
  type RopeCalls,
  type Size,
  type TableCalls,
} from './calls.js';

export type Package = Pick<
  Absolute,
  'sinusoidalGrid' | 'learned' | 'resample'
> &
  Pick<Rotary, 'rope' | 'mixedFrequencies'>;

/** The most patches that the page draws, and the most numbers of all of them. */
export const mostPatches = 4096;
const mostNumbers = 2 ** 24;

/** Refuses what the page does not draw, before it is computed. */
export function checkSize(param: 'grid' | 'to', size: readonly number[]): Size {
  const [rows = 0, columns = 0, ...more] = size;
  const whole = [rows, columns].every((n) => Number.isInteger(n) && n >= 1);
  const count = rows * columns;
  if (whole && more.length === 0 && count <= mostPatches) {
    return [rows, columns];
  }
  throw new PageLimit({
    ...{ code: 'PAGE_RANGE', param },
    message:
      `${param} must be two whole numbers ≥ 1 with a product of at most ` +
      `${mostPatches}, got ${size.join(' × ') || 'none'}`,
  });
}

function checkNumbers(asked: Asked, columns: number, option: string): void {
  const [rows, along] = asked.larger?.to ?? asked.grid;
  const count = rows * along * columns;
  if (!(count > mostNumbers)) return;
  throw new PageLimit({
    ...{ code: 'PAGE_LIMIT', param: option },
    message:
      `this page compares at most ${mostNumbers} numbers, not ${count}; ` +
      'the package has no such limit',
  });
}

function tableRows(pe: Package, { first, resample }: TableCalls): Grid {
  const table =
    first.method === 'learned'
      ? pe.learned(first.options as never)
      : pe.sinusoidalGrid(first.options as never);
  const made =
    resample === null
      ? table
      : pe.resample({ ...resample.options, table } as never);
  const [rows = 0, columns = 0] = made.shape;
  return { values: made.data as Float32Array, rows, columns };
}

/** `head` is NaN for all heads. */
function ropeRows(
  pe: Package,
  { frequencies, rope: { options }, where }: RopeCalls,
  head: number,
): Grid {
  const own = frequencies && pe.mixedFrequencies(frequencies.options as never);
  const axes = {
    ...(options.axes as object),
    ...(own && { frequencies: own }),
  };
  const rope = pe.rope({ ...options, axes } as never);
  const { cos, sin } = rope.cosSin(where as never);
  const rows = cos.shape[0] ?? 0;
  const width = rows === 0 ? 0 : cos.data.length / rows;
  const pairs = width / rope.sets;
  // Of heads that turn alike, there is one.
  const [from, count] =
    rope.sets === 1 || Number.isNaN(head) ? [0, width] : [head * pairs, pairs];
  const columns = 2 * count;
  const values = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const at = row * width + from;
    const to = row * columns;
    values.set(cos.data.subarray(at, at + count) as Float32Array, to);
    values.set(sin.data.subarray(at, at + count) as Float32Array, to + count);
  }
  return { values, rows, columns };
}

/** Which head is compared: the mean of all for NaN. Refuses one that there is not. */
function checkHead({ options: { heads } }: Asked, head: number): void {
  const there = Number.isInteger(head) && head >= 0 && head < heads;
  if (Number.isNaN(head) || there) return;
  throw new PageLimit({
    ...{ code: 'PAGE_RANGE', param: 'head' },
    message: `head must be a whole number from 0 to ${heads - 1}, got ${head}`,
  });
}

/**
 * A row for each patch. What the package or the page refuses is thrown under the
 * names that the view has.
 */
export function patchRows(pe: Package, asked: Asked, head: number): Grid {
  const { options, larger } = asked;
  checkSize('grid', asked.grid);
  if (larger !== null) checkSize('to', larger.to);
  const calls = callsOf(asked);
  try {
    if (calls.kind === 'table') {
      checkNumbers(asked, options.dim, 'dim');
      return tableRows(pe, calls);
    }
    const own = calls.frequencies !== null;
    if (own) checkHead(asked, head);
    const width = options.headDim * (own ? options.heads : 1);
    checkNumbers(asked, width, own ? 'heads' : 'headDim');
    return ropeRows(pe, calls, own ? head : Number.NaN);
  } catch (error) {
    throw named(error, larger !== null);
  }
}

/** An error of the package with the name that its option has here. */
function named(error: unknown, larger: boolean): unknown {
  if (!(error instanceof Error) || !('param' in error)) return error;
  const { message, code, param } = error as Error & {
    readonly code: string;
    readonly param: string;
  };
  return new PageLimit({ message, code, param: ownNameOf(param, larger) });
}
