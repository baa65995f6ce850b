/** Brings a call of attention to the core, whose loops compute it. */

import type { Scratch } from '../core/memory.js';
import type { Attention, Calls, Status } from '../core/wasm/calls.js';
import type { Term } from '../terms/term.js';
import { answering, type Ends } from './answers.js';
import { type Call, scaleOf } from './call.js';
import type { Item } from './items.js';
import type { LoadedCall } from './loaded-call.js';
import { loadMasks } from './masks.js';
import { termsOf } from './terms.js';
import { loadWeighing } from './weighing.js';

/** A call of the core's loops. */
export type AttendCall = (core: Calls, attention: Attention) => Status;

/** A call of attention in the core. */
export interface Attend {
  /** Chooses the loops by one of the core's `start…`, and allocates for them. */
  start(call: AttendCall): void;
  /** Makes an item ready. */
  begin(item: number, at: Item): void;
  /** Runs loops over the item, and answers what they ask. */
  run(ends: Ends, call: AttendCall): void;
}

/** Bytes of the core's object, about. */
const OBJECT_BYTES = 2 ** 10;

/**
 * Loads a call. `streams` says that its loops hold no maps: then they read the
 * lines of terms where they lie, and those that run backwards add the gradients
 * of these lines up.
 */
export function makeAttend(
  scratch: Scratch,
  call: Call,
  loadedCall: LoadedCall,
  streams: 'forwards' | 'backwards' | undefined,
): Attend {
  const { core, heap } = scratch;
  const { sizes, outputLayer, terms, masks } = call;
  const { shared, loaded, rope } = loadedCall;
  const { queries, keys, heads, keyHeads, headDim, valueDim } = sizes;
  const all = termsOf(loaded);
  const facts = all.flatMap((term) =>
    factsOf(term, call, streams, loaded.tensors.includes(term)),
  );
  const scale = scaleOf(call, rope);
  const given = {
    sizes: { queries, keys, heads, keyHeads, width: headDim, valueDim },
    scale,
    softcap: call.softcap ?? Infinity,
    sinks: shared.of(call.sinks),
    weighing: loadWeighing(scratch, call.weighing, loaded.biases),
    layer: {
      outputWeight: shared.of(outputLayer?.weight),
      outputBias: shared.of(outputLayer?.bias),
      dim: outputLayer?.dim ?? 0,
    },
    terms: all.length > 0 ? scratch.copy(Int32Array.from(facts)) : 0,
    count: all.length,
    ...{ gated: loaded.gate !== undefined, byContent: terms.ofContent },
    ...{ acrossKeys: terms.acrossKeys, partial: terms.partial },
    relative: terms.relative,
    valuesByPosition: loaded.values.length > 0,
  };
  const attention = scratch.own(
    scratch.make((core) => core.makeAttention(given), OBJECT_BYTES),
  );
  if (masks) loadMasks(scratch, attention, masks, call);
  const answers = answering(scratch, call, loaded, attention, scale);
  // The core holds maps of a tile, and packed keys and values.
  const pairs = heads * keys * queries;
  const held =
    4 * Math.min(pairs, 2 ** 22) + 4 * keys * keyHeads * (headDim + valueDim);
  // The core packs panels of eight rows for products, and makes exponentials
  // for the softmax.
  const bytes = 8 * 4 * Math.max(headDim, keys, heads * valueDim, 256);
  return {
    start(call) {
      let status = call(core, attention);
      if (status === 'no-memory' && heap.giveUp()) {
        status = call(core, attention);
      }
      scratch.check(status, held);
    },
    begin(index, { q, k, turnedQ, turnedK, v }) {
      const at = { attention, index, q, k, turnedQ, turnedK, v };
      scratch.check(core.beginItem(at), bytes);
    },
    run(ends, call) {
      const run = () => call(core, attention);
      scratch.check(heap.asking(answers(ends), run), bytes);
    },
  };
}

/** The numbers of a `TermFacts` of the core. */
function factsOf(
  term: Term,
  { pairs }: Call,
  streams: 'forwards' | 'backwards' | undefined,
  tensor: boolean,
): readonly number[] {
  const line = streams && term.lines?.(pairs);
  const sums = streams === 'backwards' ? term.sums?.(pairs) : undefined;
  return [
    ...(line ? [line.values, line.headStride, line.rowStride] : [0, 0, 0]),
    ...(sums
      ? [sums.sums, sums.heads, sums.headStride, sums.rowStride]
      : [0, 0, 0, 0]),
    Number(tensor),
  ];
}
