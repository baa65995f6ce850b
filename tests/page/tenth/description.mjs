// @ts-check
// A method that does not exist, with options of every kind that has a control.

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
    more: { kind: 'boolean', default: false, doc: 'Values twice as large.' },
    bend: {
      kind: 'variant',
      optional: true,
      doc: 'What becomes of every value.',
      variants: {
        plain: {},
        shift: { amount: { kind: 'number', min: 0, doc: 'What is added.' } },
        power: {
          amount: { kind: 'number', min: 0, doc: 'What it is multiplied by.' },
          times: {
            kind: 'number',
            integer: true,
            min: 1,
            max: 4,
            default: 1,
            doc: 'How often.',
          },
        },
      },
    },
    bands: {
      kind: 'records',
      optional: true,
      least: 1,
      most: 3,
      doc: 'Rows that have one value throughout.',
      of: {
        row: { kind: 'number', integer: true, min: 0, doc: 'Which row.' },
        value: { kind: 'number', default: 1, doc: 'What stands there.' },
        sign: {
          kind: 'choice',
          choices: ['plus', 'minus'],
          default: 'plus',
          doc: 'The sign of the value.',
        },
      },
    },
  },
  presets: {
    more: { cells: [5, 5], more: true },
    bent: { bend: { type: 'power', amount: 2 } },
  },
  example: { cells: [3, 4], dim: 6 },
  cells: 'cells',
  pitfalls: ['It is no encoding.'],
};
