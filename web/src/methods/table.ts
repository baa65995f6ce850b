// Computes the table of a spec for the figures. All numbers come from the
// package; only the difference of two tables is computed here.

import { type Posenc, type Tensor, toFloat32 } from 'posenc';
import type { MethodDescription } from 'posenc/descriptions';
import type { Grid, Numbers } from '../plot/grid.js';
import { PageLimit } from '../shell/failure.js';
import { type Spec, sameValue } from '../state/spec.js';
import { effective, lean } from './defaults.js';
import { makeTable, shapeOf } from './make.js';
import { type Rows, rowsOf } from './rows.js';
import { tableNamed } from './tables.js';

/** The values of a table, or how far they are from the exact float64 ones. */
export const subjects = ['values', 'errors'] as const;
export type Subject = (typeof subjects)[number];

export interface Table {
  readonly method: MethodDescription;
  /** The spec of the call. */
  readonly spec: Spec;
  /** What is drawn. Without an exact table there are no errors to draw. */
  readonly subject: Subject;
  readonly tensor: Tensor;
  /** The values, or their errors. */
  readonly grid: Grid;
  /** The values themselves. */
  readonly values: Grid;
  readonly rows: Rows;
  /** How long the package took, in milliseconds. */
  readonly ms: number;
}

/** 256 MB of float32: a browser tab should not hold more for one picture. */
const mostValues = 2 ** 26;

/** Refuses a table that is too large for the page, before it is computed. */
function checkSize(
  shape: readonly number[],
  { cells = 'grid' }: MethodDescription,
  spec: Spec,
): void {
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (size <= mostValues) return;
  throw new PageLimit({
    code: 'PAGE_LIMIT',
    param: spec[cells] === undefined ? 'length' : cells,
    message:
      `this page draws at most ${mostValues} values, not ${size}; ` +
      'the package has no such limit',
  });
}

/** Makes a table in the array of an earlier one, where that has its size. */
function makeInto(
  pe: Posenc,
  { parameters }: MethodDescription,
  spec: Spec,
  shape: readonly number[],
  last: Tensor | null,
): Tensor {
  const { dtype = 'float32' } = spec;
  const fits =
    'out' in parameters &&
    last?.dtype === dtype &&
    last.shape.length === shape.length &&
    last.shape.every((extent, i) => extent === shape[i]);
  return makeTable(pe, spec, fits ? { out: last.data } : {});
}

/** The values of a table as numbers; those of 16 bits are decoded. */
function numbersOf(tensor: Tensor): Numbers {
  const { data } = tensor;
  return data instanceof Float64Array ? data : toFloat32(tensor);
}

function difference(values: Numbers, exact: Numbers): Float64Array {
  const errors = new Float64Array(values.length);
  for (let i = 0; i < errors.length; i++) {
    errors[i] = (values[i] as number) - (exact[i] as number);
  }
  return errors;
}

/** The spec of the same table in float64; null where there is none. */
export function exactSpec(
  { parameters }: MethodDescription,
  spec: Spec,
): Spec | null {
  const { dtype, precision } = parameters;
  if (dtype?.kind !== 'choice' || !dtype.choices.includes('float64')) {
    return null;
  }
  const exact =
    precision?.kind === 'choice' && precision.choices.includes('exact');
  return { ...spec, dtype: 'float64', ...(exact && { precision: 'exact' }) };
}

/** `last` is a table that is no longer needed: its array may be reused. */
export function computeTable(
  pe: Posenc,
  given: Spec,
  subject: Subject,
  last: Tensor | null,
): Table {
  const method = tableNamed(given.method);
  const spec = lean(method, given);
  const shape = shapeOf(pe, spec);
  checkSize(shape, method, spec);
  const begin = performance.now();
  const tensor = makeInto(pe, method, spec, shape, last);
  const ms = performance.now() - begin;
  const numbers = numbersOf(tensor);
  const columns = tensor.shape.at(-1) ?? 1;
  const rows = columns > 0 ? numbers.length / columns : 0;
  const exact = subject === 'errors' ? exactSpec(method, spec) : null;
  const drawn =
    exact === null
      ? numbers
      : difference(numbers, numbersOf(makeTable(pe, exact)));
  return {
    method,
    spec,
    subject: exact === null ? 'values' : 'errors',
    tensor,
    ms,
    grid: { values: drawn, rows, columns },
    values: { values: numbers, rows, columns },
    rows: rowsOf(method, effective(method, spec), rows),
  };
}

/** True when two specs stand for the same call of the package. */
export function sameTable(a: Spec, b: Spec): boolean {
  const method = tableNamed(a.method);
  return a === b || sameValue(lean(method, a), lean(method, b));
}

/** One column of a grid, for the line chart. */
export function columnOf({ values, rows, columns }: Grid, column: number) {
  return Float64Array.from(
    { length: rows },
    (_, row) => values[row * columns + column] as number,
  );
}
