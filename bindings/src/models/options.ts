/** How a configuration is read: what `model` takes besides it. */

import { checkOptions } from '../describe/checks.js';

/** How the divisors of LongRoPE are taken. */
export type Divisors = 'float32' | 'float64';

/** How `model` reads a configuration. */
export interface ModelOptions {
  /**
   * How the divisors of LongRoPE are taken, `short_factor` and `long_factor`:
   * `float32` rounds each number of the file, as frameworks hold them and
   * checkpoints were trained with; `float64` takes the numbers as they are
   * written. Frequencies differ by up to 6e-8 of their value. Defaults to
   * `'float32'`.
   */
  readonly divisors?: Divisors;
}

const parameters = {
  divisors: {
    kind: 'choice',
    choices: ['float32', 'float64'],
    default: 'float32',
  },
} as const;

/** The options with their defaults. Refuses unknown and wrong ones. */
export function modelOptions(given: unknown = {}): Required<ModelOptions> {
  return checkOptions('model', parameters, given);
}
