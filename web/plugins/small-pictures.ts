// `virtual:small-pictures`: small true pictures of the methods that are no tables,
// for the list of all methods. The package computes them while the page is built,
// from the example of each method, so that the page needs no more of the package
// than the tables that it draws.

import type { Posenc, Tensor } from 'posenc';
import type { MethodDescription } from 'posenc/descriptions';
import type { Plugin } from 'vite';
import { rangeOf } from '../src/figures/colour-range.js';
import { withWeights } from '../src/figures/learned/weights.js';
import type { SmallPicture } from '../src/figures/small-picture.js';
import { entryOf } from '../src/plot/colormap.js';
import type { Grid } from '../src/plot/grid.js';
import type { Spec } from '../src/state/spec.js';
import { described } from './descriptions.js';

const name = 'virtual:small-pictures';
const resolved = `\0${name}`;

/** The most cells of a picture, which shows the first of more. */
const most = { rows: 24, columns: 32 };

/** Rows and columns of cells of an image, in an example. */
const isImage = (value: unknown): value is [rows: number, columns: number] =>
  Array.isArray(value) && value.length === 2;

/** The cosines of a rope, [positions, pairs], as many as a picture has. */
function wavesOf(pe: Posenc, { example = {} }: MethodDescription): Grid {
  const rope = pe.rope({ ...example, headDim: 2 * most.columns });
  const { cos } = rope.cosSin({ start: 0, length: most.rows });
  return { rows: most.rows, columns: cos.shape.at(-1) ?? 0, values: cos.data };
}

/**
 * The example of a method. A gate is 1 everywhere before training: it gets the
 * factors that the view of attention draws for it.
 */
function filled(pe: Posenc, { name, family, example = {} }: MethodDescription) {
  const spec: Spec = { ...example, method: name };
  if (family !== 'gate') return spec;
  const heads = Number(example.heads);
  const queries = Number(example.queries);
  return withWeights(pe, spec, {
    ...{ heads, keyHeads: heads, headDim: 1, queries, keys: queries },
  });
}

/** The numbers of the first head, [queries, keys]. */
function pairsOf(pe: Posenc, method: MethodDescription): Grid {
  const spec = filled(pe, method);
  const { data, shape } = pe.make(spec as never) as unknown as Tensor;
  const [, rows = 0, columns = 0] = shape;
  const grid = method.example?.grid;
  if (!isImage(grid)) return { rows, columns, values: data as Float32Array };
  // Of an image, what the cell in the middle has for each of the cells.
  const from = Math.floor(rows / 2) * columns;
  const values = (data as Float32Array).subarray(from, from + columns);
  return { rows: grid[0], columns: grid[1], values };
}

/** The first cells of a map. */
function cropped({ rows, columns, values }: Grid): Grid {
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

/** The picture of a method that is no table. */
export function pictureOf(pe: Posenc, method: MethodDescription): SmallPicture {
  const grid = cropped(
    method.family === 'rotation' ? wavesOf(pe, method) : pairsOf(pe, method),
  );
  const cells = Array.from(grid.values);
  if (cells.length === 0 || !cells.every(Number.isFinite)) {
    throw new Error(`the example of ${method.name} gives no picture`);
  }
  const range = rangeOf(grid);
  const entries = cells.map((value) => entryOf(value, range));
  return {
    ...{ rows: grid.rows, columns: grid.columns },
    kind: range.low < 0 ? 'diverging' : 'sequential',
    entries: Buffer.from(entries).toString('base64'),
  };
}

/** The pictures of all methods that are no tables, by their names. */
export const picturesOf = (
  pe: Posenc,
  methods: readonly MethodDescription[],
): Readonly<Record<string, SmallPicture>> =>
  Object.fromEntries(
    methods
      .filter(({ family }) => family !== undefined && family !== 'table')
      .map((method) => [method.name, pictureOf(pe, method)]),
  );

export function smallPictures(): Plugin {
  return {
    name: 'small-pictures',
    resolveId: (id) => (id === name ? resolved : undefined),
    async load(id) {
      if (id !== resolved) return undefined;
      const { load } = await import('posenc');
      const methods = Object.values(await described(this));
      const pictures = picturesOf(await load(), methods);
      return `export const pictures = ${JSON.stringify(pictures)};`;
    },
  };
}
