/**
 * Brings the queries, keys and values of one item of a batch after another into
 * the instance's memory: copies or makes them, normalises queries and keys, and
 * scales queries by position.
 */

import { type Given, inputOf } from '../arrays/operand.js';
import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import type { Call } from './call.js';
import { earlyTurns } from './early-turns.js';
import type { LoadedNorm } from './norms.js';
import type { Embedding, Part } from './sizes.js';
import { turner } from './turner.js';

/** Addresses of the float32 of an item, which the next item overwrites. */
export interface Item {
  /** Embeddings with their table; 0 if there are none. */
  readonly x: number;
  readonly context: number;
  /** The embeddings of which queries and keys are made. */
  readonly ofQ: number;
  readonly ofK: number;
  /** Queries and keys before rotation; queries have their factors. */
  readonly q: number;
  readonly k: number;
  /** Queries before their factors. */
  readonly unscaledQ: number;
  /** Queries and keys before they are normalised, if they are. */
  readonly plainQ: number;
  readonly plainK: number;
  /** Values; 0 if there are none. */
  readonly v: number;
  /** Queries and keys after rotation. */
  readonly turnedQ: number;
  readonly turnedK: number;
}

/** Inputs that all items share, in the instance's memory. */
export interface SharedInputs {
  /** Address of an array, which is copied once; 0 if there is none. */
  of(given: Given<'float32'> | undefined): number;
  /** Address of the factors of queries; 0 if there are none. */
  readonly factors: number;
  /** What normalises queries and keys, if anything does. */
  readonly norms:
    | { readonly q: LoadedNorm; readonly k: LoadedNorm }
    | undefined;
}

/** Loads what all items share; `gradient` says whether they run backwards. */
export function loadShared(
  scratch: Scratch,
  call: Call,
  gradient: boolean,
): SharedInputs {
  const { norms } = call;
  const known = new Map<object, number>();
  const factors = call.queryScale?.make();
  return {
    of(given) {
      if (!given) return 0;
      const found = known.get(given);
      if (found !== undefined) return found;
      const { operand } = inputOf(scratch.heap, call.method, given);
      const pointer = operand.pointer ?? scratch.copy(operand.array);
      known.set(given, pointer);
      return pointer;
    },
    factors: factors ? scratch.copy(factors) : 0,
    norms: norms && {
      q: norms.q.load(scratch, gradient),
      k: norms.k.load(scratch, gradient),
    },
  };
}

/** Makes the function that loads an item. */
export function itemLoader(
  scratch: Scratch,
  call: Call,
  shared: SharedInputs,
  rope: RopeCore | undefined,
): (item: number) => Item {
  const { rotaryRows, sizes, table } = call;
  const { queries: rows, heads, keyHeads, headDim } = sizes;
  const width = heads * headDim;
  const { factors, norms } = shared;
  const normFirst = norms && !call.norms?.turned;
  const normQ = norms?.q.forward(rows) ?? same;
  const normK = norms?.k.forward(sizes.keys) ?? same;
  const x = embedder(scratch, call, call.x, table?.queries?.make());
  const context = embedder(scratch, call, call.context, table?.keys?.make());
  const loadQ = partLoader(scratch, call, shared, call.q);
  const loadK = partLoader(scratch, call, shared, call.k);
  const loadV = partLoader(scratch, call, shared, call.v);
  const scaled = factors ? scratch.bytes(rows * width * 4) : 0;
  const early = earlyTurns(scratch, call, rope);
  const late = early ? undefined : rope;
  const turnQ = turner(scratch, call, late, {
    ...{ side: 'query', at: rotaryRows.queries, heads },
  });
  const turnK = turner(scratch, call, late, {
    ...{ side: 'key', at: rotaryRows.keys, heads: keyHeads },
  });

  return (item) => {
    const embedded = x(item);
    const other = context(item);
    const from = (part: Part | undefined) =>
      part?.from && part.from === call.context ? other : embedded;
    const [ofQ, ofK] = [from(call.q), from(call.k)].map(
      (x, n) => early?.[n as 0 | 1].turn(x, item) ?? x,
    ) as [number, number];
    const givenQ = loadQ(item, ofQ);
    const givenK = loadK(item, ofK);
    const unscaledQ = normFirst ? normQ(givenQ) : givenQ;
    const k = normFirst ? normK(givenK) : givenK;
    const v = loadV(item, from(call.v));
    if (scaled) {
      const { core } = scratch;
      scratch.check(
        core.scaleRows({ x: unscaledQ, factors, rows, width, out: scaled }),
      );
    }
    const q = scaled || unscaledQ;
    const [turnedQ, turnedK] = [turnQ(q, item), turnK(k, item)];
    return {
      ...{ x: embedded, context: other, ofQ, ofK, q, k, v, unscaledQ },
      plainQ: normFirst ? givenQ : turnedQ,
      plainK: normFirst ? givenK : turnedK,
      turnedQ: normFirst ? turnedQ : normQ(turnedQ),
      turnedK: normFirst ? turnedK : normK(turnedK),
    };
  };
}

const same = (x: number) => x;

/**
 * Makes the function that loads an item and makes it ready, unless it was the
 * last one already: so parts of a call without a batch load it once.
 */
export function itemKeeper(
  load: (item: number) => Item,
  begin: (item: number, at: Item) => void,
): (item: number) => void {
  let last: number | undefined;
  return (item) => {
    if (last === item) return;
    // If loading throws, no item counts as loaded.
    last = undefined;
    begin(item, load(item));
    last = item;
  };
}

/**
 * Makes the function that brings an item of an array, `count` numbers, into the
 * instance's memory, and gives its address.
 */
export function itemUploader(
  scratch: Scratch,
  method: string,
  given: Given<'float32'>,
  count: number,
): (item: number) => number {
  const { heap } = scratch;
  const resident = inputOf(heap, method, given).operand.pointer;
  if (resident !== undefined) return (item) => resident + item * count * 4;
  const pointer = scratch.bytes(count * 4);
  return (item) => {
    const { array } = inputOf(heap, method, given).operand;
    const part = array.subarray(item * count, (item + 1) * count);
    new Float32Array(heap.buffer, pointer, count).set(part);
    return pointer;
  };
}

/** Makes the function that loads embeddings and adds their table. */
function embedder(
  scratch: Scratch,
  { method, table }: Call,
  embedding: Embedding | undefined,
  rows: Float32Array | undefined,
): (item: number) => number {
  if (!embedding) return () => 0;
  const count = embedding.rows * embedding.dim;
  const upload = itemUploader(scratch, method, embedding.given, count);
  if (!rows || !table) return upload;
  const added = scratch.copy(rows);
  const out = scratch.bytes(count * 4);
  return (item) => {
    const status = scratch.core.addTo({
      ...{ x: upload(item), embeddingScale: 1, table: added },
      ...{ scale: table.scale, count, out },
    });
    scratch.check(status);
    return out;
  };
}

/** Makes the function that loads queries, keys or values. */
function partLoader(
  scratch: Scratch,
  { method }: Call,
  shared: SharedInputs,
  part: Part | undefined,
): (item: number, embedded: number) => number {
  if (!part) return () => 0;
  const { rows, width } = part;
  if (part.given)
    return itemUploader(scratch, method, part.given, rows * width);
  if (!part.from || !part.weight) return (_, embedded) => embedded;
  const out = scratch.bytes(rows * width * 4);
  const weight = shared.of(part.weight);
  const bias = shared.of(part.bias);
  const sizes = { rows, in: part.from.dim, out: width };
  return (_, x) => {
    scratch.check(scratch.core.linear({ sizes, x, weight, bias, out }));
    return out;
  };
}
