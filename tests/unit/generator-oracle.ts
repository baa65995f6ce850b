/**
 * What classes of diffusers compute, restated: angles of axes, the two pairings,
 * grids of coordinates, and tables of sines and cosines.
 */

/** A place of a grid, slowest axis first. */
export type Cell = readonly number[];

/** All cells of a grid, in the order of `meshgrid(…, indexing="ij")`. */
export function cellsOf(grid: readonly number[]): Cell[] {
  return grid.reduce<number[][]>(
    (cells, length) =>
      cells.flatMap((cell) =>
        Array.from({ length }, (_, index) => [...cell, index]),
      ),
    [[]],
  );
}

/** `get_1d_rotary_pos_embed`: an angle for each pair of an axis. */
export const anglesOf = (position: number, width: number, theta: number) =>
  Array.from(
    { length: width / 2 },
    (_, k) => position / theta ** ((2 * k) / width),
  );

/** The angles of axes that stand side by side. */
export const sideBySide =
  (widths: readonly number[], theta: number) => (positions: Cell) =>
    widths.flatMap((width, axis) =>
      anglesOf(positions[axis] ?? Number.NaN, width, theta),
    );

/** A head turned by the angles of its pairs, which are neighbours. */
export function turnNeighbours(head: readonly number[], angles: number[]) {
  return angles.flatMap((angle, k) => {
    const [a = 0, b = 0] = head.slice(2 * k, 2 * k + 2);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [a * cos - b * sin, b * cos + a * sin];
  });
}

/** A head turned by the angles of its pairs, whose second is half a head on. */
export function turnHalves(head: readonly number[], angles: number[]) {
  const half = angles.length;
  const first = angles.map(
    (angle, k) =>
      Number(head[k]) * Math.cos(angle) -
      Number(head[k + half]) * Math.sin(angle),
  );
  const second = angles.map(
    (angle, k) =>
      Number(head[k + half]) * Math.cos(angle) +
      Number(head[k]) * Math.sin(angle),
  );
  return [...first, ...second];
}

/** Python's `int(round(x))`: halves go to the even neighbour. */
export function round(x: number): number {
  const floor = Math.floor(x);
  if (x - floor === 0.5) return floor % 2 === 0 ? floor : floor + 1;
  return Math.round(x);
}

/**
 * Rows and columns of a grid in that of training: the crop of the pipelines,
 * then `torch.linspace(start, stop · (n - 1)/n, n)`.
 */
export function cropped(
  [rows = 1, columns = 1]: readonly number[],
  [high = 1, wide = 1]: readonly number[],
): readonly [number[], number[]] {
  const tall = rows / columns > high / wide;
  const height = tall ? high : round((wide / columns) * rows);
  const width = tall ? round((high / rows) * columns) : wide;
  const line = (count: number, start: number, stop: number) => {
    const last = (stop * (count - 1)) / count;
    return Array.from({ length: count }, (_, i) =>
      count === 1 ? start : start + (i * (last - start)) / (count - 1),
    );
  };
  const top = round((high - height) / 2);
  const left = round((wide - width) / 2);
  return [line(rows, top, top + height), line(columns, left, left + width)];
}

/** `get_1d_sincos_pos_embed_from_grid`: sines, then cosines. */
export function sincos(position: number, dim: number): number[] {
  const angles = Array.from(
    { length: dim / 2 },
    (_, k) => position / 10000 ** (k / (dim / 2)),
  );
  return [...angles.map(Math.sin), ...angles.map(Math.cos)];
}

/** A row of `get_2d_sincos_pos_embed`: the column comes first. */
export const plane = (row: number, column: number, dim: number) => [
  ...sincos(column, dim / 2),
  ...sincos(row, dim / 2),
];

/** A row of `get_3d_sincos_pos_embed`: the frame before the plane. */
export const volume = ([t = 0, row = 0, column = 0]: Cell, dim: number) => [
  ...sincos(t, dim / 4),
  ...plane(row, column, (3 * dim) / 4),
];

/** Numbers that differ from each other, for heads. */
export const numbers = (length: number) =>
  Array.from({ length }, (_, i) => Math.fround(Math.sin(3 * i + 1)));
