/**
 * Biases of images: tokens are `prefix` tokens first, then the cells of a grid
 * row by row. A position is the index of a token.
 */

import { Array64, dot, range } from './array.js';
import type { Term } from './attention.js';
import { type Layer, network, relu, sigmoid } from './networks.js';

export type Grid = readonly [height: number, width: number];

/** Row and column of a cell. */
export const cellAt = ([, width]: Grid, index: number) =>
  [Math.floor(index / width), index % width] as const;

/**
 * Swin (arXiv:2103.14030): a row for each difference of rows and columns. With
 * a prefix token (BEiT, arXiv:2106.08254), three more rows: prefix to cell,
 * cell to prefix, prefix to prefix.
 */
export function gridRow(
  grid: Grid,
  prefix: number,
  query: number,
  key: number,
) {
  const [height, width] = grid;
  const cells = (2 * height - 1) * (2 * width - 1);
  if (query < prefix) return key < prefix ? cells + 2 : cells;
  if (key < prefix) return cells + 1;
  const [y, x] = cellAt(grid, query - prefix);
  const [v, u] = cellAt(grid, key - prefix);
  return (y - v + height - 1) * (2 * width - 1) + (x - u + width - 1);
}

/** Table [rows, heads] */
export const gridBias =
  (grid: Grid, prefix: number, table: Array64): Term =>
  ({ head, queryAt, keyAt }) =>
    table.at(gridRow(grid, prefix, queryAt, keyAt), head);

/**
 * LeViT (arXiv:2104.01136): a row for each pair of absolute differences of rows
 * and columns, row by row. Table [height · width, heads]
 */
export const distanceBias =
  (grid: Grid, table: Array64): Term =>
  ({ head, queryAt, keyAt }) => {
    const [y, x] = cellAt(grid, queryAt);
    const [v, u] = cellAt(grid, keyAt);
    return table.at(Math.abs(y - v) * grid[1] + Math.abs(x - u), head);
  };

/**
 * SwinV2 (arXiv:2111.09883): 16 · σ(network(g(Δrows), g(Δcolumns))) with g(Δ) =
 * sign(Δ) · log2(1 + |8Δ / (side - 1)|) / log2 8, ReLU between the layers. The
 * sides are those of the grid of the training.
 */
export function continuousGridBias(
  grid: Grid,
  trained: Grid,
  layers: readonly Layer[],
): Term {
  const scaled = (delta: number, side: number) =>
    (Math.sign(delta) * Math.log2(1 + Math.abs((8 * delta) / (side - 1)))) / 3;
  return ({ head, queryAt, keyAt }) => {
    const [y, x] = cellAt(grid, queryAt);
    const [v, u] = cellAt(grid, keyAt);
    const place = [scaled(y - v, trained[0]), scaled(x - u, trained[1])];
    return 16 * sigmoid(network(layers, relu, place)[head] as number);
  };
}

/** Resamples the rows of a table linearly, by half-pixel centres. */
export function resampled(table: Array64, length: number): Array64 {
  const from = table.size(0);
  if (from === length) return table;
  return Array64.of([length, table.size(1)], (row, c) => {
    const at = Math.max(0, ((row + 0.5) * from) / length - 0.5);
    const low = Math.min(Math.floor(at), from - 1);
    const high = Math.min(low + 1, from - 1);
    return table.at(low, c) * (low + 1 - at) + table.at(high, c) * (at - low);
  });
}

/** SAM's row of a table for two coordinates on axes of the lengths q and k. */
function axisRow(query: number, key: number, q: number, k: number): number {
  const [stretch, squeeze] = [Math.max(k / q, 1), Math.max(q / k, 1)];
  return Math.trunc(query * stretch - key * squeeze + (k - 1) * squeeze);
}

export interface Decomposed {
  readonly queryGrid: Grid;
  readonly keyGrid: Grid;
  /** [rows, headDim] */
  readonly rowTable: Array64;
  readonly columnTable: Array64;
}

/**
 * SAM (arXiv:2304.02643): q · (row of the difference of rows + row of the
 * difference of columns). Tables of another length are resampled.
 */
export function decomposed(o: Decomposed): Term {
  const needed = (axis: 0 | 1) =>
    2 * Math.max(o.queryGrid[axis], o.keyGrid[axis]) - 1;
  const rows = () => resampled(o.rowTable, needed(0));
  const columns = () => resampled(o.columnTable, needed(1));
  return ({ q, queryAt, keyAt }) => {
    const [y, x] = cellAt(o.queryGrid, queryAt);
    const [v, u] = cellAt(o.keyGrid, keyAt);
    const row = axisRow(y, v, o.queryGrid[0], o.keyGrid[0]);
    const column = axisRow(x, u, o.queryGrid[1], o.keyGrid[1]);
    return dot(q, rows().row(row)) + dot(q, columns().row(column));
  };
}

/** The index of every pair of tokens of a grid. */
export const gridRows = (grid: Grid, prefix: number): number[] => {
  const tokens = range(prefix + grid[0] * grid[1]);
  return tokens.flatMap((q) => tokens.map((k) => gridRow(grid, prefix, q, k)));
};
