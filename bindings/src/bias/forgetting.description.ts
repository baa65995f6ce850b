/** The forgetting bias: parameters and description. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { axisLength } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `forgetting`, in the order in which they are read. */
export const forgettingOwn = {
  /**
   * Number of heads. Defaults to that of `gates` if it is a tensor; otherwise
   * required.
   */
  heads: axisLength,
  /**
   * Gates, [positions, heads]: a number that the model makes of each token, for
   * each head. In attention over a batch also [items, positions, heads].
   * Required.
   */
  gates: {
    kind: 'floats',
    axes: [
      ['positions', 'heads'],
      ['batch', 'positions', 'heads'],
    ],
  },
  /**
   * What a gate g says, and so the logarithm that is added: `sigmoid`,
   * ln sigmoid(g) (Forgetting Transformer); `softplus`, -ln(1 + e^g) (CABLE);
   * `log`, g itself, as kernels take it: -1e30 forgets all. Defaults to
   * `'sigmoid'`.
   */
  gateForm: {
    kind: 'choice',
    choices: ['sigmoid', 'softplus', 'log'],
    default: 'sigmoid',
  },
  /** Position of the first row of gates. Defaults to 0. */
  gateStart: {
    kind: 'number',
    integer: true,
    min: -LARGEST_POSITION,
    max: LARGEST_POSITION,
    default: 0,
  },
} as const satisfies Parameters;

export const forgettingParameters = {
  ...forgettingOwn,
  ...sharedParameters,
} as const satisfies Parameters;

export const forgettingDescription = {
  title: 'Forgetting bias',
  family: 'bias',
  summary:
    'Lowers the score of a key by what the gates of the tokens after it, up to ' +
    'the query, forget.',
  goodAt:
    'Forgetting by content: a token can end a passage, and what comes before ' +
    'it fades at once.',
  badAt:
    'Attention to both sides: only keys before the query have a bias. It ' +
    'depends on every token, so that no two texts share a map.',
  formula: {
    text: 'b[h, i, j] = Σ ln σ(gates[t, h]) over j < t ≤ i; 0 where j ≥ i',
    latex: 'b_{hij} = \\sum_{t=j+1}^{i} \\ln \\sigma(g_{th})',
  },
  paper: {
    title: 'Forgetting Transformer: Softmax Attention with a Forget Gate',
    authors: 'Lin et al.',
    year: 2025,
    arxiv: '2503.02130',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 6 ulp, unless the ' +
    'gates before the key forget 2^40 times as much',
  example: {
    heads: 1,
    gates: [[3], [4], [3], [-2], [4], [3], [4], [3]],
    queries: 8,
    keys: 8,
  },
  pitfalls: [
    'The sum begins after the key: its own gate forgets what is before it, ' +
      'not the key itself.',
    'Keys behind the query have 0, and need a causal mask.',
    'CABLE (arXiv:2503.08067) adds it to scores that its program does not ' +
      'divide by √headDim: give `gateForm: "softplus"`, and `scale: 1` to ' +
      'attention.',
  ],
} as const satisfies Description;
