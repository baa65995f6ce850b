/** Which keys a query sees. Positions decide, unless indices are named. */

export type Sees = (i: number, j: number) => boolean;

type Positions = readonly number[];

/** How far key j lies before query i. */
const before =
  (queryAt: Positions, keyAt: Positions) => (i: number, j: number) =>
    (queryAt[i] as number) - (keyAt[j] as number);

/** Keys at the query's own position or earlier ones. */
export function causal(queryAt: Positions, keyAt: Positions): Sees {
  const back = before(queryAt, keyAt);
  return (i, j) => back(i, j) >= 0;
}

/** Keys less than `size` positions away, on both sides. */
export function within(
  queryAt: Positions,
  keyAt: Positions,
  size: number,
): Sees {
  const back = before(queryAt, keyAt);
  return (i, j) => Math.abs(back(i, j)) < size;
}

/** Queries and keys of the same document, which are numbered. */
export const sameDocument =
  (queries: readonly number[], keys: readonly number[]): Sees =>
  (i, j) =>
    queries[i] === keys[j];

/** Keys of these indices. */
export const only =
  (keys: readonly boolean[]): Sees =>
  (_, j) =>
    keys[j] === true;

export const every =
  (...all: readonly Sees[]): Sees =>
  (i, j) =>
    all.every((sees) => sees(i, j));

export const either =
  (...all: readonly Sees[]): Sees =>
  (i, j) =>
    all.some((sees) => sees(i, j));
