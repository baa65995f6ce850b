// @ts-check
// What the method that does not exist computes. Its table has a row of zeros,
// then a row for each cell, with the number of the cell plus half of the
// column, or twice as much. The values are bent, and bands of one value are laid
// over them.

/**
 * @typedef {object} TenthSpec
 * @property {readonly number[]} cells
 * @property {number} dim
 * @property {boolean} [more]
 * @property {{ type: string, amount?: number, times?: number }} [bend]
 * @property {readonly { row: number, value?: number, sign?: string }[]} [bands]
 */

/** @param {TenthSpec} spec @returns {[rows: number, columns: number]} */
export function shapeOf({ cells, dim }) {
  return [1 + cells.reduce((product, extent) => product * extent, 1), dim];
}

/** @param {TenthSpec} spec */
export function table(spec) {
  const [rows, dim] = shapeOf(spec);
  const { type, amount = 0, times = 1 } = spec.bend ?? { type: 'plain' };
  const data = Float32Array.from({ length: rows * dim }, (_, i) => {
    const count = i < dim ? 0 : Math.floor(i / dim) - 1 + (i % dim) / 2;
    const value = spec.more ? 2 * count : count;
    if (type === 'shift') return value + amount;
    return type === 'power' ? value * amount ** times : value;
  });
  for (const { row, value = 1, sign = 'plus' } of spec.bands ?? []) {
    data.fill(sign === 'plus' ? value : -value, row * dim, (row + 1) * dim);
  }
  return { data, shape: [rows, dim], dtype: 'float32' };
}
