/** The linear layer behind the output of attention. */

import type { Scratch } from '../core/memory.js';
import type { Call } from './call.js';
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
