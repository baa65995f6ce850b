/** Sandwich: parameters and description. */

import { LARGEST_BASE, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { sharedParameters } from './shared-parameters.js';

/** The own options of `sandwich`, in the order in which they are read. */
export const sandwichOwn = {
  /** Number of heads. Required. */
  heads: { kind: 'number', integer: true, min: 1, max: WIDEST },
  /**
   * Width of the sinusoidal rows whose product the bias is; an even number. It
   * need not be that of the model. Defaults to 128.
   */
  dim: {
    kind: 'number',
    integer: true,
    even: true,
    min: 2,
    max: WIDEST,
    default: 128,
  },
  /**
   * The sum: `paper` is that of all frequencies from 1 on; `nemo`, as in NVIDIA
   * NeMo, begins at the second frequency, ends one later, and is 0 at distance
   * 0. Defaults to `'paper'`.
   */
  form: { kind: 'choice', choices: ['paper', 'nemo'], default: 'paper' },
  /**
   * Whether keys on both sides of the query have a distance. Otherwise it is 0
   * for keys behind the query. Defaults to `true`.
   */
  bidirectional: { kind: 'boolean', default: true },
  /** Ratio of the largest and the smallest frequency, nearly. Defaults to 10000. */
  base: { kind: 'number', min: 1, max: LARGEST_BASE, default: 10000 },
  /**
   * Divisor of the last head's sum. That of head h, counted from 1, is
   * compression·h/heads. Defaults to 8.
   */
  compression: { kind: 'number', min: 2 ** -60, max: 2 ** 60, default: 8 },
} as const satisfies Parameters;

export const sandwichParameters = {
  ...sandwichOwn,
  ...sharedParameters,
} as const satisfies Parameters;

export const sandwichDescription = {
  title: 'Sandwich',
  family: 'bias',
  summary:
    'Adds the product of the sinusoidal rows of query and key, without their ' +
    'content, with another divisor for each head.',
  goodAt:
    'Texts longer than those of the training; nothing is learned, and far ' +
    'keys keep more weight than with ALiBi.',
  badAt: 'Telling keys before the query from keys behind it.',
  formula: [
    {
      when: { form: 'paper' },
      usual: true,
      text:
        'b[h, i, j] = Σ_k cos((j - i)·w_k) / (compression·h/heads), ' +
        'w_k = base^(-2k/dim), k = 0 … dim/2 - 1, h = 1 … heads',
      latex:
        'b_{hij} = \\frac{H}{8h} \\sum_{k=0}^{D/2-1} ' +
        '\\cos\\big((j - i)\\,\\omega_k\\big)',
    },
    {
      when: { form: 'nemo' },
      text:
        'b[h, i, j] = Σ_k (cos((j - i)·w_k) - 1) / (compression·h/heads), ' +
        'w_k = base^(-2k/dim), k = 1 … dim/2, h = 1 … heads',
      latex:
        'b_{hij} = \\frac{H}{8h} \\sum_{k=1}^{D/2} ' +
        '\\Big(\\cos\\big((j - i)\\,\\omega_k\\big) - 1\\Big)',
    },
  ],
  paper: {
    title:
      'Dissecting Transformer Length Extrapolation via the Lens of Receptive ' +
      'Field Analysis',
    authors: 'Chi et al.',
    year: 2023,
    arxiv: '2212.10356',
  },
  result: 'Tensor [heads, queries, keys]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp for distances up to 2^31; ' +
    'float64: ≤ 2^-38 of the value',
  example: { heads: 8, queries: 64, keys: 64 },
  pitfalls: [
    'The first head has the smallest divisor, and so the steepest bias.',
    'The two forms differ by more than a constant: NeMo leaves out the ' +
      'highest frequency and has one that is lower than the others.',
    'NeMo has a distance of 0 for keys behind the query unless its attention ' +
      'is bidirectional: give `bidirectional: false`.',
  ],
} as const satisfies Description;
