/** The frequencies of sinusoids: all that is known about the method. */

import type { Description } from '../describe/description.js';
import { pick } from '../describe/pick.js';
import {
  sinusoidalParameters,
  sinusoidalPresets,
} from './sinusoidal.description.js';

/** The options of `frequencies`: those of `sinusoidal` that matter to them. */
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

/** Of the presets of a table, what matters to its frequencies. */
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
  summary: 'The angles per position of the pairs of a sinusoidal table.',
  goodAt: 'Wavelengths: a pair of frequency ω comes round every 2π/ω.',
  badAt: 'Rotary embeddings, whose frequencies the rope itself has.',
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
  result: 'Float64Array, a number for each pair',
  accuracy: '≤ 0.5001 ulp of float64',
  pitfalls: [
    'A table with a shift of 1 has other frequencies than one without, for ' +
      'the same base and width.',
  ],
} as const satisfies Description;
