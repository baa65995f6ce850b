/** Random Fourier features: parameters and description. */

import { tableResult, tableRows, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

/** The options of `fourierFeatures`, in the order in which they are read. */
export const fourierFeaturesParameters = {
  ...tableRows,
  /** Width D of a row: a sine and a cosine for each frequency. Required. */
  dim: {
    kind: 'number',
    integer: true,
    even: true,
    min: 2,
    max: WIDEST,
  },
  /**
   * Standard deviation of the frequencies, in radians per position; 1/deviation
   * is the distance, in positions, over which rows are similar. Defaults to
   * 0.1.
   */
  deviation: {
    kind: 'number',
    min: 0,
    max: 2 ** 20,
    default: 0.1,
  },
  /** Seed of the random frequencies. Defaults to 0. */
  seed: {
    kind: 'number',
    integer: true,
    min: 0,
    max: 2 ** 53,
    default: 0,
  },
  /**
   * Order of the columns: `interleaved` is sin, cos, sin, cos, …; `blocks`
   * is all sines, then all cosines. Defaults to `'interleaved'`.
   */
  layout: {
    kind: 'choice',
    choices: ['interleaved', 'blocks'],
    default: 'interleaved',
  },
  ...tableResult,
} as const satisfies Parameters;

export const fourierFeaturesDescription = {
  title: 'Random Fourier features',
  family: 'table',
  summary:
    'Sines and cosines of frequencies drawn from a normal distribution: the ' +
    'dot product of two rows approximates a Gaussian of their distance.',
  goodAt:
    'A similarity that depends on the distance alone and has a chosen range, ' +
    'without training.',
  badAt:
    'Few columns: the error of the Gaussian is about 1/√dim. All distances ' +
    'beyond its range look alike.',
  formula: [
    {
      when: { layout: 'interleaved' },
      usual: true,
      text:
        'PE[p, 2k] = √(2/dim) · sin(w_k p), ' +
        'PE[p, 2k+1] = √(2/dim) · cos(w_k p)',
      latex:
        '\\mathrm{PE}_{p,2k} = \\sqrt{\\tfrac{2}{D}}\\,\\sin(\\omega_k p),' +
        '\\quad ' +
        '\\mathrm{PE}_{p,2k+1} = \\sqrt{\\tfrac{2}{D}}\\,\\cos(\\omega_k p)',
    },
    {
      when: { layout: 'blocks' },
      text:
        'PE[p, k] = √(2/dim) · sin(w_k p), ' +
        'PE[p, dim/2 + k] = √(2/dim) · cos(w_k p)',
      latex:
        '\\mathrm{PE}_{p,k} = \\sqrt{\\tfrac{2}{D}}\\,\\sin(\\omega_k p),' +
        '\\quad ' +
        '\\mathrm{PE}_{p,D/2+k} = \\sqrt{\\tfrac{2}{D}}\\,\\cos(\\omega_k p)',
    },
    {
      text:
        'w_k = deviation · |z_k|, z_k normal; dot products approximate ' +
        'exp(-deviation² (p - q)² / 2)',
      latex: '\\omega_k \\sim |\\mathcal N(0, \\sigma^2)|',
    },
  ],
  paper: {
    title: 'Random Features for Large-Scale Kernel Machines',
    authors: 'Rahimi and Recht',
    year: 2007,
  },
  result: 'Tensor [positions, dim]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp for |position · ω| ≤ 2^31; ' +
    'float64: ≤ 1 ulp',
  example: { length: 128, dim: 128, deviation: 0.1, seed: 1 },
  pitfalls: [
    'A model needs the `seed` with which it was trained, because its ' +
      'frequencies follow from it. The first frequencies are the same for ' +
      'every `dim`.',
    'Fourier feature networks (Tancik et al. 2020, arXiv:2006.10739) ' +
      'multiply the angles by 2π and leave out √(2/dim).',
  ],
} as const satisfies Description;
