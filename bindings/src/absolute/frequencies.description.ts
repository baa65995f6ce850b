/** The frequencies of sinusoids: parameters and description. */

import type { Description } from '../describe/description.js';
import { pick } from '../describe/pick.js';
import {
  sinusoidalParameters,
  sinusoidalPresets,
} from './sinusoidal.description.js';

/**
 * The options of `frequencies`: those of `sinusoidal` that change frequencies.
 */
export const frequenciesParameters = pick(
  sinusoidalParameters,
  'dim',
  'preset',
  'base',
  'shift',
  'odd',
  'frequencyScale',
  'precision',
);

/** The presets of `sinusoidal`, reduced to these options. */
export const frequenciesPresets = Object.fromEntries(
  Object.entries(sinusoidalPresets).map(([word, values]) => {
    const own = Object.entries(values).filter(
      ([name]) => name in frequenciesParameters,
    );
    return [word, Object.fromEntries(own)];
  }),
);

export const frequenciesDescription = {
  title: 'Frequencies of sinusoids',
  summary:
    'The frequency of each sine and cosine pair of a sinusoidal table, in radians per position.',
  goodAt:
    'Finding wavelengths: a pair of frequency ω repeats every 2π/ω positions.',
  badAt: 'Rotary embeddings: read `frequencies` of the rope instead.',
  formula: {
    text: 'w_k = frequencyScale · base^(-k/(dim/2 - shift))',
    latex: '\\omega_k = f\\,b^{-k/(D/2-s)}',
  },
  paper: {
    title: 'Attention Is All You Need',
    authors: 'Vaswani et al.',
    year: 2017,
    arxiv: '1706.03762',
  },
  result: 'Float64Array, one number for each pair',
  accuracy: '≤ 0.5001 ulp of float64',
  pitfalls: [
    'For the same base and width, a table with a shift of 1 has other ' +
      'frequencies than one without a shift.',
  ],
} as const satisfies Description;
