/** Gradients of several tables, which the core sums up in float64. */

import { makeTensor, product, type Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { Scratch } from '../core/memory.js';
import { allocateResult } from '../core/memory.js';
import { zeros } from './floats.js';

/** What such gradients can be. */
export type GradientDType = Extract<DType, 'float32' | 'float64'>;

/** Places for the sums, and the tensors made of them. */
export interface Gradients<N extends string, D extends DType> {
  readonly at: Record<N, number>;
  readonly tensors: () => Record<N, Tensor<D>>;
}

/** Room for gradients of these shapes, all zeros. */
export function makeGradients<N extends string, D extends GradientDType>(
  scratch: Scratch,
  method: string,
  dtype: D,
  shapes: Readonly<Record<N, readonly number[]>>,
): Gradients<N, D> {
  const names = Object.keys(shapes) as N[];
  const map = <T>(make: (name: N) => T) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>;
  const at = map((name) => zeros(scratch, product(shapes[name])));
  return {
    at,
    tensors: () =>
      map((name) => {
        const shape = shapes[name];
        const data = allocateResult(method, dtype, shape);
        const { buffer } = scratch.heap;
        data.set(new Float64Array(buffer, at[name], data.length));
        return makeTensor(data, shape, dtype);
      }),
  };
}
