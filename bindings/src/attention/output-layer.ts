/** The linear layer behind the output of attention, and its gradient. */

import { type Given, inputOf } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';
import type { Call } from './call.js';
import { clear, type SharedGradient } from './gradients.js';
import type { SharedInputs } from './items.js';

/** Takes the output of some queries, [rows, heads, valueDim], further. */
export type OutputStep = (mixed: number, rows: number) => number;

/**
 * Allocates the result of the layer for at most `most` queries. Without a
 * layer, the step gives the address that it gets.
 */
export function outputStep(
  scratch: Scratch,
  { outputLayer: layer, sizes }: Call,
  shared: SharedInputs,
  most: number,
): OutputStep {
  if (!layer) return (mixed) => mixed;
  const width = sizes.heads * sizes.valueDim;
  const out = scratch.bytes(most * layer.dim * 4);
  return (mixed, rows) => {
    scratch.check(
      scratch.core.linear({
        sizes: { rows, in: width, out: layer.dim },
        x: mixed,
        weight: shared.of(layer.weight),
        bias: shared.of(layer.bias),
        out,
      }),
      8 * 4 * width,
    );
    return out;
  };
}

/**
 * Makes the function that brings the gradient by the output of some queries,
 * and takes it back to before the layer: it gives the address of the gradient
 * by `mixed`, [rows, heads, valueDim], and adds those of the layer to `sums`.
 * Without a layer, `mixed` is not looked at.
 */
export function mixedUpstream(
  scratch: Scratch,
  { method, outputLayer: layer, sizes }: Call,
  shared: SharedInputs,
  given: Given<'float32'>,
  most: number,
): (
  item: number,
  row: number,
  rows: number,
  mixed: number,
  sums: SharedGradient,
) => number {
  const { core, heap } = scratch;
  const width = sizes.heads * sizes.valueDim;
  const outWidth = layer ? layer.dim : width;
  const byOutput = scratch.bytes(most * outWidth * 4);
  const byMixed = layer ? scratch.bytes(most * width * 4) : byOutput;
  return (item, row, rows, mixed, sums) => {
    const from = (item * sizes.queries + row) * outWidth;
    const { array } = inputOf(heap, method, given).operand;
    const part = array.subarray(from, from + rows * outWidth);
    new Float32Array(heap.buffer, byOutput, rows * outWidth).set(part);
    if (layer) {
      clear(scratch, byMixed, rows * width);
      scratch.check(
        core.linearGradient({
          sizes: { rows, in: width, out: outWidth },
          ...{ x: mixed, weight: shared.of(layer.weight) },
          ...{ upstream: byOutput, xGradient: byMixed },
          weightGradient: sums.outputWeight,
          biasGradient: sums.outputBias,
        }),
        8 * 4 * Math.max(width, 256),
      );
    }
    return byMixed;
  };
}
