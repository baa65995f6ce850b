/** Terms that read a number of a table for each pair and head. */

import type { Scratch } from '../core/memory.js';
import type { LookupIndex } from './lookup-index.js';
import { lookupTerm } from './lookup-term.js';
import type { LoadedTerms } from './term.js';
import type { Weight } from './weights.js';

/** Numbers by row, and the row of each pair. */
interface Numbers {
  /** Name of the term. */
  readonly name: string;
  /** Name of the option that has the table, as the gradient is called. */
  readonly param: string;
  /** The table, [rows, heads]. */
  readonly weight: Weight;
  readonly index: LookupIndex;
  /** Whether the term has the factor of the scores in it. */
  readonly scaled: boolean;
}

/** The term T[index(i, j), h]; `gradient` says whether `back` will be called. */
export function numberTerm(
  scratch: Scratch,
  { param, weight, ...how }: Numbers,
  gradient: boolean,
): LoadedTerms {
  const [rows = 1, heads = 1] = weight.shape;
  const sum = gradient ? weight.gradient(scratch) : undefined;
  const table = {
    ...{ table: weight.float32(scratch), tableRows: rows },
    ...{ width: 1, rowStride: heads, headStride: 1 },
    gradient: sum?.pointer ?? 0,
  };
  // A number of the table is a vector of width 1, times 1.
  const ones = scratch.copy(new Float32Array(heads).fill(1));
  const added = { pointer: ones, gradient: 0 };
  return {
    terms: [lookupTerm(scratch, { ...how, side: 'none', table, added })],
    gradients: () => ({ ...(sum && { [param]: sum.tensor() }) }),
  };
}
