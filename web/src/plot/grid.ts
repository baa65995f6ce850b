// The table that a heat map draws, and which cells a pixel stands for.

export type Numbers = Float32Array | Float64Array;

/** Values by rows. A masked cell holds -Infinity, a cell without value NaN. */
export interface Grid {
  readonly values: Numbers;
  readonly rows: number;
  readonly columns: number;
}

/** A number of rows and columns. */
export type Cells = Pick<Grid, 'rows' | 'columns'>;

/** The rows and columns of a shape: the last axis is that of the columns. */
export function cellsOf(shape: readonly number[]): Cells {
  const columns = shape.at(-1) ?? 1;
  const size = shape.reduce((product, extent) => product * extent, 1);
  return { rows: columns > 0 ? size / columns : 0, columns };
}

export function valueAt(grid: Grid, row: number, column: number): number {
  return grid.values[row * grid.columns + column] ?? Number.NaN;
}

/** True for a cell without colour: it is masked or has no value. */
export function isEmpty(value: number): boolean {
  return !(value > Number.NEGATIVE_INFINITY);
}

/** The largest absolute value; 1 where all are zero. */
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
 * The first cell of each pixel along an axis, and `cells` at the end. With
 * fewer pixels than cells, pixel i stands for the cells from edges[i] up to
 * edges[i + 1]; with more, several pixels stand for one cell.
 */
export function pixelEdges(cells: number, pixels: number): Int32Array {
  const edges = new Int32Array(pixels + 1);
  for (let i = 0; i < pixels; i++) edges[i] = Math.floor((i * cells) / pixels);
  edges[pixels] = cells;
  return edges;
}

/** The cell at a place on an axis from 0 to 1; other places are clamped. */
export function cellAt(place: number, cells: number): number {
  return Math.min(cells - 1, Math.max(0, Math.floor(place * cells)));
}

/** True when some pixel has to stand for more than one cell. */
export function isCrowded(grid: Cells, width: number, height: number): boolean {
  return grid.columns > width || grid.rows > height;
}
