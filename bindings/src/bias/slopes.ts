/** Slopes, a number for each head: lists of them, and biases by distance. */

import { type Given, targetOf } from '../arrays/operand.js';
import type { Tensor } from '../arrays/tensor.js';
import { type DType, viewArray } from '../base/dtype.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { AlibiForm, Calls, Status } from '../core/wasm/calls.js';
import type { Work } from '../describe/method.js';
import { gradientSum, type Weight } from '../terms/weights.js';
import type { BiasKernel } from './kernel.js';

/** Brings float64 slopes [heads] into memory; gives their address. */
export type LoadSlopes = (scratch: Scratch) => number;

/** Loads slopes that follow from a formula, which `write` computes. */
export const formulaSlopes =
  (heads: number, write: (core: Calls, slopes: number) => Status): LoadSlopes =>
  (scratch) => {
    const slopes = scratch.bytes(heads * 8);
    scratch.check(write(scratch.core, slopes));
    return slopes;
  };

/** What a list of slopes is made of. */
interface PlannedSlopes {
  readonly heads: number;
  readonly load: LoadSlopes;
  readonly dtype: DType;
  readonly out: Given<DType> | undefined;
}

/** Plans slopes [heads], which are rounded once to the dtype. */
export function planSlopes(
  heap: Heap,
  name: string,
  { heads, load, dtype, out: given }: PlannedSlopes,
): Work<Tensor<DType>> {
  const shape = [heads];
  return {
    outputs: { slopes: { shape, dtype } },
    cost: heads * 6000,
    run: () => {
      const target = targetOf(heap, name, given, { dtype, shape });
      heap.scope(name, (scratch) => {
        const values = load(scratch);
        const out = scratch.bytes(heads * 8);
        const { core } = scratch;
        scratch.check(core.roundValues({ values, count: heads, dtype, out }));
        const rounded = viewArray(dtype, heap.buffer, out, heads);
        target.tensor().data.set(rounded as never);
      });
      return target.tensor();
    },
  };
}

/** Biases that are slopes times distances. */
interface SlopeBias {
  readonly heads: number;
  readonly load: LoadSlopes;
  readonly form: AlibiForm;
  /** Factor of all values. */
  readonly scale: number;
  /** Slopes for keys behind the query. Defaults to those before it. */
  readonly rightSlopes?: Weight | undefined;
}

/** Makes what loads such a bias, with the gradients of slopes. */
export function slopeLoader(bias: SlopeBias) {
  const { heads, load, form, scale, rightSlopes: right } = bias;
  return (scratch: Scratch, gradient: boolean): BiasKernel => {
    const { core } = scratch;
    const slopes = load(scratch);
    const rightSlopes = right?.float64(scratch) ?? 0;
    const options = { heads, form, scale, slopes, rightSlopes };
    const sums = gradient ? gradientSum(scratch, [heads]) : undefined;
    const rightSums = gradient ? right?.gradient(scratch) : undefined;
    return {
      values: (line, values) => core.alibi({ options, ...line, values }),
      back: (line, upstream) =>
        core.alibiGradient({
          options,
          ...line,
          upstream,
          slopesGradient: sums?.pointer ?? 0,
          rightSlopesGradient: rightSums?.pointer ?? 0,
        }),
      gradients: () => ({
        ...(sums && { slopes: sums.tensor() }),
        ...(rightSums && { rightSlopes: rightSums.tensor() }),
      }),
    };
  };
}
