// @ts-check
/** Grids of any number of axes, made with a library that has up to three. */

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SinusoidalGridOptions} Options
 */

/** Largest number of axes of a grid in the library. */
export const MOST_AXES = 3;

/** The index of each cell along one of the axes, in the order of the cells.
 * @param {number[]} grid @param {number} axis */
export function alongAxis(grid, axis) {
  const cells = grid.reduce((product, length) => product * length, 1);
  const stride = grid.slice(axis + 1).reduce((product, n) => product * n, 1);
  const length = grid[axis] ?? 1;
  return Array.from(
    { length: cells },
    (_, cell) => Math.floor(cell / stride) % length,
  );
}

/** @typedef {{ width: number, row: (cell: number) => number[] }} Columns */

/**
 * The columns of one axis, which the library makes as a grid of that axis
 * alone.
 *
 * @param {Posenc} pe @param {Options} options @param {number} axis
 * @param {number} axes how many there are
 * @returns {Columns}
 */
function columnsOf(pe, options, axis, axes) {
  const { grid = [], coordinates, dim, ...rest } = options;
  // tensor2tensor leaves the columns that the axes do not share evenly.
  const width =
    rest.preset === 'tensor2tensor'
      ? 2 * Math.floor(dim / (2 * axes))
      : dim / axes;
  const lone = coordinates
    ? Array.from(coordinates).filter((_, i) => i % axes === axis)
    : undefined;
  const { data } = pe.make({
    method: 'sinusoidalGrid',
    ...rest,
    axes: 1,
    dim: width,
    ...(lone ? { coordinates: lone } : { grid: [grid[axis] ?? 1] }),
  });
  const places = lone
    ? lone.map((_, cell) => cell)
    : alongAxis([...grid], axis);
  return {
    width,
    row: (cell) => {
      const first = (places[cell] ?? Number.NaN) * width;
      return Array.from(data.subarray(first, first + width), Number);
    },
  };
}

/**
 * The table of a grid. If it has more axes than the library allows, it is
 * joined from the tables of the axes: side by side in a row, or all sines
 * before all cosines.
 *
 * @param {Posenc} pe @param {Options} options
 * @returns {ArrayLike<number>}
 */
export function gridTable(pe, options) {
  const { grid, coordinates, dim } = options;
  const axes = grid ? grid.length : (options.axes ?? 2);
  if (axes <= MOST_AXES)
    return pe.make({ method: 'sinusoidalGrid', ...options }).data;
  const all = Array.from({ length: axes }, (_, axis) =>
    columnsOf(pe, options, axis, axes),
  );
  const cells = grid
    ? grid.reduce((product, length) => product * length, 1)
    : (coordinates?.length ?? 0) / axes;
  return Array.from({ length: cells }, (_, cell) => {
    const rows = all.map(({ row }) => row(cell));
    const halves = [0, 1].flatMap((half) =>
      all.flatMap(({ width }, a) => {
        const first = (half * width) / 2;
        return rows[a]?.slice(first, first + width / 2) ?? [];
      }),
    );
    const row = options.preset === 'timm' ? halves : rows.flat();
    return [...row, ...Array(dim - row.length).fill(0)];
  }).flat();
}
