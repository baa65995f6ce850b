/** Maps of distances onto trained ones: parameters and description. */

import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** A number of positions. */
const count = {
  kind: 'number',
  integer: true,
  min: 1,
  max: 2 ** 31,
} as const;

/** A number of tokens. */
const tokens = { ...count, min: 0, max: WIDEST } as const;

/** The options of `positionMap`, in the order in which they are read. */
export const positionMapParameters = {
  /** How far distances are mapped onto near ones. Required. */
  map: {
    kind: 'variant',
    variants: {
      rerope: {
        /** Distance from which on distances no longer grow by 1. Required. */
        window: count,
        /**
         * How much distances grow beyond the window: 0 keeps them at `window`,
         * more is the leaky form. Defaults to 0.
         */
        slope: { kind: 'number', min: 0, max: 1, default: 0 },
      },
      selfExtend: {
        /** Distance from which on keys count in groups. Required. */
        window: count,
        /** Number of neighbours that share a position. Required. */
        groupSize: count,
      },
      dualChunk: {
        /** Largest distance of the model's training. Required. */
        chunkSize: count,
        /**
         * Number of positions by which distances between neighbouring chunks
         * stay exact; a chunk has `chunkSize` - `localSize` tokens. Required.
         */
        localSize: tokens,
      },
    },
  },
  /** Number of queries. Required. */
  queries: tokens,
  /** Number of keys, which begin at position 0. Required. */
  keys: tokens,
  /** Position of the first query. Defaults to `keys` - `queries`. */
  queryStart: { ...tokens, optional: true },
} as const satisfies Parameters;

export const positionMapDescription = {
  title: 'Maps of far distances onto near ones',
  summary:
    'Positions with which queries and keys are rotated so that no distance ' +
    'exceeds those of the training.',
  goodAt: 'Contexts longer than those of the training, without any training.',
  badAt:
    'Cost and far detail: scores are computed once for each set of positions, ' +
    'and far keys lose their exact order.',
  formula: [
    {
      when: { map: 'rerope' },
      usual: true,
      text:
        'r = i - j; distance = r where r < window, else window + slope · ' +
        '(r - window)',
      latex:
        '\\rho(r) = \\begin{cases} r & r < w \\\\ w + s\\,(r - w) & r \\ge w ' +
        '\\end{cases},\\quad r = i - j',
    },
    {
      when: { map: 'selfExtend' },
      text:
        'distance = r where r < window, else floor(i/G) - floor(j/G) + ' +
        'window - floor(window/G)',
      latex:
        '\\rho = \\lfloor i/G \\rfloor - \\lfloor j/G \\rfloor + w - ' +
        '\\lfloor w/G \\rfloor \\quad (r \\ge w)',
    },
    {
      when: { map: 'dualChunk' },
      text:
        'C = chunkSize - localSize; key j mod C; query i mod C in the same ' +
        'chunk, min(i mod C + C, chunkSize) in the chunk before, ' +
        'min(2·C - 1, chunkSize) in all earlier ones',
      latex:
        'k = j \\bmod C,\\quad q = i \\bmod C \\;\\mid\\; ' +
        '\\min(i \\bmod C + C,\\, c) \\;\\mid\\; \\min(2C - 1,\\, c)',
    },
  ],
  paper: {
    title: 'LLM Maybe LongLM: Self-Extend LLM Context Window Without Tuning',
    authors: 'Jin et al.',
    year: 2024,
    arxiv: '2401.01325',
  },
  result:
    'sets of positions for queries and keys, the set that counts for each ' +
    'score [queries, keys], and the distances [queries, keys]',
  accuracy: 'exact, but for the rounding of slope · position',
  example: {
    map: { type: 'selfExtend', window: 4, groupSize: 2 },
    queries: 16,
    keys: 16,
  },
  pitfalls: [
    'Keys behind their query count in the first set; a causal mask hides them.',
    'A cache cannot hold rotated keys: each set rotates them anew, except in ' +
      'the dual chunk map, whose keys are the same in all sets.',
    'Self-Extend reaches G · (trained length - window) + window tokens: a ' +
      'larger window keeps more exact distances and reaches less far.',
  ],
} as const satisfies Description;
