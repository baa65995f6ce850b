/** The formula of a sinusoidal table: parameters and description. */

import { coordinate } from '../arrays/positions.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The options of `detectTable`, in the order in which they are read. */
export const detectTableParameters = {
  /**
   * A table whose rows are those of consecutive positions: a tensor of any dtype
   * of floats, or rows of numbers. Required.
   */
  table: { kind: 'other', axes: ['L', 'dim'] },
  /**
   * Position that was expected in the first row; 2 is right, too, in tables like
   * that of fairseq. Defaults to 0.
   */
  start: { ...coordinate, integer: true, default: 0 },
} as const satisfies Parameters;

export const detectTableDescription = {
  title: 'Formula of a sinusoidal table',
  summary:
    'Says of any table whether it is sinusoidal, and which base, order of ' +
    'columns, shift, scale and first position it has, or which mistake of ' +
    'tutorials made it.',
  goodAt: 'Tables of checkpoints and of your own code, also of 16-bit floats.',
  badAt:
    'Grids and other tables of several axes, and learned ones: they are ' +
    '`unknown`.',
  formula: {
    text: 'residual = |PE - f(p)| / |PE|, for each form f of the sinusoid',
    latex: 'r_f = \\frac{\\|\\mathrm{PE} - f(p)\\|}{\\|\\mathrm{PE}\\|}',
  },
  paper: {
    title: 'Attention Is All You Need',
    authors: 'Vaswani et al.',
    year: 2017,
    arxiv: '1706.03762',
  },
  result: '{ verdict, spec, residual, candidates, mistakes }',
  accuracy:
    'residuals in float64, of at most 96 rows: the first ones, and ever fewer ' +
    'up to the last',
  pitfalls: [
    'A shift and a base make the same table as another shift with another ' +
      'base: the one with the rounder base is taken to be meant.',
    'Two or three rows of 16-bit numbers do not tell bases apart that are near ' +
      'to each other: then the verdict is `ambiguous`.',
    'Tables whose columns have exponents of their own are not the formula of ' +
      'the paper, and no option makes them: the spec is that of the table which ' +
      'was meant, and `mistakes` says so.',
  ],
} as const satisfies Description;
