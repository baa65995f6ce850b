/** The analyses of the order of tokens: parameters and description. */

import type { Parameters } from '../describe/parameters.js';
import type { AnalysisWords } from './words.js';

/** A number of tokens, of which a map of scores is made. */
const tokens = {
  kind: 'number',
  integer: true,
  min: 1,
  max: 2 ** 24,
} as const;

/** The options of the analyses of order, by the name of the analysis. */
export const orderAnalysisParameters = {
  reordering: {
    /**
     * The token that stands at each place of the other order, from 0. Defaults
     * to an order that is drawn by `seed`.
     */
    order: { kind: 'integers', min: 0, least: 1, optional: true },
    /** Seed of the order. Defaults to 0. */
    seed: {
      kind: 'number',
      integer: true,
      min: 0,
      max: 2 ** 32 - 1,
      default: 0,
    },
  },
  translation: {
    /** How far all positions are moved. Defaults to 1000. */
    shift: { kind: 'number', min: -(2 ** 31), max: 2 ** 31, default: 1000 },
  },
  extrapolation: {
    /** Number of distances that the training has. Required. */
    trainedLength: tokens,
    /** Number of distances to look at. Defaults to 4 · `trainedLength`. */
    length: { ...tokens, optional: true },
  },
} as const satisfies Readonly<Record<string, Parameters>>;

/** The descriptions of the analyses of order, by name. */
export const orderAnalysisDescriptions = {
  reordering: {
    title: 'Same tokens, other order',
    summary:
      'Whether attention tells the order of its tokens: what changes if they ' +
      'are put in another order.',
    formula: {
      text:
        'largest |y(πx)_i - y(x)_π(i)|; similarity = cos(Σ_i y(x)_i, ' +
        'Σ_i y(πx)_i)',
      latex:
        '\\max_i \\lVert y(\\pi x)_i - y(x)_{\\pi(i)} \\rVert_\\infty,\\quad ' +
        '\\cos\\Bigl(\\sum_i y(x)_i,\\, \\sum_i y(\\pi x)_i\\Bigr)',
    },
    result:
      'the largest differences of scores, weights and outputs, the rounding ' +
      'that is no difference, and the similarity of the outputs',
  },
  translation: {
    title: 'Same tokens, other place',
    summary:
      'Whether attention tells where a sentence stands: what changes if all ' +
      'positions move by the same distance.',
    formula: {
      text: 'largest |s(p + t) - s(p)|, and the same of weights and outputs',
      latex: '\\max_{h,i,j} |s_{hij}(p + t) - s_{hij}(p)|',
    },
    result: 'the largest differences of scores, weights and outputs',
  },
  extrapolation: {
    title: 'Scores beyond the training',
    summary:
      'Scores of one query with the same key at every distance, and how far ' +
      'they leave the range that the training had.',
    formula: {
      text:
        'excess = max(max_r≥L s_r - max_r<L s_r, min_r<L s_r - min_r≥L s_r, 0) ' +
        '/ (max_r<L s_r - min_r<L s_r)',
      latex:
        '\\frac{\\max\\bigl(\\max_{r \\ge L} s_r - \\max_{r < L} s_r,\\ ' +
        '\\min_{r < L} s_r - \\min_{r \\ge L} s_r,\\ 0\\bigr)}' +
        '{\\max_{r < L} s_r - \\min_{r < L} s_r}',
    },
    result: 'scores [heads, length] by distance, and the excess of each head',
  },
} as const satisfies {
  readonly [N in keyof typeof orderAnalysisParameters]: AnalysisWords;
};
