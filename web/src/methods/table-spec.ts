// What the page says of a table before it is made: which spec stands for it,
// whether it is small enough, and which exact table it is compared with.

import type { MethodDescription } from 'posenc/descriptions';
import { PageLimit } from '../shell/failure.js';
import { type Spec, sameValue } from '../state/spec.js';
import { lean } from './defaults.js';
import { tableNamed } from './table-methods.js';

/** The values of a table, or how far they are from the exact float64 ones. */
export const subjects = ['values', 'errors'] as const;
export type Subject = (typeof subjects)[number];

/** 256 MB of float32: a browser tab should not hold more for one picture. */
const mostValues = 2 ** 26;

/** Refuses a table that is too large for the page, before it is computed. */
export function checkSize(
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

/** True when two specs stand for the same call of the package. */
export function sameTable(a: Spec, b: Spec): boolean {
  const method = tableNamed(a.method);
  return a === b || sameValue(lean(method, a), lean(method, b));
}
