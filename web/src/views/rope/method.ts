// The method that this view shows.

import '../../methods/described/rest/ropes.js';
import type { MethodDescription } from 'posenc/descriptions';
import { ropes } from '../../methods/described/ropes.js';

const { preset: _, ...parameters } = ropes.rope.parameters;

/**
 * The method, with an example whose heads are narrow enough for the eye. It has
 * no option `preset`: the view sets the options of a model one by one, so that
 * the reader sees and changes each.
 */
export const method: MethodDescription = {
  ...ropes.rope,
  parameters,
  example: { headDim: 64 },
};
