// The package with one more method, for the page that is built with it.

import * as posenc from '../../../bindings/dist/index.js';

export * from '../../../bindings/dist/index.js';

function table({ cells, dim }) {
  const rows = 1 + cells.reduce((product, extent) => product * extent, 1);
  const data = Float32Array.from({ length: rows * dim }, (_, i) =>
    i < dim ? 0 : Math.floor(i / dim) - 1 + (i % dim) / 2,
  );
  return { data, shape: [rows, dim], dtype: 'float32' };
}

export async function load() {
  // The methods of the package may be on a prototype.
  return Object.assign(Object.create(await posenc.load()), { tenth: table });
}
