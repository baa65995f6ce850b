/**
 * Scaled dot-product attention: options in, scores and weights out. The
 * mathematics is in `cpp/posenc/attention`.
 */

import { axisOfThree, countRows, readHeads } from '../arrays/heads.js';
import {
  type Given,
  type Input,
  inputOf,
  operandOf,
  readGiven,
  readOptional,
  sameInput,
} from '../arrays/operand.js';
import { checkCount, RowPositions, readList } from '../arrays/positions.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult, type Heap, type Scratch } from '../core/memory.js';
import type { Side } from '../core/wasm/calls.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { checkSets, type RopeCore, sourceOf } from '../rotary/core.js';
import { type PlannedRope, planRope } from '../rotary/rope.js';
import { rotateHeads } from '../rotary/rotation/rotate.js';
import { checkRows } from '../rotary/rows/reach.js';
import { attentionParameters } from './attention.description.js';

const name = 'attention';

/** Options of `attention`. */
export interface AttentionOptions
  extends OptionsOf<typeof attentionParameters, 'float32'> {}

/** The result of `attention`. */
export interface AttentionResult {
  /** Scores [heads, queries, keys]; -Infinity where a key is masked. */
  readonly scores: Tensor<'float32'>;
  /**
   * Weights [heads, queries, keys]; each row sums to 1, or is 0 if all keys are
   * masked.
   */
  readonly weights: Tensor<'float32'>;
  /** Output [queries, heads, valueDim], if `v` was given. */
  readonly output?: Tensor<'float32'>;
}

/** Largest size of the scores and weights of a tile of queries. */
const TILE_BYTES = 2 ** 24;

/** Checked arguments. The arrays are checked again when the call runs. */
interface Call {
  readonly sizes: {
    readonly queries: number;
    readonly keys: number;
    readonly heads: number;
    readonly keyHeads: number;
    readonly headDim: number;
    readonly valueDim: number;
  };
  /** Factor of the scores, if the caller gave one. */
  readonly scale: number | undefined;
  readonly causal: boolean;
  readonly q: Given<'float32'>;
  readonly k: Given<'float32'>;
  readonly v: Given<'float32'> | undefined;
  readonly rotary: PlannedRope | undefined;
  readonly queryAt: RowPositions;
  readonly keyAt: RowPositions;
}

/** What a call needs when it runs. */
interface Loaded {
  readonly q: Input;
  readonly k: Input;
  readonly v: Input | undefined;
  readonly rotary: RopeCore | undefined;
  readonly scale: number;
}

export interface AttentionMethod {
  /**
   * Computes scores and weights of queries against keys, and the weighted sums
   * of values.
   *
   *   formula  scores[h, i, j] = scale · R(q_i) · R(k_j), weights = softmax
   *            over j, output[i, h] = Σ_j weights[h, i, j] v_j (Vaswani et al.
   *            2017, arXiv:1706.03762, section 3.2); R turns by the position if
   *            `rotary` is given
   *   shapes   q [queries, heads, headDim], k [keys, keyHeads, headDim], v
   *            [keys, keyHeads, valueDim]; scores and weights [heads, queries,
   *            keys], output [queries, heads, valueDim]
   *   range    every float32; masked scores are -Infinity, and a row with all
   *            keys masked has weights 0
   *   error    products and sums in float32
   *   cost     heads · queries · keys · (headDim + valueDim) products; in the
   *            instance's memory copies of q, k and v, and 16 MiB for both
   *            maps, or those of one query if they are larger
   *
   * @example
   * ```ts
   * const { scores, weights } = pe.attention({
   *   q, k, heads: 8, rotary: pe.rope({ headDim: 64 }), causal: true,
   * });
   * ```
   */
  attention(options: AttentionOptions): AttentionResult;
}

export const attention: Method<
  AttentionMethod,
  typeof attentionParameters,
  AttentionResult
> = {
  name,
  parameters: attentionParameters,
  plan(heap, checked) {
    const call = readCall(heap, checked);
    const { queries, keys, heads, headDim, valueDim } = call.sizes;
    const dtype = 'float32';
    const map = { shape: [heads, queries, keys], dtype } as const;
    const output = { shape: [queries, heads, valueDim], dtype } as const;
    return {
      outputs: { scores: map, weights: map, ...(call.v && { output }) },
      cost: 2 * heads * queries * keys * (headDim + valueDim),
      run: () => compute(heap, call),
    };
  },
};

/** Makes the rope, and looks again at arrays that may have gone. */
function loadCall(heap: Heap, call: Call): Loaded {
  const { queries, keys, heads, keyHeads, headDim, valueDim } = call.sizes;
  const rotary = call.rotary?.make();
  const input = (given: Given<'float32'>, length: number) =>
    sameInput(heap, name, given, length);
  return {
    q: input(call.q, queries * heads * headDim),
    k: input(call.k, keys * keyHeads * headDim),
    v: call.v && input(call.v, keys * keyHeads * valueDim),
    rotary,
    scale: call.scale ?? rotary?.softmaxScale ?? 1 / Math.sqrt(headDim),
  };
}

function compute(heap: Heap, call: Call): AttentionResult {
  const { queries, keys, heads, valueDim } = call.sizes;
  const loaded = loadCall(heap, call);
  const result = (shape: readonly number[]) =>
    makeTensor(allocateResult(name, 'float32', shape), shape, 'float32');
  const scores = result([heads, queries, keys]);
  const weights = result([heads, queries, keys]);
  const output = call.v && result([queries, heads, valueDim]);
  const results = { scores, weights, ...(output && { output }) };
  if (queries > 0) {
    heap.scope(name, (scratch) => run(scratch, call, loaded, results));
  }
  return results;
}

/** Runs the core on the queries, a tile of them at a time. */
function run(
  scratch: Scratch,
  call: Call,
  loaded: Loaded,
  results: AttentionResult,
): void {
  const { heap } = scratch;
  const { sizes, causal, queryAt, keyAt } = call;
  const { rotary, scale } = loaded;
  const { queries, keys, heads, keyHeads, headDim, valueDim } = sizes;
  const turned = (side: Side, input: Input, at: RowPositions, own: number) =>
    rotary
      ? turn(scratch, { rotary, side, at, heads: own }, input)
      : bring(scratch, input);
  const q = turned('query', loaded.q, queryAt, heads);
  const k = turned('key', loaded.k, keyAt, keyHeads);
  const v = loaded.v ? bring(scratch, loaded.v) : 0;

  const perQuery = heads * keys * 4;
  const tile = Math.max(1, Math.floor(TILE_BYTES / (2 * perQuery)));
  const most = Math.min(tile, queries);
  const scores = scratch.bytes(most * perQuery);
  const weights = scratch.bytes(most * perQuery);
  const out = loaded.v ? scratch.bytes(most * heads * valueDim * 4) : 0;
  const positions = maskPositions(scratch, keyAt, queryAt, most);
  // The core allocates panels of eight columns for products, and exponentials
  // for the softmax.
  const bytes = 8 * 4 * Math.max(headDim, keys);

  for (let row = 0, rows = 0; row < queries; row += rows) {
    rows = Math.min(most, queries - row);
    const status = scratch.core.attention({
      ...sizes,
      queries: rows,
      scale,
      causal,
      ...positions(row, rows),
      q: q + row * heads * headDim * 4,
      k,
      v,
      scores,
      weights,
      out,
    });
    scratch.check(status, bytes);
    const view = (pointer: number, length: number) =>
      new Float32Array(heap.buffer, pointer, length);
    for (let head = 0; head < heads; ++head) {
      const skipped = head * rows * keys * 4;
      const to = (head * queries + row) * keys;
      results.scores.data.set(view(scores + skipped, rows * keys), to);
      results.weights.data.set(view(weights + skipped, rows * keys), to);
    }
    const width = heads * valueDim;
    results.output?.data.set(view(out, rows * width), row * width);
  }
}

/**
 * The positions that the mask compares, for a tile of queries. Both sides are
 * counted by the core or both are lists, so that they round alike: otherwise a
 * query at the position of a key might seem to be before it.
 */
function maskPositions(
  scratch: Scratch,
  keyAt: RowPositions,
  queryAt: RowPositions,
  most: number,
) {
  const { heap } = scratch;
  const listed = !keyAt.integers || !queryAt.integers;
  const keyPositions = listed ? scratch.bytes(keyAt.length * 8) : 0;
  const queryPositions = listed ? scratch.bytes(most * 8) : 0;
  const view = (pointer: number, length: number) =>
    new Float64Array(heap.buffer, pointer, length);
  if (listed) keyAt.write(0, view(keyPositions, keyAt.length));
  return (row: number, rows: number) => {
    if (listed) queryAt.write(row, view(queryPositions, rows));
    return {
      queryStart: listed ? 0 : queryAt.at(row),
      queryPositions,
      keyStart: listed ? 0 : keyAt.at(0),
      keyPositions,
    };
  };
}

/** Copies an input to the module's memory; gives a pointer. */
function bring(scratch: Scratch, { operand }: Input): number {
  return operand.pointer ?? scratch.copy(operand.array);
}

/** Turns an input into the module's memory; gives a pointer. */
function turn(
  scratch: Scratch,
  { rotary, side, at, heads }: Turning,
  { operand, length }: Input,
): number {
  const { heap } = scratch;
  const pointer = scratch.bytes(length * 4);
  const turned = new Float32Array(heap.buffer, pointer, length);
  const to = operandOf(heap, 'float32', turned);
  const { headDim } = rotary;
  const rows = at.length;
  const shape = [rows, heads, headDim];
  const one = { sequences: 1, length: rows, headsFirst: false };
  const turning = {
    at: { ...one, heads, headDim, shape },
    dtype: 'float32' as const,
    ...{ from: operand, to },
  };
  checkSets(name, rotary, heads);
  checkRows(name, rotary, at);
  const turns = sourceOf(name, rotary, side);
  rotateHeads(scratch, { ...rotary, turns }, turning, [at]);
  return pointer;
}

/** How queries or keys are turned. */
interface Turning {
  readonly rotary: RopeCore;
  readonly side: Side;
  readonly at: RowPositions;
  readonly heads: number;
}

function readCall(
  heap: Heap,
  checked: Checked<typeof attentionParameters>,
): Call {
  const given = {
    q: readGiven(name, 'q', checked.q, 'float32'),
    k: readGiven(name, 'k', checked.k, 'float32'),
    v: readOptional(name, 'v', checked.v, 'float32'),
  };
  const lists = readLists(checked);

  const rotary =
    checked.rotary === undefined
      ? undefined
      : planRope(heap, name, 'rotary', checked.rotary);
  const q = inputOf(heap, name, given.q);
  const k = inputOf(heap, name, given.k);
  const v = given.v && inputOf(heap, name, given.v);
  const heads = readHeads(name, q, checked.heads, attentionParameters.heads);
  const headDim = readHeadDim(checked, q, rotary);
  const keyHeads = checked.keyHeads ?? axisOfThree(k, 1) ?? heads;
  if (heads % keyHeads !== 0) {
    const rule = `a divisor of heads = ${heads}`;
    throw wrongValue(name, 'keyHeads', rule, keyHeads, 'ERR_SHAPE');
  }
  const queries = countRows(name, 'q', q, heads, headDim);
  const keys = countRows(name, 'k', k, keyHeads, headDim);
  if (keys === 0) {
    const rule = 'that of at least one key';
    throw wrongValue(name, 'k.length', rule, 0, 'ERR_SHAPE');
  }
  const valueDim = v ? readValueDim(checked, v, keys, keyHeads) : 0;
  return {
    sizes: { queries, keys, heads, keyHeads, headDim, valueDim },
    scale: checked.scale,
    causal: checked.causal,
    ...given,
    rotary,
    ...readRows(checked, lists, queries, keys),
  };
}

function readHeadDim(
  checked: Checked<typeof attentionParameters>,
  q: Input,
  rotary: PlannedRope | undefined,
): number {
  const headDim = checked.headDim ?? rotary?.headDim ?? axisOfThree(q, 2);
  if (headDim === undefined)
    throw missing(name, 'headDim', ruleOf(attentionParameters.headDim));
  if (rotary && headDim !== rotary.headDim) {
    const rule = `that of rotary, ${rotary.headDim}`;
    throw wrongValue(name, 'headDim', rule, headDim, 'ERR_SHAPE');
  }
  return headDim;
}

function readValueDim(
  checked: Checked<typeof attentionParameters>,
  v: Input,
  keys: number,
  keyHeads: number,
): number {
  const valueDim =
    checked.valueDim ?? axisOfThree(v, 2) ?? v.length / (keys * keyHeads);
  if (!Number.isInteger(valueDim) || valueDim < 1) {
    const rule = `a multiple of ${keys} × ${keyHeads}, keys by keyHeads`;
    throw wrongValue(name, 'v.length', rule, v.length, 'ERR_SHAPE');
  }
  if (countRows(name, 'v', v, keyHeads, valueDim) !== keys) {
    const rule = `${keys} × ${keyHeads} × ${valueDim}, a value for each key`;
    throw wrongValue(name, 'v.length', rule, v.length, 'ERR_SHAPE');
  }
  return valueDim;
}

/** Reads the lists of positions. */
function readLists(checked: Checked<typeof attentionParameters>) {
  const list = (param: 'keyPositions' | 'queryPositions', start: string) =>
    readList(name, param, checked[param], checked.given, [start]);
  return {
    keyPositions: list('keyPositions', 'keyStart'),
    queryPositions: list('queryPositions', 'queryStart'),
  };
}

function readRows(
  { keyStart, queryStart }: Checked<typeof attentionParameters>,
  { keyPositions, queryPositions }: ReturnType<typeof readLists>,
  queries: number,
  keys: number,
): Pick<Call, 'queryAt' | 'keyAt'> {
  const keyAt = keyPositions
    ? checkCount(name, 'keyPositions', keyPositions, keys)
    : RowPositions.range(name, 'keyStart', keys, keyStart);
  if (queryPositions) {
    const queryAt = checkCount(name, 'queryPositions', queryPositions, queries);
    return { keyAt, queryAt };
  }
  if (queryStart !== undefined) {
    const queryAt = RowPositions.range(name, 'queryStart', queries, queryStart);
    return { keyAt, queryAt };
  }
  if (keyPositions && queries > keys) {
    throw missing(
      name,
      'queryPositions',
      ruleOf(attentionParameters.queryPositions),
    );
  }
  // By default the last query is at the position of the last key.
  return { keyAt, queryAt: keyAt.tail(queries) };
}
