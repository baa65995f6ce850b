/**
 * How a gradient is cut by heads. The gradients of queries, keys and values of a
 * head depend on no other head; sums over heads, such as those of weights,
 * frequencies and factors, are added in one order, and are not cut.
 */

import { type Given, inputOf } from '../arrays/operand.js';
import { tensor } from '../arrays/tensor.js';
import type { Heap } from '../core/memory.js';
import type { Planned, Work } from '../describe/method.js';
import type { Call } from './call.js';
import type { Upstream } from './gradients.js';
import { hidesByHead } from './masks.js';

/** The cuts of a gradient; nothing if something is summed over heads. */
export function headCuts(
  heap: Heap,
  call: Call,
  upstream: Upstream,
  outputs: Readonly<Record<string, Planned>>,
): Pick<Work, 'outputs' | 'rows' | 'part'> {
  const { sizes, masks, method } = call;
  const { batch, heads, keyHeads, queries, keys } = sizes;
  const given = {
    ...{ q: call.q.given, k: call.k.given, v: call.v?.given },
    upstream: upstream.output,
  };
  const summed =
    call.terms.names.length > 0 ||
    call.terms.gated ||
    call.table ||
    call.rotary ||
    call.sinks ||
    call.queryScale ||
    call.norms ||
    call.outputLayer ||
    upstream.weights ||
    upstream.scores ||
    (masks && hidesByHead(masks));
  const whole = Object.values(given).every(Boolean);
  if (summed || !whole || keyHeads < 2) return { outputs };
  const group = heads / keyHeads;
  const some = (
    one: Given<'float32'>,
    rows: number,
    own: number,
    at: readonly [number, number],
  ) => {
    const { array } = inputOf(heap, method, one).operand;
    return headsOf(array, rows * sizes.items, own, at, batch);
  };
  const axes = Object.entries(outputs).map(([name, output]) => {
    return [name, { ...output, axis: output.shape.length - 2 }] as const;
  });
  return {
    outputs: Object.fromEntries(axes),
    rows: [0, keyHeads],
    part(from, to) {
      const own = [from * group, to * group] as const;
      const { q, k, v, upstream } = given as Record<string, Given<'float32'>>;
      return {
        q: some(q as never, queries, heads, own),
        upstream: some(upstream as never, queries, heads, own),
        k: some(k as never, keys, keyHeads, [from, to]),
        v: some(v as never, keys, keyHeads, [from, to]),
        ...{ heads: own[1] - own[0], keyHeads: to - from },
      };
    },
  };
}

/** Some heads of rows [rows, heads, width], with the axis of a batch before. */
function headsOf(
  array: Float32Array,
  rows: number,
  heads: number,
  [from, to]: readonly [number, number],
  batch: number | undefined,
) {
  const width = array.length / (rows * heads);
  const size = (to - from) * width;
  const data = new Float32Array(rows * size);
  for (let row = 0; row < rows; ++row) {
    const at = row * heads * width;
    const part = array.subarray(at + from * width, at + to * width);
    data.set(part, row * size);
  }
  const shape = [rows / (batch ?? 1), to - from, width];
  return tensor(data, batch === undefined ? shape : [batch, ...shape]);
}
