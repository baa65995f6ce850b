/** Gradients of several weights that the core writes one after another. */

import { makeTensor, product, type Tensor } from '../arrays/tensor.js';

/** A weight by its name, with its shape. */
export type NamedShape = readonly [name: string, shape: readonly number[]];

/** Cuts the gradients of weights out of one array, in the order of `weights`. */
export function cutGradients(
  packed: Float32Array,
  weights: readonly NamedShape[],
): Record<string, Tensor<'float32'>> {
  const gradients: Record<string, Tensor<'float32'>> = {};
  let from = 0;
  for (const [name, shape] of weights) {
    const to = from + product(shape);
    gradients[name] = makeTensor(packed.slice(from, to), shape, 'float32');
    from = to;
  }
  return gradients;
}
