/** The parameters that attention and its gradient have in common. */

import { startParameters } from '../arrays/pairs.js';
import type { Checked } from '../describe/checks.js';
import type { Parameters } from '../describe/parameters.js';
import { inputParameters } from './inputs.description.js';
import { maskParameters } from './masks.description.js';
import { modelParameters } from './model.description.js';
import { normParameters } from './norms.description.js';
import { scoreParameters } from './scores.description.js';

/** The parameters of a call, in the order in which they are read. */
export const callParameters = {
  ...inputParameters,
  ...normParameters,
  ...scoreParameters,
  ...startParameters,
  ...maskParameters,
  ...modelParameters,
} as const satisfies Parameters;

/** Checked options of a call. */
export type CheckedCall = Checked<typeof callParameters>;
