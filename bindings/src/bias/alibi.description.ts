/** ALiBi: parameters and description. */

import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { slopeParameters } from './alibi-slopes.description.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `alibi`, in the order in which they are read. */
export const alibiOwn = {
  ...slopeParameters,
  /** Number of heads. Defaults to that of `slopes`; otherwise required. */
  heads: axisLength,
  /**
   * Slope of each head, such as learned ones. Given instead of `maxBias` and
   * `order`. Optional.
   */
  slopes: { kind: 'floats', axes: ['heads'], optional: true },
  /**
   * Slope of each head for keys behind the query, in the symmetric form.
   * Defaults to `slopes`.
   */
  rightSlopes: { kind: 'floats', axes: ['heads'], optional: true },
  /**
   * What the slope multiplies: `symmetric` the distance to either side, with a
   * minus; `causal` the distance of keys before the query, with a minus; `key`
   * the position of the key. The three are equal under a causal softmax.
   * Defaults to `'symmetric'`.
   */
  form: {
    kind: 'choice',
    choices: ['symmetric', 'causal', 'key'],
    default: 'symmetric',
  },
  /** Factor of all values, such as 1/√headDim in Falcon. Defaults to 1. */
  biasScale: { kind: 'number', default: 1 },
} as const satisfies Parameters;

export const alibiParameters = {
  ...alibiOwn,
  ...sharedParameters,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const alibiPresets = {
  'BLOOM 176B': { heads: 112, form: 'key' },
  'MPT 7B': { heads: 32, form: 'key' },
  'Jina Embeddings v2 base': { heads: 12 },
} as const satisfies Presets;

export const alibiDescription = {
  title: 'ALiBi',
  family: 'bias',
  summary:
    'Lowers each score in proportion to the distance of its key, with another ' +
    'slope for each head.',
  goodAt:
    'Texts longer than those of the training; nothing is learned and nothing ' +
    'is stored.',
  badAt:
    'Looking far back: the heads with steep slopes see a few dozen tokens at ' +
    'most.',
  formula: {
    text: 'b[h, i, j] = -m_h·|j - i|, m_h = 2^(-maxBias·(h+1)/heads)',
    latex: 'b_{hij} = -m_h\\,|j - i|,\\quad m_h = 2^{-\\beta\\,(h+1)/H}',
  },
  paper: {
    title:
      'Train Short, Test Long: Attention with Linear Biases Enables Input ' +
      'Length Extrapolation',
    authors: 'Press et al.',
    year: 2022,
    arxiv: '2108.12409',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy: 'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 1.5 ulp',
  example: { heads: 8, queries: 64, keys: 64 },
  pitfalls: [
    'Where the number of heads is no power of two, the original order of the ' +
      'slopes is not a falling one; programs that sort them give every head ' +
      'another slope than the model was trained with.',
    'The form `key` equals the others only under a causal softmax: its scores ' +
      'differ from theirs by a constant in each row.',
    'It is added after the scores are multiplied by 1/√headDim. Falcon adds it ' +
      'before: give `biasScale` 1/√headDim.',
    'BLOOM counts positions by the mask: give `keyPositions` from ' +
      '`positionIds` for texts that are padded on the left. MPT counts keys ' +
      'from the last one, `keyStart: 1 - keys`, which changes no weight.',
  ],
} as const satisfies Description;
