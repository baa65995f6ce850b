// The zoom of a picture of a long sequence: which square of all pairs of words
// it shows. A press on a cell, or Enter, looks closer at it, and buttons look from
// farther away: each step is computed anew in a worker, so that a zoom that
// followed a wheel would show blocks of the step before. Maps of a sentence show
// every word, so that there is nothing to look closer at.

import type { Cell } from '../../../plot/cursor.js';

/** The fewest pairs along an axis. */
const leastSpan = 8;

/** The square of all pairs that a picture shows. */
export interface LongZoom {
  /** The first query and the first key. */
  readonly query: number;
  readonly key: number;
  /** Number of queries, and of keys. */
  readonly span: number;
}

/** The zoom that an address names; nothing there stands for the whole. */
export function zoomOf(
  length: number,
  [query, key, span]: readonly number[],
): LongZoom {
  const wide = Math.min(length, Math.max(leastSpan, span || length));
  const first = (place = 0) => Math.min(Math.max(0, place), length - wide);
  return { query: first(query), key: first(key), span: wide };
}

/** The zoom of a size around a pair, as an address names it. */
export function zoomAt(
  length: number,
  query: number,
  key: number,
  span: number,
): readonly number[] {
  if (span >= length) return [];
  const wide = Math.max(leastSpan, Math.round(span));
  const first = (place: number) => Math.max(0, Math.round(place - wide / 2));
  const { query: i, key: j } = zoomOf(length, [first(query), first(key), wide]);
  return [i, j, wide];
}

/**
 * The zoom with `factor` times the span around a cell of a picture, or around
 * its middle, as an address names it.
 */
export function zoomFrom(
  picture: { length: number; cells: number; zoom: LongZoom },
  cell: Cell | null,
  factor: number,
): readonly number[] {
  const { length, cells, zoom } = picture;
  const at = (place: number | undefined) =>
    place === undefined ? zoom.span / 2 : ((place + 0.5) * zoom.span) / cells;
  return zoomAt(
    length,
    zoom.query + at(cell?.row),
    zoom.key + at(cell?.column),
    zoom.span * factor,
  );
}
