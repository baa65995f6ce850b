/** Learned tables: all that is known about the method. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { offset, rowCount, seed, tableDim } from './learned-parameters.js';

const spread = { kind: 'number', min: 0, max: 2 ** 60 } as const;

/** The options of `learned`, in the order in which they are read. */
export const learnedParameters = {
  ...tableRows,
  /**
   * Width D of a row. Defaults to that of a `table` given as a tensor;
   * otherwise required.
   */
  dim: tableDim,
  /** Whose table: sets the options below. Optional. */
  preset: {
    kind: 'choice',
    choices: [
      'bert',
      'gpt2',
      'roberta',
      'fairseq',
      'opt',
      'convs2s',
      'keras',
      'x-transformers',
    ],
    optional: true,
  },
  /** The table, [rows, dim] row-major. Defaults to one drawn from `seed`. */
  table: {
    kind: 'floats',
    optional: true,
  },
  /**
   * Number of rows of a drawn table. Defaults to as many as the positions
   * need.
   */
  tableLength: {
    ...rowCount,
    optional: true,
  },
  /**
   * How a table is drawn: `normal` with deviation `std`, `scaled-normal`
   * with 1/√dim, `uniform` within `bound`, Glorot's `xavier-normal` and
   * `xavier-uniform`, or `zeros`. Defaults to `'normal'`.
   */
  init: {
    kind: 'choice',
    choices: [
      'normal',
      'scaled-normal',
      'uniform',
      'xavier-normal',
      'xavier-uniform',
      'zeros',
    ],
    default: 'normal',
  },
  /** Standard deviation of `normal`. Defaults to 0.02. */
  std: {
    ...spread,
    default: 0.02,
  },
  /** Largest distance from zero of `uniform`. Defaults to 0.05. */
  bound: {
    ...spread,
    default: 0.05,
  },
  /**
   * Which table is drawn if none is given: the same one everywhere. Defaults
   * to 0.
   */
  seed,
  /**
   * Row of position 0: the table is read at position + offset. Defaults to
   * 0.
   */
  offset,
  /**
   * Position at which the sequence begins behind its padding: positions
   * count from there, and those before it as if they stood there. Optional.
   */
  sequenceStart: {
    kind: 'number',
    integer: true,
    min: -LARGEST_POSITION,
    max: LARGEST_POSITION,
    optional: true,
  },
  /** Row that padding has: zeros in a drawn table. Optional. */
  paddingIndex: {
    ...rowCount,
    min: 0,
    optional: true,
  },
  /** Factor of every value. Defaults to 1. */
  scale: {
    kind: 'number',
    min: -(2 ** 60),
    max: 2 ** 60,
    default: 1,
  },
  /** Whether every value is divided by √dim, too. Defaults to `false`. */
  overRootDim: {
    kind: 'boolean',
    default: false,
  },
  /**
   * What is done to a row first: nothing, or `l2`, a division by its
   * Euclidean length. Defaults to `'none'`.
   */
  normalise: {
    kind: 'choice',
    choices: ['none', 'l2'],
    default: 'none',
  },
  ...tableResult,
} as const satisfies Parameters;

/** The options of well-known models and programs. */
export const learnedPresets = {
  bert: { init: 'normal', std: 0.02 },
  gpt2: { init: 'normal', std: 0.02 },
  roberta: { init: 'normal', std: 0.02, offset: 2, paddingIndex: 1 },
  fairseq: { init: 'scaled-normal', offset: 2, paddingIndex: 1 },
  opt: { init: 'normal', std: 0.02, offset: 2 },
  convs2s: { init: 'normal', std: 0.1, offset: 2, paddingIndex: 1 },
  keras: { init: 'xavier-uniform' },
  'x-transformers': { init: 'normal', std: 1, overRootDim: true },
} as const satisfies Presets;

export const learnedDescription = {
  title: 'Learned',
  family: 'table',
  summary:
    'Rows of a table that is trained with the model: yours, or one as it is ' +
    'before training, drawn from a seed.',
  goodAt:
    'Whatever the data asks for: nothing is assumed about positions, and ' +
    'reading a row costs nothing.',
  badAt:
    'Positions beyond the last row do not exist, rare ones are hardly ' +
    'trained, and neighbours know nothing of each other.',
  formula: [
    {
      when: { normalise: 'none' },
      usual: true,
      text: 'PE[p] = scale · table[p + offset]',
      latex: '\\mathrm{PE}_p = s\\,T_{p + o}',
    },
    {
      when: { normalise: 'l2' },
      text: 'PE[p] = scale · table[p + offset] / ‖table[p + offset]‖',
      latex: '\\mathrm{PE}_p = s\\,T_{p + o} / \\lVert T_{p + o} \\rVert',
    },
    {
      when: { overRootDim: true },
      text: 'every value over √dim',
      latex: '\\mathrm{PE} \\gets \\mathrm{PE} / \\sqrt{D}',
    },
    {
      text: 'table of R rows and D columns',
      latex: 'T \\in \\mathbb{R}^{R \\times D}',
    },
  ],
  paper: {
    title: 'Convolutional Sequence to Sequence Learning',
    authors: 'Gehring et al.',
    year: 2017,
    arxiv: '1705.03122',
  },
  result: 'Tensor [positions, dim]',
  accuracy:
    'the table itself, rounded once to the dtype; with a scale ≤ 0.5001 ulp, ' +
    'with `l2` ≤ 0.51 ulp of float32',
  example: { length: 128, dim: 64, preset: 'bert' },
  pitfalls: [
    'A drawn table has the rows that are asked for. Real ones end: BERT has ' +
      '512, RoBERTa 514, GPT-2 1024, OPT 2050. `tableLength` ends a drawn one.',
    'RoBERTa, fairseq and OPT begin at row 2: 512 positions need 514 rows, ' +
      'and padding does not count. Position ids of Hugging Face, which have ' +
      'that 2 in them, want offset 0.',
    'Xavier bounds depend on the number of rows: give `tableLength`, or the ' +
      'same seed gives other numbers for another length.',
    'The padding row of a given table is read as it is, as PyTorch does: ' +
      '`paddingIndex` makes it zeros when a table is drawn, and keeps it so in ' +
      '`learnedGradient`.',
    'To go beyond the last row, see `resample`, `tile` and `hierarchical`.',
  ],
} as const satisfies Description;
