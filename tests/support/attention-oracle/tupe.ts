/**
 * TUPE (arXiv:2006.15595): products of positions with each other, through
 * projections of their own. A class token at position 0 is untied from
 * positions: row 0 of the table gives its scores as a query, row 1 those as a
 * key, and token t has row t + 1. Without one, token t has row t.
 */

import { type Array64, dot } from './array.js';
import type { Term } from './attention.js';
import { type Buckets, t5Bucket } from './distances.js';
import { type Linear, linear, type Norm, normalised } from './networks.js';

export interface Tupe {
  /** [rows, dim] */
  readonly table: Array64;
  readonly norm: Norm;
  readonly query: Linear;
  readonly key: Linear;
  readonly heads: number;
  readonly classToken: boolean;
}

export function tupe({ classToken, heads, ...o }: Tupe): Term {
  const projected = (row: number, by: Linear, head: number) => {
    const all = linear(by, normalised(o.norm, o.table.row(row)));
    const width = all.length / heads;
    return all.slice(head * width, (head + 1) * width);
  };
  return ({ head, queryAt, keyAt }) => {
    const of = (one: number, other: number) =>
      dot(projected(one, o.query, head), projected(other, o.key, head));
    if (!classToken) return of(queryAt, keyAt);
    if (queryAt === 0) return of(0, 0);
    if (keyAt === 0) return of(1, 1);
    return of(queryAt + 1, keyAt + 1);
  };
}

/**
 * The row of TUPE-R's table: T5's bucket. With a class token, the row after the
 * buckets is for all queries of it as a key, and the middle bucket, which no
 * distance has, for all its keys.
 */
export function tupeRow(
  queryAt: number,
  keyAt: number,
  { classToken, ...options }: Buckets & { readonly classToken: boolean },
): number {
  if (classToken && queryAt === 0) return options.buckets / 2;
  if (classToken && keyAt === 0) return options.buckets;
  return t5Bucket(keyAt - queryAt, { ...options, bidirectional: true });
}
