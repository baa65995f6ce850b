/** The decay of a rope: parameters. */

import { coordinate } from '../arrays/positions.js';
import type { Parameters } from '../describe/parameters.js';

/** The parameter `decay` of a rope. */
export const decayParameters = {
  /**
   * A decay of the scores with the distance: with `xpos`, queries shrink and
   * keys grow with their positions. Defaults to none.
   */
  decay: {
    kind: 'variant',
    variants: {
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
         * Position at which nothing shrinks or grows. The published programs
         * take half the sequence: rounded down in lucidrains' libraries, up in
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
    },
    optional: true,
  },
} as const satisfies Parameters;

/** The option of a rope's functions that a decay needs. */
export const decaySide = {
  /**
   * Whether rows are those of a `query` or of a `key`, which a decay tells
   * apart. Required if the rope has a `decay`.
   */
  side: {
    kind: 'choice',
    choices: ['query', 'key'],
    optional: true,
  },
} as const satisfies Parameters;
