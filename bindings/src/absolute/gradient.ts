/** The parameter that the gradients of several tables share. */

export const gradientDtype = {
  /** Type of the numbers. Defaults to `'float32'`. */
  dtype: {
    kind: 'choice',
    choices: ['float32', 'float64'],
    default: 'float32',
  },
} as const;
