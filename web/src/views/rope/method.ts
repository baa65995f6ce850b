// The method that this view shows.

import { type MethodDescription, methods } from 'posenc/descriptions';

const { preset: _, ...parameters } = methods.rope.parameters;

/**
 * The method, with an example whose heads are narrow enough for the eye. It has
 * no option `preset`: the view sets the options of a model one by one, so that
 * the reader sees and changes each.
 */
export const method: MethodDescription = {
  ...methods.rope,
  parameters,
  example: { headDim: 64 },
};
