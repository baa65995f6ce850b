/** The analyses of rotations: parameters and description. */

import { LARGEST_POSITION, positionParameters } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';
import type { Parameters } from '../describe/parameters.js';
import type { AnalysisWords } from './words.js';

/** A number of tokens. */
const tokens = {
  kind: 'number',
  integer: true,
  min: 1,
  max: LARGEST_POSITION,
} as const;

const distanceParameters = {
  /**
   * Number of distances 0, 1, 2, …. Required unless `distances` is given.
   */
  length: { ...tokens, min: 0, max: 2 ** 31, optional: true },
  /**
   * Distances of a query and a key, also fractions. Given instead of `length`.
   * Optional.
   */
  distances: { kind: 'positions', optional: true },
} as const;

/** The options of the analyses of a rope, by the name of the analysis. */
export const ropeAnalysisParameters = {
  precisionReport: {
    ...positionParameters,
    /** Number of positions. Required unless `positions` is given. */
    length: { ...tokens, min: 0, max: 2 ** 24, optional: true },
    /**
     * Error whose first excess is searched, in the unit of `measure`. Defaults
     * to no search.
     */
    within: { kind: 'number', min: 0, optional: true },
    /**
     * Unit of `within`: `absolute` is that of cosines and sines, `radians` that
     * of angles, `ulp` the spacing of float32 at the exact value. Defaults to
     * `'absolute'`.
     */
    measure: {
      kind: 'choice',
      choices: ['absolute', 'radians', 'ulp'],
      default: 'absolute',
    },
    /** Number of positions from 0 on that are searched. Defaults to 131072. */
    searchLength: { ...tokens, max: 2 ** 24, default: 131072 },
  },
  ropePairs: {
    /** Number of tokens of the training. Required. */
    trainedLength: tokens,
    /**
     * Number of tokens to be used, for which the schedule is made. Defaults to
     * `contextLength` of the spec, else to `trainedLength` for the turns alone.
     */
    contextLength: { ...tokens, optional: true },
  },
  scoreByDistance: { ...distanceParameters },
  decayBound: { ...distanceParameters },
  phaseCollisions: {
    /** Number of positions whose distances are searched. Required. */
    length: { ...tokens, max: 2 ** 31 },
    /** Largest angle, in radians, that counts as none. Defaults to 0.1. */
    tolerance: { kind: 'number', min: 0, max: 4, default: 0.1 },
  },
  rotationResiduals: {
    /** Width of a head. Required if a function is given. */
    headDim: {
      kind: 'number',
      integer: true,
      min: 1,
      max: WIDEST,
      optional: true,
    },
    /** Positions are drawn from 0 up to this one. Defaults to 1023. */
    largestPosition: { ...tokens, max: 2 ** 31, default: 1023 },
    /** Number of pairs of vectors that are tried. Defaults to 64. */
    samples: { ...tokens, max: 2 ** 20, default: 64 },
    /** Seed of the vectors and positions. Defaults to 0. */
    seed: {
      kind: 'number',
      integer: true,
      min: 0,
      max: 2 ** 32 - 1,
      default: 0,
    },
  },
} as const satisfies Readonly<Record<string, Parameters>>;

/** The descriptions of the analyses of a rope, by name. */
export const ropeAnalysisDescriptions = {
  precisionReport: {
    title: 'Precision of emulated tables',
    summary:
      'Errors of the cosines and sines of float32 frameworks and of ggml, ' +
      'against the exact ones.',
    formula: {
      text: "|c' - c|, |s' - s|; the angle from (c, s) to (c', s')",
      latex:
        "|c' - c|,\\ |s' - s|,\\quad " +
        "\\operatorname{atan2}(|s'c - c's|,\\ c'c + s's)",
    },
    result:
      'for `torch` and `ggml` the worst, rms and median errors, where the ' +
      'worst are, and the first position beyond `within`',
  },
  ropePairs: {
    title: 'Pairs of a rope',
    summary:
      'Wavelength of every pair, its turns within the training, and what a ' +
      'schedule does to it.',
    formula: {
      text: "wavelength = 2π/w_k, turns = trainedLength/wavelength, ratio = w'_k/w_k",
      latex:
        '\\lambda_k = \\frac{2\\pi}{\\omega_k},\\quad ' +
        "n_k = \\frac{L_0}{\\lambda_k},\\quad \\frac{\\omega'_k}{\\omega_k}",
    },
    result: 'a record for each pair',
  },
  scoreByDistance: {
    title: 'Score by distance',
    summary: 'Expected score of equal random queries and keys by distance.',
    formula: {
      text: 'score[r] = A² Σ_k cos(r w_k)',
      latex: 'A^2 \\sum_k \\cos r\\omega_k',
    },
    result: 'distances and scores',
  },
  decayBound: {
    title: 'Bound of the decay',
    summary:
      "RoFormer's bound of the scores of smooth queries and keys by distance.",
    formula: {
      text: 'bound[r] = A² (1/P) Σ_(j=1…P) |Σ_(k<j) e^(i r w_k)|',
      latex:
        '\\frac{A^2}{P} \\sum_{j=1}^{P} \\Bigl| ' +
        '\\sum_{k<j} e^{i r \\omega_k} \\Bigr|',
    },
    result: 'distances and bounds',
  },
  phaseCollisions: {
    title: 'Collisions of phases',
    summary:
      'Distances at which all pairs come back nearly to where they began.',
    formula: {
      text: 'all r ≥ 1 with max_k |r w_k mod 2π| ≤ tolerance',
      latex:
        '\\max_k \\bigl| r\\omega_k \\bmod 2\\pi \\bigr| \\le \\varepsilon',
    },
    result: 'distances, their largest angles, and the closest distance',
  },
  rotationResiduals: {
    title: 'Residuals of a rotation',
    summary:
      'How far a function of a vector and its position is from a rotary ' +
      'embedding.',
    formula: {
      text:
        '| |f(q, i)|/|q| - A |/A and |f(q, i)·f(k, j) - f(q, i+t)·f(k, j+t)| ' +
        '/ (A² |q||k|)',
      latex:
        '\\Bigl| \\frac{|f_i(q)|}{A|q|} - 1 \\Bigr|,\\quad ' +
        '\\frac{|f_i(q) \\cdot f_j(k) - f_{i+t}(q) \\cdot f_{j+t}(k)|}' +
        '{A^2 |q||k|}',
    },
    result: 'the factor of lengths, and four residuals',
  },
} as const satisfies {
  readonly [N in keyof typeof ropeAnalysisParameters]: AnalysisWords;
};
