/** Frequencies of ropes over a plane: parameters and description. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { LARGEST_BASE, tableResult, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

const positive = { kind: 'number', min: 2 ** -60, max: 2 ** 60 } as const;

/** The options of `mixedFrequencies`, in the order in which they are read. */
export const mixedFrequenciesParameters = {
  /** Number of heads. Required. */
  heads: { kind: 'number', integer: true, min: 1, max: WIDEST },
  /** Number of components that are turned, even: twice the pairs. Required. */
  rotaryDim: {
    kind: 'number',
    integer: true,
    even: true,
    min: 2,
    max: WIDEST,
  },
  /**
   * In which directions the pairs of a head turn fastest: `perpendicular`, one
   * for half of them and its right angle for the others, as RoPE-Mixed begins to
   * learn; `golden`, golden gate RoPE, each a golden angle from the next.
   * Required.
   */
  directions: {
    kind: 'variant',
    variants: {
      perpendicular: {
        /** Base of the magnitudes. Defaults to 10. */
        theta: { kind: 'number', min: 1, max: LARGEST_BASE, default: 10 },
        /**
         * Angle of each head in radians, at most 2^51 from zero. Given instead of
         * `seed`. Optional.
         */
        angles: { kind: 'floats', axes: ['heads'], optional: true },
        /** Seed of uniform random angles. Defaults to 0. */
        seed: {
          kind: 'number',
          integer: true,
          min: 0,
          max: LARGEST_POSITION,
          default: 0,
        },
      },
      golden: {
        /** Smallest magnitude, in radians per unit. Required. */
        least: positive,
        /** Largest magnitude. Required. */
        most: positive,
        /** Number of pairs of each head that do not turn. Defaults to 0. */
        zeros: {
          kind: 'number',
          integer: true,
          min: 0,
          max: WIDEST,
          default: 0,
        },
      },
    },
  },
  ...tableResult,
} as const satisfies Parameters;

export const mixedFrequenciesDescription = {
  title: 'Frequencies of ropes over a plane',
  summary:
    'Frequencies by which each pair turns in a direction of its own: those from ' +
    'which RoPE-Mixed learns, or those of golden gate RoPE.',
  goodAt:
    'Images: pairs that see slanted distances, which axial ropes see as two.',
  badAt: 'Texts, which have one axis.',
  formula: [
    {
      when: { directions: 'perpendicular' },
      usual: true,
      text:
        'm_k·(cos φ_h, sin φ_h), m_k = theta^(-4k/rotaryDim); the second half of ' +
        'the pairs the same with φ_h + π/2',
      latex: '\\theta^{-4k/d}\\,(\\cos\\varphi_h,\\,\\sin\\varphi_h)',
    },
    {
      when: { directions: 'golden' },
      text:
        'm_k·(cos a, sin a), m_k = least·(most/least)^((k - zeros)/(pairs - ' +
        'zeros - 1)), 0 for k < zeros, a = (pairs·h + k)·π·(√5 - 1)/2',
      latex:
        'm_k\\,(\\cos n\\pi\\gamma,\\,\\sin n\\pi\\gamma),\\quad ' +
        '\\gamma = \\tfrac{\\sqrt5 - 1}{2}',
    },
  ],
  paper: {
    title: 'Rotary Position Embedding for Vision Transformer',
    authors: 'Heo et al.',
    year: 2024,
    arxiv: '2403.13298',
  },
  result: 'Tensor [2, heads, rotaryDim/2]: x before y',
  accuracy: 'float32, float16, bfloat16: ≤ 0.5001 ulp; float64: ≤ 3 ulp',
  example: { heads: 2, rotaryDim: 8, directions: { type: 'perpendicular' } },
  pitfalls: [
    'They go to `axes: { type: "mixed", frequencies, lastAxisFirst: true }`: the ' +
      'first row is that of x, the last axis of a grid.',
    'Golden gate RoPE takes positions from -√(W/H) to √(W/H) along the width, ' +
      'from -√(H/W) to √(H/W) along the height, both ends included: `normalise: ' +
      '"symmetric"` for a square, `coordinates` for others.',
  ],
} as const satisfies Description;
