/** Relative terms: products of queries or keys with vectors of positions. */

import { frequency } from '../frequency.mjs';
import { type Array64, dot, range } from './array.js';
import type { Pair, Term } from './attention.js';
import { clipped, debertaBucket, inside } from './distances.js';

/** A vector of the width of a head, for each pair. */
export type Vector = (pair: Pair) => number[];

export const query: Vector = ({ q }) => q;
export const key: Vector = ({ k }) => k;

/** A vector for each head. [heads, headDim] */
export const ofHead =
  (vectors: Array64): Vector =>
  ({ head }) =>
    vectors.row(head);

/** a · b */
export const product =
  (a: Vector, b: Vector): Term =>
  (pair) =>
    dot(a(pair), b(pair));

/**
 * A row of a table, which is [rows, headDim] if the heads share it, else [rows,
 * heads, headDim]. Zeros for row -1.
 */
export function rowOf(table: Array64, row: (r: number) => number): Vector {
  return ({ head, distance }) => {
    const at = row(distance);
    if (at < 0) return range(table.size(-1)).map(() => 0);
    return table.shape.length === 2 ? table.row(at) : table.row(at, head);
  };
}

export interface Shaw {
  readonly left: number;
  readonly right: number;
  readonly beyond: 'clip' | 'zero';
}

/** Shaw (arXiv:1803.02155): the vector of j - i, for keys or for values. */
export const shaw = (table: Array64, { left, right, beyond }: Shaw): Vector =>
  rowOf(table, (r) => (beyond === 'clip' ? clipped : inside)(r, left, right));

/** BERT: row i - j + length - 1 of a table of 2 · length - 1 rows. */
export const relativeKey = (table: Array64): Vector =>
  rowOf(table, (r) => (table.size(0) - 1) / 2 - r);

export interface Deberta {
  /** Half of the rows of a table. */
  readonly span: number;
  /** Logarithmic buckets of v2, up to a distance. */
  readonly buckets?: number | undefined;
  readonly maxDistance?: number | undefined;
}

/** The row of δ = i - j, from 0 to 2 · span - 1. */
export function debertaRow(
  delta: number,
  { span, buckets, maxDistance }: Deberta,
): number {
  const bucket =
    buckets === undefined || maxDistance === undefined
      ? delta
      : debertaBucket(delta, { buckets, maxDistance });
  return Math.max(0, Math.min(bucket + span, 2 * span - 1));
}

/**
 * DeBERTa (arXiv:2006.03654), with tables of projected positions [2 · span,
 * heads, headDim]. The published code reads both tables at the row of i - j;
 * the paper reads that of queries at the row of j - i (equations 2 and 4).
 */
export function deberta(
  tables: { readonly keys: Array64; readonly queries: Array64 },
  options: Deberta & { readonly form: 'code' | 'paper' },
): Readonly<Record<'c2p' | 'p2c' | 'p2p', Term>> {
  const at = (r: number) => debertaRow(-r, options);
  const back = (r: number) => debertaRow(r, options);
  const keys = rowOf(tables.keys, at);
  const queries = rowOf(tables.queries, options.form === 'paper' ? back : at);
  return {
    c2p: product(query, keys),
    p2c: product(key, queries),
    p2p: product(queries, keys),
  };
}

/** [sines | cosines] of a position, base^(-2c/dim). */
export function sines(position: number, dim: number, base = 10000): number[] {
  const angles = range(dim / 2).map((c) => position * frequency(base, c, dim));
  return [...angles.map(Math.sin), ...angles.map(Math.cos)];
}

/**
 * Transformer-XL (arXiv:1901.02860) and XLNet: u is added to the query for
 * content, v for position. `position` gives the projected encoding of i - j,
 * that of no more than `clamp` if it is given.
 */
export function transformerXL(o: {
  readonly u: Array64;
  readonly v: Array64;
  readonly position: (delta: number, head: number) => number[];
  readonly clamp?: number | undefined;
}): Record<string, Term> {
  const { clamp = Number.POSITIVE_INFINITY } = o;
  const encoded: Vector = ({ distance, head }) =>
    o.position(Math.max(-clamp, Math.min(-distance, clamp)), head);
  return {
    queryPosition: product(query, encoded),
    biasKey: product(ofHead(o.u), key),
    biasPosition: product(ofHead(o.v), encoded),
  };
}

/**
 * XLNet's segments (arXiv:1906.08237): (q + bias) · embedding of "same" (0) or
 * "other" (1). embedding [2, heads, headDim]
 */
export function segments(
  embedding: Array64,
  bias: Array64,
  differ: (i: number, j: number) => boolean,
): Term {
  const vector: Vector = ({ i, j, head }) =>
    embedding.row(differ(i, j) ? 1 : 0, head);
  const [own, added] = [product(query, vector), product(ofHead(bias), vector)];
  return (pair) => own(pair) + added(pair);
}
