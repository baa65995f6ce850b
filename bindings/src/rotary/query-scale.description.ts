/** Factors of queries by position: parameters and description. */

import { tableResult, tableRows } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';

/** The options of `queryScale`, in the order in which they are read. */
export const queryScaleParameters = {
  ...tableRows,
  /**
   * Factor of the logarithm: `attn_scale` of Llama 4, `llama_4_scaling_beta` of
   * Ministral 3. With 0, no query changes. Defaults to 0.1.
   */
  scale: {
    kind: 'number',
    min: 0,
    max: 2 ** 20,
    default: 0.1,
  },
  /**
   * Number of positions after which the factor grows: `floor_scale` of Llama 4,
   * `original_max_position_embeddings` of Ministral 3. Defaults to 8192.
   */
  floorScale: {
    kind: 'number',
    min: 2 ** -20,
    max: 2 ** 53,
    default: 8192,
  },
  /**
   * Where counting begins: `llama4` counts the position plus one, `mistral` the
   * position. Defaults to `'llama4'`.
   */
  form: {
    kind: 'choice',
    choices: ['llama4', 'mistral'],
    default: 'llama4',
  },
  ...tableResult,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const queryScalePresets = {
  'Llama 4': { form: 'llama4', floorScale: 8192, scale: 0.1 },
  'Ministral 3 8B': { form: 'mistral', floorScale: 16384, scale: 0.1 },
  'Mistral Small 4': { form: 'mistral', floorScale: 8192, scale: 0.1 },
} as const satisfies Presets;

export const queryScaleDescription = {
  title: 'Factor of queries by position',
  summary:
    'Multiplies queries by a factor that grows with the logarithm of their ' +
    'position.',
  goodAt:
    'Long contexts: the softmax over many keys stays as sharp as over few.',
  badAt:
    'Models that were not trained with it: their scores grow for no reason.',
  formula: [
    {
      when: { form: 'llama4' },
      usual: true,
      text: 'factor[p] = 1 + scale · ln(1 + floor((p + 1)/floorScale))',
      latex:
        '1 + s\\,\\ln\\left(1 + \\left\\lfloor ' +
        '\\frac{p+1}{L_0} \\right\\rfloor\\right)',
    },
    {
      when: { form: 'mistral' },
      text: 'factor[p] = 1 + scale · ln(1 + floor(p/floorScale))',
      latex:
        '1 + s\\,\\ln\\left(1 + \\left\\lfloor ' +
        '\\frac{p}{L_0} \\right\\rfloor\\right)',
    },
  ],
  paper: {
    title: 'Scalable-Softmax Is Superior for Attention',
    authors: 'Nakanishi',
    year: 2025,
    arxiv: '2501.19399',
  },
  result: 'Tensor [positions], a factor for each query',
  accuracy: '≤ 0.5001 ulp in float32 and below, ≤ 1 ulp in float64',
  example: { length: 1024, floorScale: 64 },
  pitfalls: [
    'The two forms differ at one position in each `floorScale`: Llama 4 takes ' +
      'its first step at position 8191, Ministral 3 at position 16384.',
    'Llama 4 multiplies only the queries of layers without rotation; ' +
      'Ministral 3 multiplies those of every layer.',
    'The factor is one of the query, not of the key.',
  ],
} as const satisfies Description;
