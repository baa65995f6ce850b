/** The laws by which scores become weights: parameters. */

import type { Parameters } from '../describe/parameters.js';

/** The parameters of each law, by the word that chooses it. */
export const weighingVariants = {
  softmax: {},
  'stick-breaking': {
    /**
     * Whether the key at the position of the query is one of its keys. Defaults to
     * `false`.
     */
    current: { kind: 'boolean', default: false },
    /**
     * Whether the key at the position of the query gets what all keys leave, too,
     * unless a mask hides it: then weights sum to 1. Defaults to `false`.
     */
    remainder: { kind: 'boolean', default: false },
  },
  linear: {},
  retention: {},
} as const satisfies Readonly<Record<string, Parameters>>;
