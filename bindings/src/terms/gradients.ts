/** Gradients of several tables at once, which the core sums up in float64. */

import { makeTensor, product, type Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { allocateResult, type Heap, type Scratch } from '../core/memory.js';
import type { Work } from '../describe/method.js';

/** The dtypes of such gradients. */
export type GradientDType = Extract<DType, 'float32' | 'float64'>;

/** Gradients that are about to be computed. */
export interface GradientPlan<N extends string> {
  readonly dtype: GradientDType;
  /** Shapes of the gradients, by name. */
  readonly shapes: Readonly<Record<N, readonly number[]>>;
  /** Number of arithmetic operations, about. */
  readonly cost: number;
  /**
   * Calls the core, which adds the gradients to the float64 zeros at these
   * addresses.
   */
  readonly add: (scratch: Scratch, at: Readonly<Record<N, number>>) => void;
}

/** Plans gradients of several tables at once. */
export function planGradients<N extends string>(
  heap: Heap,
  method: string,
  { dtype, shapes, cost, add }: GradientPlan<N>,
): Work<Record<N, Tensor<GradientDType>>> {
  const names = Object.keys(shapes) as N[];
  const map = <T>(make: (name: N) => T) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>;
  return {
    outputs: map((name) => ({ shape: shapes[name], dtype })),
    cost,
    run: () =>
      heap.scope(method, (scratch) => {
        const at = map((name) => zeros(scratch, product(shapes[name])));
        add(scratch, at);
        return map((name) => {
          const shape = shapes[name];
          const data = allocateResult(method, dtype, shape);
          data.set(new Float64Array(heap.buffer, at[name], data.length));
          return makeTensor(data, shape, dtype);
        });
      }),
  };
}

/** Allocates `count` float64 zeros. */
function zeros(scratch: Scratch, count: number): number {
  const pointer = scratch.bytes(count * Float64Array.BYTES_PER_ELEMENT);
  new Float64Array(scratch.heap.buffer, pointer, count).fill(0);
  return pointer;
}
