/** The frequencies of sinusoids: all that is known about the method. */

import type { MethodDescription } from '../describe/form.js';
import { sinusoidalDescription } from './sinusoidal.description.js';

const { dim, preset, base, shift, odd, frequencyScale, precision } =
  sinusoidalDescription.parameters;

const parameters = {
  dim,
  preset,
  base,
  shift,
  odd,
  frequencyScale,
  precision,
};

/** Of the presets of a table, what matters to its frequencies. */
const presets = Object.fromEntries(
  Object.entries(sinusoidalDescription.presets).map(([word, values]) => {
    const own = Object.entries(values).filter(([name]) => name in parameters);
    return [word, Object.fromEntries(own)];
  }),
);

export const frequenciesDescription = {
  name: 'frequencies',
  title: 'Frequencies of sinusoids',
  family: 'none',
  summary: 'The angles per position of the pairs of a sinusoidal table.',
  goodAt: 'Wavelengths: a pair of frequency ω comes round every 2π/ω.',
  badAt: 'Rotary embeddings, whose frequencies the rope itself has.',
  formula: {
    text: 'w_k = frequencyScale · base^(-k/(dim/2 - shift))',
    latex: '\\omega_k = f\\,b^{-k/(D/2-s)}',
  },
  paper: sinusoidalDescription.paper,
  result: 'Float64Array, a number for each pair',
  accuracy: '≤ 0.5001 ulp of float64',
  parameters,
  presets,
  pitfalls: [
    'A table with a shift of 1 has other frequencies than one without, for ' +
      'the same base and width.',
  ],
} as const satisfies MethodDescription;
