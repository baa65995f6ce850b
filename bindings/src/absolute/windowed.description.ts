/** Windowed learned tables: all that is known about the methods. */

import { tableResult, tableRows } from '../describe/common.js';
import type { MethodDescription } from '../describe/form.js';
import { rowCount, seed, tableDim } from './learned-parameters.js';

export const windowedDescription = {
  name: 'windowed',
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
  parameters: {
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
      doc:
        'Whether rows depend on the place in the window alone (`modulo`), or ' +
        'on the number of the window, too (`block`).',
    },
    /** Length w of a window. Defaults to the rows of `table`, or 64. */
    window: {
      ...rowCount,
      defaultsTo: 'the rows of `table`, or 64',
      doc: 'Length w of a window.',
    },
    /** Rows by place, [w, dim] row-major. Defaults to one drawn from `seed`. */
    table: {
      kind: 'floats',
      defaultsTo: 'one drawn from `seed`',
      doc: 'Rows by place, [w, dim] row-major.',
    },
    /**
     * Rows by window for `block`, [windows, dim] row-major. Defaults to one
     * drawn from `seed`.
     */
    blockTable: {
      kind: 'floats',
      defaultsTo: 'one drawn from `seed`',
      doc: 'Rows by window for `block`, [windows, dim] row-major.',
    },
    /**
     * Which tables are drawn if none are given: the same everywhere. Defaults
     * to 0.
     */
    seed: {
      ...seed,
      doc: 'Which tables are drawn if none are given: the same everywhere.',
    },
    ...tableResult,
  },
  presets: {},
  example: { length: 256, dim: 64, window: 48 },
  pitfalls: [
    'With `block` there are as many windows as `blockTable` has rows: beyond ' +
      'them a position is an error, as with every learned table.',
    'Before training, the sum of two random rows is as far from its ' +
      'neighbour as from any other.',
  ],
} as const satisfies MethodDescription;

const { length, start, step, positions } = tableRows;
const { dim, kind, window, table, blockTable } = windowedDescription.parameters;

export const windowedCollisionsDescription = {
  name: 'windowedCollisions',
  title: 'Collisions of a windowed table',
  family: 'none',
  summary:
    'Which positions a windowed table cannot tell apart: how many, the first ' +
    'of them, and after how many positions it repeats.',
  goodAt: 'Seeing before training what a window is too short for.',
  badAt: 'Codes that are almost equal: only equal ones are counted.',
  formula: {
    text: 'p and q collide where PE[p] = PE[q]',
    latex: '\\mathrm{PE}_p = \\mathrm{PE}_q,\\quad p \\neq q',
  },
  result:
    'positions, distinct, colliding and pairs (counts), period, first (pairs)',
  accuracy: 'compares the float32 rows, number by number',
  parameters: {
    /** Number of positions. Required unless `positions` is given. */
    length,
    /** First position. Defaults to 0. */
    start,
    /** Distance from one position to the next. Defaults to 1. */
    step,
    /** The positions one by one. Instead of `length`, `start` and `step`. */
    positions,
    /**
     * Width D of a row. Defaults to that of a `table` given as a tensor;
     * otherwise required.
     */
    dim,
    /**
     * Whether rows depend on the place in the window alone (`modulo`), or on
     * the number of the window, too (`block`). Defaults to `'modulo'`.
     */
    kind,
    /** Length w of a window. Defaults to the rows of `table`, or 64. */
    window,
    /** Rows by place, [w, dim] row-major. Defaults to one drawn from `seed`. */
    table,
    /**
     * Rows by window for `block`, [windows, dim] row-major. Defaults to one
     * drawn from `seed`.
     */
    blockTable,
    /**
     * Which tables are drawn if none are given: the same everywhere. Defaults
     * to 0.
     */
    seed: windowedDescription.parameters.seed,
    /** Most pairs that `first` lists. Defaults to 16. */
    most: {
      kind: 'number',
      integer: true,
      min: 0,
      max: 2 ** 20,
      default: 16,
      doc: 'Most pairs that `first` lists.',
    },
  },
  presets: {},
  pitfalls: [
    'For the rows of any other table, see `analysis.collisions`.',
    'Rows that are equal by chance or by zeros count as well.',
  ],
} as const satisfies MethodDescription;
