/** The descriptions of all methods, by name. */

import { attentionDescription } from './attention.js';
import { ropeDescription } from './rope.js';
import { sinusoidalDescription } from './sinusoidal.js';

/**
 * What there is to say about each method, as data: title, formula, paper,
 * parameters with their ranges and defaults, presets and pitfalls. The checks
 * of arguments and the option types come from the same objects.
 */
export const methods = {
  sinusoidal: sinusoidalDescription,
  rope: ropeDescription,
  attention: attentionDescription,
} as const;
