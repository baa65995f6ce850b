/** The decay of a rope: parameters. */

import { coordinate } from '../../arrays/positions.js';
import type { Parameters } from '../../describe/parameters.js';

/** The parameters of each form of decay, by the word that chooses it. */
export const decayVariants = {
  xpos: {
    /**
     * Number of positions over which pair k shrinks by the factor (2k/D +
     * smoothing) / (1 + smoothing), D the turned width. Defaults to 512.
     */
    scaleBase: {
      kind: 'number',
      min: 2 ** -20,
      max: 2 ** 53,
      default: 512,
    },
    /**
     * Position at which nothing shrinks or grows. The published programs take
     * half the sequence: rounded down in lucidrains' libraries, up in
     * torchscale. Defaults to 0.
     */
    centre: { ...coordinate, default: 0 },
    /** Evens out the factors of the pairs. Defaults to 0.4. */
    smoothing: {
      kind: 'number',
      min: 2 ** -20,
      max: 2 ** 20,
      default: 0.4,
    },
  },
} as const satisfies Readonly<Record<string, Parameters>>;
