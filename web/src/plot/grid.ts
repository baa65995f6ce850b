// The table a heat map draws, and how cells and pixels of one axis meet.

export type Numbers = Float32Array | Float64Array;

/** Row-major values; a masked cell holds -Infinity, one without a value NaN. */
export interface Grid {
  readonly values: Numbers;
  readonly rows: number;
  readonly columns: number;
}

export function valueAt(grid: Grid, row: number, column: number): number {
  return grid.values[row * grid.columns + column] ?? Number.NaN;
}

/** True for a cell that has no colour, because it has no number. */
export function isEmpty(value: number): boolean {
  return !(value > Number.NEGATIVE_INFINITY);
}

/** The largest absolute value, 1 where there is none but zero. */
export function largestSize(...grids: readonly Grid[]): number {
  let most = 0;
  for (const { values } of grids) {
    for (const value of values) {
      const size = Math.abs(value);
      if (size > most && size !== Number.POSITIVE_INFINITY) most = size;
    }
  }
  return most || 1;
}

/**
 * The first cell of each of `pixels` pixels along an axis of `cells` cells,
 * and `cells` itself at the end. Fewer pixels than cells: pixel i shows the
 * cells [edges[i], edges[i + 1]). More: several pixels share one cell.
 */
export function pixelEdges(cells: number, pixels: number): Int32Array {
  const edges = new Int32Array(pixels + 1);
  for (let i = 0; i < pixels; i++) edges[i] = Math.floor((i * cells) / pixels);
  edges[pixels] = cells;
  return edges;
}

/** The cell under a place on an axis, both from 0 to 1 and clamped. */
export function cellAt(place: number, cells: number): number {
  return Math.min(cells - 1, Math.max(0, Math.floor(place * cells)));
}

/** True when some pixel has to stand for more than one cell. */
export function isCrowded(grid: Grid, width: number, height: number): boolean {
  return grid.columns > width || grid.rows > height;
}
