/** The decay of linear attention: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { slopesOrLaw } from './decay-slopes.description.js';
import { sharedParameters } from './shared-parameters.js';

/** The options of `decay`, in the order in which they are read. */
export const decayParameters = {
  ...slopesOrLaw,
  ...sharedParameters,
} as const satisfies Parameters;

/** The option values of well-known models. */
export const decayPresets = {
  'MiniMax-Text-01, first layer': {
    heads: 64,
    law: 'minimax',
    layer: 0,
    layers: 80,
  },
  'RetNet 6.7B': { heads: 16, law: 'retnet' },
} as const satisfies Presets;

export const decayDescription = {
  title: 'Decay of linear attention',
  family: 'bias',
  summary:
    'The logarithm of what linear attention keeps of a key: it falls in ' +
    'proportion to the distance, with another slope for each head and layer.',
  goodAt:
    'Comparing Lightning layers and RetNet with ALiBi: under a softmax the two ' +
    'are the same, with other slopes.',
  badAt: 'Decays that follow the text: those are `forgetting`.',
  formula: {
    text: 'b[h, i, j] = -slope_h·(i - j) for j ≤ i, else 0',
    latex: 'b_{hij} = -s_h\\,(i - j)',
  },
  paper: {
    title:
      'Retentive Network: A Successor to Transformer for Large Language Models',
    authors: 'Sun et al.',
    year: 2023,
    arxiv: '2307.08621',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy: 'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 5 ulp',
  example: { heads: 8, law: 'minimax', layer: 1, layers: 6, queries: 64 },
  pitfalls: [
    'Linear attention multiplies scores by e^b and has no softmax: `attention` does ' +
      'so with `weighing`, and `decayFactors` gives the factors of a block.',
    'Keys behind the query have 0, and need a causal mask.',
    'Two programs call their slopes those of Lightning Attention: see ' +
      '`decaySlopes`.',
  ],
} as const satisfies Description;
