/**
 * TUPE (arXiv:2006.15595): products of positions with each other, through
 * projections of their own. The scores that involve the first token, which
 * stands for the sequence, do not depend on positions: row 0 of the table gives
 * that of all its keys, row 1 that of all its queries, and token t has row
 * t + 1.
 */

import { type Array64, dot } from './array.js';
import type { Term } from './attention.js';
import { t5Bucket } from './distances.js';
import { type Linear, linear, type Norm, normalised } from './networks.js';

export interface Tupe {
  /** [rows, dim] */
  readonly table: Array64;
  readonly norm: Norm;
  readonly query: Linear;
  readonly key: Linear;
  readonly heads: number;
  /** Factor of the products, 1/√(2 · headDim). */
  readonly scale: number;
}

export function tupe({ table, norm, query, key, heads, scale }: Tupe): Term {
  const projected = (row: number, by: Linear, head: number) => {
    const all = linear(by, normalised(norm, table.row(row)));
    const width = all.length / heads;
    return all.slice(head * width, (head + 1) * width);
  };
  return ({ head, queryAt, keyAt }) => {
    const of = (one: number, other: number) =>
      scale * dot(projected(one, query, head), projected(other, key, head));
    if (queryAt === 0) return of(0, 0);
    if (keyAt === 0) return of(1, 1);
    return of(queryAt + 1, keyAt + 1);
  };
}

/**
 * The row of TUPE-R's table: T5's bucket, the row after the buckets for all
 * queries of the first token as a key, and the middle bucket, which no distance
 * has, for all its keys.
 */
export function tupeRow(
  queryAt: number,
  keyAt: number,
  buckets: number,
  maxDistance: number,
): number {
  if (queryAt === 0) return buckets / 2;
  if (keyAt === 0) return buckets;
  const bidirectional = true;
  return t5Bucket(keyAt - queryAt, { buckets, maxDistance, bidirectional });
}
