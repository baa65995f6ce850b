// From the state of the view to a table to draw. Every number comes from the
// package; here is only the difference of two of its tables.

import type { Posenc, Tensor } from 'posenc';
import type { Grid, Numbers } from '../../plot/grid.js';
import { numbersOf } from '../../plot/half.js';
import { type Failure, PageLimit } from '../../shell/failure.js';
import { type EncodingsState, parameterNames } from './state.js';

export interface Table {
  readonly tensor: Tensor;
  readonly grid: Grid;
  /** How long the package took, in milliseconds. */
  readonly ms: number;
}

/** 256 MB of float32: beyond it a browser tab is no place for a picture. */
const mostValues = 2 ** 26;

/** The options of the call, as the copied code shows them, too. */
export function optionsOf(state: EncodingsState) {
  const { length, dim, base, layout, start, step, dtype, precision } = state;
  return { length, dim, base, layout, start, step, dtype, precision };
}

function checkSize({ length, dim }: EncodingsState): void {
  const values = length * dim;
  // Only of sizes that the package would accept; others are its to refuse.
  if (values <= mostValues || !Number.isSafeInteger(values) || dim > 2 ** 20) {
    return;
  }
  const failure: Failure = {
    code: 'PAGE_LIMIT',
    param: 'length',
    message:
      `this page draws at most ${mostValues} values, not ${values}; ` +
      'the package has no such limit',
  };
  throw new PageLimit(failure);
}

/** An array of an earlier table that the next can be written into. */
function reusable(last: Tensor | null, state: EncodingsState) {
  const fits =
    last !== null &&
    last.dtype === state.dtype &&
    last.data.length === state.length * state.dim;
  return fits ? { out: last.data } : {};
}

function difference(values: Numbers, exact: Numbers): Float64Array {
  const errors = new Float64Array(values.length);
  for (let i = 0; i < errors.length; i++) {
    errors[i] = (values[i] as number) - (exact[i] as number);
  }
  return errors;
}

export function computeTable(
  pe: Posenc,
  state: EncodingsState,
  last: Tensor | null,
): Table {
  checkSize(state);
  const options = optionsOf(state);
  const begin = performance.now();
  const tensor = pe.sinusoidal({ ...options, ...reusable(last, state) });
  const ms = performance.now() - begin;
  const values = numbersOf(tensor);
  const [rows = 0, columns = 0] = tensor.shape;
  if (state.show === 'values') {
    return { tensor, ms, grid: { values, rows, columns } };
  }
  const exact = pe.sinusoidal({
    ...options,
    dtype: 'float64',
    precision: 'exact',
  });
  const errors = difference(values, exact.data);
  return { tensor, ms, grid: { values: errors, rows, columns } };
}

/** True when only the way of drawing differs. */
export function sameTable(a: EncodingsState, b: EncodingsState): boolean {
  return (
    a.show === b.show &&
    parameterNames.every((key) => Object.is(a[key], b[key]))
  );
}

/**
 * The frequency of each pair of columns in radians a position, read off the
 * sines of the table at position 1 (no frequency is above 1 there).
 */
export function measureFrequencies(
  pe: Posenc,
  { dim, base, precision }: EncodingsState,
): Float64Array {
  const { data } = pe.sinusoidal({
    positions: [1],
    dim,
    base,
    precision,
    layout: 'blocks',
    dtype: 'float64',
  });
  return data.slice(0, Math.ceil(dim / 2)).map(Math.asin);
}

/** What a column holds: a sine or a cosine of one of the frequencies. */
export interface Role {
  readonly wave: 'sine' | 'cosine';
  readonly pair: number;
}

export function roleOf(
  column: number,
  { dim, layout }: Pick<EncodingsState, 'dim' | 'layout'>,
): Role {
  const sines = Math.ceil(dim / 2);
  if (layout === 'blocks') {
    return column < sines
      ? { wave: 'sine', pair: column }
      : { wave: 'cosine', pair: column - sines };
  }
  return {
    wave: column % 2 === 0 ? 'sine' : 'cosine',
    pair: Math.floor(column / 2),
  };
}

/** One column of a grid, for the line chart. */
export function columnOf({ values, rows, columns }: Grid, column: number) {
  return Float64Array.from(
    { length: rows },
    (_, row) => values[row * columns + column] as number,
  );
}
