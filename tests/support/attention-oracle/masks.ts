/** Which keys a query sees. Positions decide, unless indices are named. */

export type Sees = (i: number, j: number, head: number) => boolean;

type Positions = readonly number[];

/** Keys at the query's own position or earlier ones. */
export const causal = (queryAt: Positions, keyAt: Positions): Sees =>
  windowed(queryAt, keyAt, [Number.POSITIVE_INFINITY, 0]);

/** Keys up to `left` positions before the query and `right` behind it. */
export const windowed =
  (
    queryAt: Positions,
    keyAt: Positions,
    [left, right]: readonly [left: number, right: number],
  ): Sees =>
  (i, j) => {
    const distance = (keyAt[j] as number) - (queryAt[i] as number);
    return -left <= distance && distance <= right;
  };

/** Keys at positions below `end`. */
export const prefixed =
  (keyAt: Positions, end: number): Sees =>
  (_, j) =>
    (keyAt[j] as number) < end;

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
  (...pair) =>
    all.every((sees) => sees(...pair));

export const either =
  (...all: readonly Sees[]): Sees =>
  (...pair) =>
    all.some((sees) => sees(...pair));
