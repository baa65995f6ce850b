/** Learned tables: parameters and description. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { axisLength, tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { offset, rowCount, seed } from './learned-parameters.js';

const spread = { kind: 'number', min: 0, max: 2 ** 60 } as const;

/** The options of `learned`, in the order in which they are read. */
export const learnedParameters = {
  ...tableRows,
  /**
   * Width D of a row. Defaults to the width of `table` if that is a tensor;
   * otherwise required.
   */
  dim: axisLength,
  /** Model or program whose table this is: sets the options below. Optional. */
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
  /**
   * The table, [rows, dim] row-major. Defaults to a table drawn from `seed`.
   */
  table: { kind: 'floats', axes: ['rows', 'dim'], optional: true },
  /**
   * Number of rows of a drawn table; a `table` with a shape must have as many.
   * Defaults to the number that the positions need.
   */
  tableLength: {
    ...rowCount,
    optional: true,
  },
  /**
   * Distribution of a drawn table: `normal` with standard deviation `std`,
   * `scaled-normal` with 1/√dim, `uniform` within `bound`, Glorot's
   * `xavier-normal` and `xavier-uniform`, or `zeros`. Defaults to `'normal'`.
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
  /** Largest absolute value of `uniform`. Defaults to 0.05. */
  bound: {
    ...spread,
    default: 0.05,
  },
  /**
   * Seed of the drawn table, which is the same in every engine. Defaults to 0.
   */
  seed,
  /**
   * Row that position 0 reads: position p reads row p + offset. Defaults to 0.
   */
  offset,
  /**
   * Position at which the sequence begins after its padding: it counts as
   * position 0, and so do all positions before it. A list of them, one for each
   * sequence of a batch, gives the rows of all sequences, one sequence after
   * the other. Optional.
   */
  sequenceStart: {
    kind: 'integers',
    orOne: true,
    min: -LARGEST_POSITION,
    max: LARGEST_POSITION,
    least: 1,
    optional: true,
  },
  /** Row for padding, which is zeros in a drawn table. Optional. */
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
  /** Whether every value is also divided by √dim. Defaults to `false`. */
  overRootDim: {
    kind: 'boolean',
    default: false,
  },
  /**
   * How a row is normalised before it is scaled: not at all, or with `l2`
   * divided by its Euclidean length. Defaults to `'none'`.
   */
  normalise: {
    kind: 'choice',
    choices: ['none', 'l2'],
    default: 'none',
  },
  ...tableResult,
} as const satisfies Parameters;

/** The option values of well-known models and programs. */
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
    'Rows of a table that is trained with the model: your own, or an ' +
    'untrained one drawn from a seed.',
  goodAt:
    'Learning whatever the data needs: the table assumes nothing about ' +
    'positions, and reading a row costs almost nothing.',
  badAt:
    'Positions beyond the last row do not exist, rare positions are hardly ' +
    'trained, and nothing relates the rows of neighbours.',
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
  result: 'Tensor [positions, dim], or [sequences · positions, dim]',
  accuracy:
    'the table itself, rounded once to the dtype; with a scale ≤ 0.5001 ulp, ' +
    'with `l2` ≤ 0.51 ulp of float32',
  example: { length: 128, dim: 64, preset: 'bert' },
  pitfalls: [
    'A drawn table has as many rows as the positions need; the tables of ' +
      'real models end: BERT has 512 rows, RoBERTa 514, GPT-2 1024, OPT 2050. ' +
      '`tableLength` gives a drawn table such an end.',
    'RoBERTa, fairseq and OPT begin at row 2: 512 positions need 514 rows, ' +
      'and padding does not count. Position ids from Hugging Face already ' +
      'contain that 2: read them with `offset: 0`.',
    'The spread of Xavier tables depends on the number of rows: without ' +
      '`tableLength`, the same seed gives other numbers for another length.',
    'The padding row of a table that you give is read as it is, as in ' +
      'PyTorch: `paddingIndex` sets it to zeros only in a drawn table, and ' +
      '`learnedGradient` keeps it unchanged.',
    'Reading beyond the last row is an error: `resample`, `tile` and `hierarchical` make longer tables.',
  ],
} as const satisfies Description;
