/** Windowed learned tables: parameters and description. */

import { axisLength, tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { rowCount, seed } from './learned-parameters.js';

/** The options of `windowed`, in the order in which they are read. */
export const windowedParameters = {
  ...tableRows,
  /**
   * Width D of a row. Defaults to that of a `table` given as a tensor;
   * otherwise required.
   */
  dim: axisLength,
  /**
   * Whether rows depend only on the place in the window (`modulo`), or also on
   * the number of the window (`block`). Defaults to `'modulo'`.
   */
  kind: {
    kind: 'choice',
    choices: ['modulo', 'block'],
    default: 'modulo',
  },
  /** Length w of a window. Defaults to the number of rows of `table`, or 64. */
  window: {
    ...rowCount,
    optional: true,
  },
  /**
   * A row for each place in the window, [w, dim] row-major. Defaults to a table
   * drawn from `seed`.
   */
  table: { kind: 'floats', axes: ['window', 'dim'], optional: true },
  /**
   * A row for each window, with `block`, [windows, dim] row-major. Defaults to
   * a table drawn from `seed`.
   */
  blockTable: { kind: 'floats', axes: ['windows', 'dim'], optional: true },
  /**
   * Seed of the drawn tables, which are the same in every engine. Defaults to
   * 0.
   */
  seed: {
    ...seed,
  },
  ...tableResult,
} as const satisfies Parameters;

export const windowedDescription = {
  title: 'Windowed learned table',
  family: 'table',
  summary:
    'A short learned table for any length: its rows are repeated in every ' +
    'window, and a second table can add a row for each window.',
  goodAt:
    'Few parameters, each of which is trained often: with `block`, w + L/w ' +
    'rows serve L positions.',
  badAt:
    'With `modulo`, the model cannot tell apart positions one window apart: ' +
    'see `windowedCollisions`.',
  formula: [
    {
      when: { kind: 'modulo' },
      usual: true,
      text: 'PE[p] = table[p mod w]',
      latex: '\\mathrm{PE}_p = T_{p\\;\\mathrm{mod}\\;w}',
    },
    {
      when: { kind: 'block' },
      text: 'PE[p] = table[p mod w] + blockTable[floor(p / w)]',
      latex:
        '\\mathrm{PE}_p = T_{p\\;\\mathrm{mod}\\;w} + ' +
        'B_{\\lfloor p / w \\rfloor}',
    },
  ],
  result: 'Tensor [positions, dim]',
  accuracy:
    'modulo: the table itself, rounded once to the dtype; block: ≤ 0.5001 ulp',
  example: { length: 256, dim: 64, window: 48 },
  pitfalls: [
    'With `block` there are as many windows as `blockTable` has rows; a ' +
      'position beyond them is an error, as with every learned table.',
    'Before training, the sum of two random rows is no nearer to its ' +
      'neighbour than to most other rows.',
  ],
} as const satisfies Description;
