/** Windowed learned tables: all that is known about the methods. */

import { tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { rowCount, seed, tableDim } from './learned-parameters.js';

/** The options of `windowed`, in the order in which they are read. */
export const windowedParameters = {
  ...tableRows,
  /**
   * Width D of a row. Defaults to that of a `table` given as a tensor;
   * otherwise required.
   */
  dim: tableDim,
  /**
   * Whether rows depend on the place in the window alone (`modulo`), or on
   * the number of the window, too (`block`). Defaults to `'modulo'`.
   */
  kind: {
    kind: 'choice',
    choices: ['modulo', 'block'],
    default: 'modulo',
  },
  /** Length w of a window. Defaults to the rows of `table`, or 64. */
  window: {
    ...rowCount,
    optional: true,
  },
  /** Rows by place, [w, dim] row-major. Defaults to one drawn from `seed`. */
  table: {
    kind: 'floats',
    optional: true,
  },
  /**
   * Rows by window for `block`, [windows, dim] row-major. Defaults to one
   * drawn from `seed`.
   */
  blockTable: {
    kind: 'floats',
    optional: true,
  },
  /**
   * Which tables are drawn if none are given: the same everywhere. Defaults
   * to 0.
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
    'A short learned table for any length: its rows again in every window, ' +
    'with a second table for the number of the window or without.',
  goodAt:
    'Few parameters, each of them trained often; with blocks w + L/w rows ' +
    'serve L positions.',
  badAt:
    'With modulo alone, positions a window apart are the same to the model: ' +
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
    'With `block` there are as many windows as `blockTable` has rows: beyond ' +
      'them a position is an error, as with every learned table.',
    'Before training, the sum of two random rows is as far from its ' +
      'neighbour as from any other.',
  ],
} as const satisfies Description;
