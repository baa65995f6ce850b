/** The gradient of a bias or gate: its spec and upstream in, gradients out. */

import {
  batchOf,
  type Given,
  readGiven,
  sameInput,
  shapeError,
} from '../arrays/operand.js';
import { type Pairs, readPairs } from '../arrays/pairs.js';
import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import type { Method, MethodMap } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { planTermsInside } from '../terms/inside.js';
import type { PlannedTerms, TermFamily, Tile } from '../terms/term.js';
import { biasGradientParameters } from './bias-gradient.description.js';

const name = 'biasGradient';

/** Options of `biasGradient`. */
export interface BiasGradientOptions
  extends OptionsOf<typeof biasGradientParameters> {}

/** Gradients by the names of the weights. */
export type BiasGradient = Readonly<Record<string, Tensor<'float32'>>>;

export interface BiasGradientMethod {
  /**
   * The gradients of the weights of a bias or a gate, given that of a loss by
   * its map.
   *
   *   formula  dw = Σ upstream[h, i, j]·∂b[h, i, j]/∂w
   *   shapes   upstream [heads, queries, keys]; each gradient as its weights
   *   range    as the bias
   *   error    summed in float64, rounded once
   *   cost     one pass over upstream; lists of positions cost as much as the
   *            bias besides
   *
   * @example
   * ```ts
   * const bias = { method: 't5Bias', table } as const;
   * const { table: gradient } = pe.biasGradient({ bias, upstream });
   * ```
   */
  biasGradient(options: BiasGradientOptions): BiasGradient;
}

export const biasGradient: Method<
  BiasGradientMethod,
  typeof biasGradientParameters,
  BiasGradient
> = {
  name,
  parameters: biasGradientParameters,
  plan(heap, checked, methods = new Map()) {
    const given = readGiven(name, 'upstream', checked.upstream, 'float32');
    const pairs = pairsOf(heap, given, checked);
    const heads = headsOf(heap, given, pairs);
    const terms = planTerms(heap, checked, methods, pairs, heads);
    return {
      // The weights of a spec are known to its method alone.
      outputs: {},
      cost: 2 * terms.cost,
      run: () => {
        const { length } = batchOf(heap, name, given);
        const count = heads * pairs.queries * pairs.keys;
        if (length !== count) sameInput(heap, name, given, count);
        return heap.scope(name, (scratch) =>
          run(scratch, terms, given, pairs, heads),
        );
      },
    };
  },
};

/** The pairs of the options, or as many as the axes of the upstream say. */
function pairsOf(
  heap: Heap,
  given: Given<'float32'>,
  checked: Checked<typeof biasGradientParameters>,
): Pairs {
  const { shape } = batchOf(heap, name, given);
  const [, queries, columns] = shape?.length === 3 ? shape : [];
  const listed = checked.keyPositions !== undefined;
  const keys = checked.keys ?? (listed ? undefined : columns);
  return readPairs(name, { ...checked, keys }, queries);
}

/** The number of heads of the upstream. */
function headsOf(heap: Heap, given: Given<'float32'>, pairs: Pairs): number {
  const { length, shape } = batchOf(heap, name, given);
  const { queries, keys } = pairs;
  const rest = queries * keys;
  const heads = length / rest;
  const text = `[heads, ${queries}, ${keys}]`;
  const wrong = shape && (shape[1] !== queries || shape[2] !== keys);
  if (shape?.length === 3 && wrong) {
    throw shapeError(name, given.param, text, shape);
  }
  if (rest > 0 && length > 0 && Number.isInteger(heads)) return heads;
  const rule = `a multiple of ${rest} and not 0, as its shape is ${text}`;
  throw wrongValue(name, 'upstream.length', rule, length, 'ERR_SHAPE');
}

function planTerms(
  heap: Heap,
  { bias, gate }: Checked<typeof biasGradientParameters>,
  methods: MethodMap,
  { queries, keys }: Pairs,
  heads: number,
): PlannedTerms {
  if (bias !== undefined && gate !== undefined) {
    throw conflict(name, 'gate', 'bias');
  }
  const family: TermFamily = gate === undefined ? 'bias' : 'gate';
  const value = gate ?? bias;
  if (value === undefined) {
    throw missing(name, 'bias', ruleOf(biasGradientParameters.bias));
  }
  const widths = { keyHeads: heads, headDim: 0, valueDim: 0 };
  const sizes = { heads, queries, keys, ...widths };
  const inside = { method: name, param: family, value, family, sizes, methods };
  return planTermsInside(heap, inside);
}

/** Bytes of upstream that lie in the module's memory at a time, about. */
const TILE_BYTES = 2 ** 20;

function run(
  scratch: Scratch,
  terms: PlannedTerms,
  given: Given<'float32'>,
  pairs: Pairs,
  heads: number,
): BiasGradient {
  const { heap } = scratch;
  const { queries, keys } = pairs;
  const loaded = terms.load(scratch, true);
  const bytes = heads * keys * Float32Array.BYTES_PER_ELEMENT;
  const most = Math.min(queries, Math.max(1, Math.floor(TILE_BYTES / bytes)));
  const tile = scratch.bytes(most * bytes);
  for (let row = 0; row < queries; row += most) {
    const rows = Math.min(most, queries - row);
    // Fetched anew for each tile: the memory may have grown.
    const { array } = batchOf(heap, name, given).operand;
    const part = new Float32Array(heap.buffer, tile, heads * rows * keys);
    for (let head = 0; head < heads; ++head) {
      const from = (head * queries + row) * keys;
      const some = array.subarray(from, from + rows * keys);
      part.set(some, head * rows * keys);
    }
    const at = { ...NOTHING, pairs, row, rows, heads, queries, keys };
    for (const term of loaded.terms) {
      term.back({ ...at, keyHeads: heads }, tile, { q: 0, k: 0, content: 0 });
    }
  }
  return { ...loaded.gradients?.() };
}

/** A tile that has neither queries nor keys, which biases do not read. */
const NOTHING = {
  ...{ item: 0, headDim: 0, valueDim: 0, q: 0, k: 0, scale: 1, content: 0 },
} satisfies Partial<Tile>;
