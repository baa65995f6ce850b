/** Runs attention backwards. */

import { type Given, inputOf } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';
import type { Bring } from './answers.js';
import { makeAttend } from './attend.js';
import type { Call } from './call.js';
import type { ItemGradient, SharedGradient, Upstream } from './gradients.js';
import type { Item } from './items.js';
import type { LoadedCall } from './loaded-call.js';

/** Makes the function that runs an item backwards. */
export function gradientRunner(
  scratch: Scratch,
  call: Call,
  loadedCall: LoadedCall,
  upstream: Upstream,
  sums: SharedGradient,
): (item: number, at: Item, into: ItemGradient) => void {
  const { output, weights, scores } = upstream;
  const { values } = loadedCall.loaded;
  const { terms, weighing } = call;
  const given = !output || weights || scores;
  const maps = given || values.length > 0 || terms.ofContent || weighing;
  const direction = maps ? undefined : 'backwards';
  const attend = makeAttend(scratch, call, loadedCall, direction);
  attend.start((core, attention) =>
    core.startGradient({
      ...{ attention, output: Boolean(output) },
      ...{ weights: Boolean(weights), scores: Boolean(scores) },
      sinksGradient: sums.sinks,
      weightGradient: sums.outputWeight,
      biasGradient: sums.outputBias,
    }),
  );
  const ends = { bring: upstreamBringer(scratch, call, upstream) };
  return (item, at, { q, k, turnedQ, turnedK, v }) => {
    attend.begin(item, at);
    attend.run(ends, (core, attention) =>
      core.attendBack({
        ...{ attention, qGradient: q, kGradient: k, vGradient: v },
        ...{ turnedQGradient: turnedQ, turnedKGradient: turnedK },
      }),
    );
  };
}

/** Makes the function that copies the gradient by a result of a tile. */
function upstreamBringer(
  { heap }: Scratch,
  { method, sizes }: Call,
  upstream: Upstream,
): Bring {
  const { items, queries, heads } = sizes;
  return (what, { item, row, rows, key, keys }, to) => {
    const given = upstream[what] as Given<'float32'>;
    const { array } = inputOf(heap, method, given).operand;
    const maps = what === 'output' ? 1 : heads;
    const width = array.length / (items * maps * queries);
    // The output has no keys.
    const [from, count] = what === 'output' ? [0, width] : [key, keys];
    const step = count === width ? rows : 1;
    const into = new Float32Array(heap.buffer, to, maps * rows * count);
    for (let map = 0; map < maps; ++map) {
      const first = (item * maps + map) * queries + row;
      for (let i = 0; i < rows; i += step) {
        const at = (first + i) * width + from;
        const part = array.subarray(at, at + step * count);
        into.set(part, (map * rows + i) * count);
      }
    }
  };
}
