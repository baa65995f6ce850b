// @ts-check
// A method that does not exist. Its table has a row of zeros, then a row for
// each cell, with the number of the cell plus half of the column.

/** @type {import('posenc/descriptions').MethodDescription} */
export const tenth = {
  name: 'tenth',
  title: 'The tenth',
  family: 'table',
  summary: 'Cells of a grid, counted.',
  goodAt: 'Tests.',
  badAt: 'Models.',
  formula: {
    text: 'PE[c, k] = c + k/2',
    latex: '\\mathrm{PE}_{c,k} = c + k/2',
  },
  result: 'Tensor [1 + cells, dim]',
  accuracy: 'exact',
  parameters: {
    cells: { kind: 'integers', min: 1, least: 1, most: 2, doc: 'The grid.' },
    dim: { kind: 'number', integer: true, min: 1, doc: 'The width.' },
    more: { kind: 'boolean', default: false, doc: 'Twice as many rows.' },
  },
  presets: { more: { cells: [5, 5], more: true } },
  example: { cells: [3, 4], dim: 6 },
  cells: 'cells',
  pitfalls: ['It is no encoding.'],
};
