// The numbers of a method's picture: the table of its example, the waves of a rope, or
// what the first head has for each query and key.

import type { Tensor } from 'posenc';
import type { MethodDescription } from 'posenc/descriptions';
import type { Cells, Grid } from '../plot/grid.js';

/** What makes a method: any entry of the package that has it. */
export interface Making {
  make(spec: never): unknown;
}

export type Pictured = Pick<MethodDescription, 'name' | 'family'>;
type Options = Readonly<Record<string, unknown>>;

const made = (pe: Making, options: Options): unknown =>
  pe.make(options as never);

/** Rows and columns of cells of an image. */
const isImage = (value: unknown): value is [rows: number, columns: number] =>
  Array.isArray(value) && value.length === 2;

/** The cosines of a rope, [positions, pairs], as many as a picture has. */
function wavesOf(pe: Making, options: Options, most: Cells): Grid {
  const spec = { ...options, headDim: 2 * most.columns };
  const rope = made(pe, spec) as {
    cosSin(given: object): { readonly cos: Tensor };
  };
  const { cos } = rope.cosSin({ start: 0, length: most.rows });
  return {
    ...{ rows: most.rows, columns: cos.shape.at(-1) ?? 0 },
    values: cos.data as Float32Array,
  };
}

/** The numbers of the first head, [queries, keys]. */
function pairsOf(pe: Making, options: Options): Grid {
  const { data, shape } = made(pe, options) as Tensor;
  const [, rows = 0, columns = 0] = shape;
  const { grid } = options;
  if (!isImage(grid)) return { rows, columns, values: data as Float32Array };
  // Of an image, what the cell in the middle has for each of the cells.
  const from = Math.floor(rows / 2) * columns;
  const values = (data as Float32Array).subarray(from, from + columns);
  return { rows: grid[0], columns: grid[1], values };
}

function tableOf(pe: Making, options: Options): Grid {
  const { data, shape } = made(pe, options) as Tensor;
  const columns = shape.at(-1) ?? 0;
  return { rows: data.length / columns, columns, values: data as Float32Array };
}

/** The first cells of a map. */
function cropped({ rows, columns, values }: Grid, most: Cells): Grid {
  const kept = {
    rows: Math.min(rows, most.rows),
    columns: Math.min(columns, most.columns),
  };
  return {
    ...kept,
    values: Float64Array.from({ length: kept.rows * kept.columns }, (_, i) => {
      const row = Math.floor(i / kept.columns);
      return values[row * columns + (i % kept.columns)] as number;
    }),
  };
}

/** The picture of a method with some options, of `most` cells at most. */
export function gridOf(
  pe: Making,
  { name, family }: Pictured,
  options: Options,
  most: Cells,
): Grid {
  const spec = { ...options, method: name };
  if (family === 'rotation') return wavesOf(pe, spec, most);
  const grid = family === 'table' ? tableOf(pe, spec) : pairsOf(pe, spec);
  return cropped(grid, most);
}
