// The package with one more method, for the page that is built with it.

import * as posenc from '../../../bindings/dist/index.js';

export * from '../../../bindings/dist/index.js';

/** @param {{ cells: number[], dim: number }} spec */
const shapeOf = ({ cells, dim }) => [
  1 + cells.reduce((product, extent) => product * extent, 1),
  dim,
];

/** @param {{ cells: number[], dim: number }} spec */
function table(spec) {
  const [rows = 0, dim = 0] = shapeOf(spec);
  const data = Float32Array.from({ length: rows * dim }, (_, i) =>
    i < dim ? 0 : Math.floor(i / dim) - 1 + (i % dim) / 2,
  );
  return { data, shape: [rows, dim], dtype: 'float32' };
}

export async function load() {
  const pe = await posenc.load();
  const own = (/** @type {any} */ spec) => spec.method === 'tenth';
  return Object.create(pe, {
    make: {
      value: (/** @type {any} */ spec) =>
        own(spec) ? table(spec) : pe.make(spec),
    },
    plan: {
      value: (/** @type {any} */ spec) =>
        own(spec) ? { shape: shapeOf(spec) } : pe.plan(spec),
    },
  });
}
