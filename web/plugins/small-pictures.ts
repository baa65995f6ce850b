// `virtual:small-pictures`: small true pictures of the methods that are no tables,
// for the list of all methods. The package computes them while the page is built,
// from the example of each method, so that the page needs no more of the package
// than the tables that it draws.

import type { Posenc } from 'posenc';
import type { MethodDescription } from 'posenc/descriptions';
import type { Plugin } from 'vite';
import { gridOf } from '../src/documents/example-grid.js';
import { rangeOf } from '../src/figures/colour-range.js';
import { withWeights } from '../src/figures/learned/weights.js';
import type { SmallPicture } from '../src/figures/small-picture.js';
import { entryOf } from '../src/plot/colormap.js';
import type { Spec } from '../src/state/spec.js';
import { described } from './descriptions.js';

const name = 'virtual:small-pictures';
const resolved = `\0${name}`;

/** The most cells of a picture, which shows the first of more. */
const most = { rows: 24, columns: 32 };

/**
 * The example of a method. A gate is 1 everywhere before training: it gets the
 * factors that the view of attention draws for it.
 */
export function filled(
  pe: Posenc,
  { name, family, example = {} }: MethodDescription,
) {
  const spec: Spec = { ...example, method: name };
  if (family !== 'gate') return spec;
  const heads = Number(example.heads);
  const queries = Number(example.queries);
  return withWeights(pe, spec, {
    ...{ heads, keyHeads: heads, headDim: 1, queries, keys: queries },
  });
}

/** The picture of a method that is no table. */
export function pictureOf(pe: Posenc, method: MethodDescription): SmallPicture {
  const grid = gridOf(pe, method, filled(pe, method), most);
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
