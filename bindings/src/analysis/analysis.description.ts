/** The analyses of tables: parameters and description. */

import { scaleParameters } from '../absolute/embeddings-parameters.js';
import type { Parameters } from '../describe/parameters.js';
import { orderAnalysisParameters } from './order.description.js';
import { ropeAnalysisParameters } from './rope.description.js';
import type { AnalysisWords } from './words.js';

/**
 * Share of the largest singular value up to which a value counts as rounding.
 */
const tolerance = {
  kind: 'number',
  min: 0,
  max: 1,
  optional: true,
} as const;

/**
 * The options of each analysis, without the table, by the name of the analysis.
 */
export const analysisParameters = {
  gram: {
    /**
     * Whether to divide by the lengths of both rows, which gives cosines.
     * Defaults to `false`.
     */
    normalise: {
      kind: 'boolean',
      default: false,
    },
    /**
     * Rows of the map to compute: `[from, to]`, without `to`. Defaults to all.
     */
    rows: {
      kind: 'rows',
      optional: true,
    },
    /**
     * Columns of the map to compute: `[from, to]`, without `to`. Defaults to
     * all.
     */
    columns: {
      kind: 'rows',
      optional: true,
    },
    /** Type of the numbers. Defaults to `'float32'`. */
    dtype: {
      kind: 'choice',
      choices: ['float32', 'float64'],
      default: 'float32',
    },
  },
  toeplitz: {},
  distanceCurve: {
    /** Measure of two rows. Defaults to `'dot'`. */
    measure: {
      kind: 'choice',
      choices: ['dot', 'cosine', 'euclidean'],
      default: 'dot',
    },
    /**
     * Numbers of the rows whose pairs with all rows count. Defaults to every
     * pair of rows once.
     */
    anchors: {
      kind: 'integers',
      min: 0,
      least: 1,
      optional: true,
    },
  },
  wavelengths: {},
  spectrum: {},
  shiftMatrix: {
    /** Distance r from a position to the one it is mapped to. Defaults to 1. */
    shift: {
      kind: 'number',
      integer: true,
      default: 1,
    },
    /**
     * Share of the largest singular value up to which a value counts as 0,
     * because the table's own rounding can cause it. Defaults to 2^-23 for
     * float32, 2^-42 for float64, 2^-10 and 2^-7 for the 16-bit kinds.
     */
    tolerance,
  },
  collisions: {
    /**
     * Largest difference between numbers of rows that count as equal. Defaults
     * to 0.
     */
    tolerance: {
      kind: 'number',
      min: 0,
      default: 0,
    },
  },
  singularValues: {
    /**
     * Share of the largest singular value up to which a value counts as 0,
     * because the table's own rounding can cause it. Defaults to 2^-23 for
     * float32, 2^-42 for float64, 2^-10 and 2^-7 for the 16-bit kinds.
     */
    tolerance,
  },
  sumOrConcat: {
    /** Rows of content, such as token embeddings, [.., D]. Required. */
    embeddings: { kind: 'other', axes: ['..', 'rows', 'D'] },
    /** Rows of positions, [L, D]. Required. */
    table: { kind: 'other', axes: ['L', 'D'] },
    ...scaleParameters,
    /**
     * Share of the sum of squares that the compared subspaces hold; 1 takes all
     * directions that are not rounding. Defaults to 0.99.
     */
    energy: {
      kind: 'number',
      min: 2 ** -20,
      max: 1,
      default: 0.99,
    },
    /** Number of bins of the histogram, from -1 to 1. Defaults to 64. */
    bins: {
      kind: 'number',
      integer: true,
      min: 1,
      max: 2 ** 16,
      default: 64,
    },
  },
  ...ropeAnalysisParameters,
  ...orderAnalysisParameters,
} as const satisfies Readonly<Record<string, Parameters>>;

/**
 * The descriptions of the analyses of tables, by name. Those of ropes and
 * of order are not spread into it: bundlers would then keep it in entries that do not use it.
 */
export const analysisDescriptions = {
  gram: {
    title: 'Gram map',
    summary: 'Dot products, or cosines, of all pairs of rows.',
    formula: {
      text: 'G[i, j] = x_i · x_j',
      latex: 'G_{ij} = x_i \\cdot x_j',
    },
    result: 'Tensor [rows, columns]',
  },
  toeplitz: {
    title: 'Translation invariance',
    summary:
      'Distance of the Gram map from one that depends only on the distance ' +
      'of two positions.',
    formula: {
      text: 'residual = |G - T| / |G|, T[i, j] = mean of G over pairs j - i',
      latex:
        '\\frac{\\lVert G - T \\rVert_F}{\\lVert G \\rVert_F},\\quad ' +
        'T_{ij} = \\operatorname{mean}_p G_{p,\\,p+j-i}',
    },
    result: 'residual, and mean and deviation for each distance [L]',
  },
  distanceCurve: {
    title: 'Distance curve',
    summary:
      'Similarity of two rows as a function of the distance of their positions.',
    formula: {
      text: 'curve[r] = mean, min and max of m(x_i, x_j) over |i - j| = r',
      latex: 'c_r = \\operatorname{mean}_{|i-j|=r} m(x_i, x_j)',
    },
    result:
      'mean, min, max and number of pairs for each distance [L]; 0 at ' +
      'distances that no pair has, as with `anchors`',
  },
  wavelengths: {
    title: 'Wavelengths',
    summary:
      'Wavelength of the wave that fits each column best, the share of the ' +
      'column that it explains, and the period of a column that repeats.',
    formula: {
      text: 'maximise over f: 1 - |x - a cos(2πfp) - b sin(2πfp) - c|² / var x',
      latex:
        '\\max_f\\; 1 - \\frac{\\min_{a,b,c} \\sum_p ' +
        '(x_p - a\\cos 2\\pi f p - b\\sin 2\\pi f p - c)^2}' +
        '{\\sum_p (x_p - \\bar x)^2}',
    },
    result: 'wavelengths, explained shares and periods [D]',
  },
  spectrum: {
    title: 'Spectrum',
    summary: 'Power of every column at every frequency.',
    formula: {
      text: 'P[k, d] = c_k |Σ_p (x[p, d] - mean) e^(-2πikp/N)|² / (N L)',
      latex:
        'P_{kd} = \\frac{c_k}{NL}\\Bigl|\\sum_p (x_{pd} - \\bar x_d)\\,' +
        'e^{-2\\pi i k p/N}\\Bigr|^2',
    },
    result: 'power [N/2 + 1, D], and the frequency of each bin',
  },
  shiftMatrix: {
    title: 'Shift matrix',
    summary:
      'Linear map from the row of a position to the row `shift` positions ' +
      'later, and how well it fits.',
    formula: {
      text: 'M = argmin Σ_p |x(p + r) - M x(p)|²',
      latex: 'M = \\arg\\min_M \\sum_p \\lVert x_{p+r} - M x_p \\rVert^2',
    },
    result: 'matrix [D, D], residual, rank and condition',
  },
  collisions: {
    title: 'Collisions',
    summary: 'Groups of positions that have the same row.',
    formula: {
      text: 'groups of p with max |x(p) - x(first of group)| ≤ tolerance',
      latex: '\\lVert x_p - x_q \\rVert_\\infty \\le \\varepsilon',
    },
    result: 'groups of row numbers, and how many rows are distinct',
  },
  singularValues: {
    title: 'Singular values',
    summary:
      'Number of directions that the rows use, and how evenly they use them.',
    formula: {
      text: 'X = U S V^T; effective rank = exp(-Σ p_i ln p_i), p = s / Σ s',
      latex:
        'X = U S V^\\top,\\quad e^{-\\sum_i p_i \\ln p_i},\\quad ' +
        'p_i = s_i / \\textstyle\\sum_j s_j',
    },
    result:
      'values [min(L, D)], rank, effective rank, condition number (Infinity ' +
      'where the rank is less than the number of values), tolerance',
  },
  sumOrConcat: {
    title: 'Sum or concatenate',
    summary:
      'Overlap of positions and embeddings, which shows whether their sum ' +
      'keeps them apart.',
    formula: {
      text:
        'cosines of all pairs of rows, angles between both row spaces, ' +
        'effective ranks of x, t, x + t and (x, t)',
      latex:
        '\\cos(x_i, t_j),\\quad \\cos\\theta_k = ' +
        '\\sigma_k(Z_x Z_t^\\top),\\quad ' +
        '\\operatorname{erank}(x,\\, t,\\, x + t,\\, [x\\; t])',
    },
    result: 'variances, cosines, principal angles, effective ranks',
  },
} as const satisfies {
  readonly [N in Exclude<
    keyof typeof analysisParameters,
    keyof typeof ropeAnalysisParameters | keyof typeof orderAnalysisParameters
  >]: AnalysisWords;
};
