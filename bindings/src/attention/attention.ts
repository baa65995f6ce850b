/**
 * Attention: options in; scores, weights, output and terms out. The mathematics
 * is in `cpp/posenc/attention`.
 */

import type { startParameters } from '../arrays/pairs.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { allocateResult, type Heap, type Scratch } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import type { Method, Planned } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { Model, TowerName } from '../models/types.js';
import type { RopeCore } from '../rotary/core.js';
import {
  attentionParameters,
  type outputParameters,
} from './attention.description.js';
import { type Call, readCall } from './call.js';
import type { inputParameters } from './inputs.description.js';
import {
  type Item,
  itemLoader,
  loadShared,
  type SharedInputs,
} from './items.js';
import type { maskParameters } from './masks.description.js';
import type { modelParameters } from './model.description.js';
import type { scoreParameters } from './scores.description.js';
import { checkMeasured } from './sizes.js';
import { streamable, streamsOf } from './streams.js';
import { type LoadedScores, loadTerms } from './terms.js';
import { tilesOf } from './tiles.js';

const name = 'attention';

type F32 = Tensor<'float32'>;

/** A layer of a model. */
interface ModelOptions
  extends Omit<
    OptionsOf<typeof modelParameters, 'float32'>,
    'model' | 'tower'
  > {
  /**
   * Model whose layer computes attention, as `model` gives it. The layer says
   * heads, rotation, scale, window, soft cap and biases; options that are given
   * take precedence. Learned weights are given as the spec of their method,
   * such as `bias: { method: 't5Bias', table }`. Optional.
   */
  readonly model?: Model | undefined;
  /**
   * Name of the part of `model` that the layer is in, such as `vision`.
   * Defaults to its main part.
   */
  readonly tower?: TowerName | undefined;
}

/** Options that `attention` and its gradient have in common. */
export interface AttentionInputs
  extends OptionsOf<typeof inputParameters, 'float32'>,
    OptionsOf<typeof scoreParameters, 'float32'>,
    OptionsOf<typeof startParameters, 'float32'>,
    OptionsOf<typeof maskParameters, 'float32'>,
    ModelOptions {}

/** Options of `attention`. */
export interface AttentionOptions
  extends AttentionInputs,
    OptionsOf<typeof outputParameters, 'float32'> {}

/** The result of `attention`. With a batch, all have its axis first. */
export interface AttentionResult {
  /** Scores [heads, queries, keys]; -Infinity where a key is masked. */
  readonly scores: Tensor<'float32'>;
  /**
   * Weights [heads, queries, keys]; each row sums to 1, or is 0 if all keys are
   * masked. With sinks or a gate, rows have other sums.
   */
  readonly weights: Tensor<'float32'>;
  /**
   * Output [queries, heads, valueDim], or [queries, outputDim] after
   * `outputWeight`, if there are values.
   */
  readonly output?: Tensor<'float32'>;
  /**
   * With the option `terms`, the summands of the scores by name, [heads,
   * queries, keys]: `content`, then relative terms, then biases. Added in this
   * order in float32, they are the scores before cap and mask, bit for bit.
   */
  readonly terms?: Readonly<Record<string, Tensor<'float32'>>>;
  /** With the option `terms`, the gate, [heads, queries, keys], if there is one. */
  readonly gate?: Tensor<'float32'>;
}

/** The results that `outputs` can name. */
export type AttentionOutput =
  (typeof outputParameters)['outputs']['choices'][number];

export interface AttentionMethod {
  /**
   * Computes scores and weights of queries against keys, and the weighted sums
   * of values, with any position encoding in it.
   *
   *   formula  scores[h, i, j] = scale · R(q_i) · R(k_j) + relative terms +
   *            biases, then the soft cap, then the mask; weights = gate ·
   *            softmax over j; output[i, h] = Σ_j weights[h, i, j] v_j
   *            (Vaswani et al. 2017, arXiv:1706.03762, section 3.2); R turns by
   *            the position if `rotary` is given
   *   shapes   q [queries, heads, headDim], k [keys, keyHeads, headDim], v
   *            [keys, keyHeads, valueDim]; scores, weights and terms [heads,
   *            queries, keys], output [queries, heads, valueDim]. A batch is an
   *            axis before all of these
   *   range    every finite float32. Masked scores are -Infinity, and a row
   *            with all keys masked has weights 0. Products that overflow
   *            float32 are computed in float64, so that a score is infinite
   *            only if it is itself too large, and never NaN; keys with a score
   *            of +Infinity share the weight. With `outputs: ['output']`, a
   *            value that is not finite may make NaN of other outputs, too, and
   *            products of a gate and a value must stay below 2^96
   *   error    products and sums in float32, in an order that does not depend
   *            on the number of queries. With `outputs: ['output']`, the weights
   *            are not rounded to float32 but computed in it, with an error of
   *            2^-24 (keys / 8 + 16 + d) for a score that is d below the largest
   *   cost     heads · queries · keys · (headDim + valueDim) products, and those
   *            of the terms; in the instance's memory copies of q and v and two
   *            of k, and 16 MiB for all maps, or those of one query if they are
   *            larger. With `outputs: ['output']`, no maps but those of terms
   *            that are no bias by distance, and no products for keys that are
   *            masked for many queries; instead a second copy of v
   *
   * @example
   * ```ts
   * const { scores, weights } = pe.attention({
   *   q, k, heads: 8, rotary: pe.rope({ headDim: 64 }), causal: true,
   * });
   * const { terms } = pe.attention({
   *   q, k, heads: 8, headDim: 64, bias: { method: 'alibi' }, terms: true,
   * });
   * ```
   */
  attention(
    options: AttentionOptions & {
      readonly outputs: readonly AttentionOutput[];
    },
  ): Partial<AttentionResult>;
  attention(options: AttentionOptions): AttentionResult;
}

export const attention: Method<
  AttentionMethod,
  typeof attentionParameters,
  AttentionResult
> = {
  name,
  parameters: attentionParameters,
  plan(heap, checked, methods) {
    const call = readCall(heap, name, checked, methods);
    const wanted = readWanted(call, checked);
    return {
      outputs: outputsOf(call, wanted),
      cost: costOf(call),
      run: () => compute(heap, call, wanted),
    };
  },
};

/** Which results a call gives. */
interface Wanted {
  readonly scores: boolean;
  readonly weights: boolean;
  readonly output: boolean;
  readonly terms: boolean;
}

function readWanted(
  call: Call,
  { outputs, terms }: Checked<typeof outputParameters>,
): Wanted {
  if (!outputs) {
    return { scores: true, weights: true, output: call.v !== undefined, terms };
  }
  if (outputs.includes('output') && !call.v) {
    throw missing(name, 'v', ruleOf(attentionParameters.v));
  }
  const of = (word: AttentionOutput) => outputs.includes(word);
  return {
    ...{ scores: of('scores'), weights: of('weights'), output: of('output') },
    terms,
  };
}

/** The shapes of the results by name; terms are `terms.NAME`. */
function outputsOf(
  { sizes, outputLayer, terms }: Call,
  wanted: Wanted,
): Record<string, Planned> {
  const { batch, queries, keys, heads, valueDim } = sizes;
  const of = (...shape: readonly number[]): Planned => ({
    shape: batch === undefined ? shape : [batch, ...shape],
    dtype: 'float32',
  });
  const map = of(heads, queries, keys);
  const summands = ['content', ...terms.names].map((term) => `terms.${term}`);
  return {
    ...(wanted.scores && { scores: map }),
    ...(wanted.weights && { weights: map }),
    ...(wanted.output && {
      output: outputLayer
        ? of(queries, outputLayer.dim)
        : of(queries, heads, valueDim),
    }),
    ...(wanted.terms &&
      Object.fromEntries(summands.map((term) => [term, map]))),
    ...(wanted.terms && terms.gated && { gate: map }),
  };
}

/** Arithmetic operations of a call, about. */
export function costOf({ sizes, terms, x, context, q, k, v }: Call): number {
  const { items, queries, keys, heads, headDim, valueDim } = sizes;
  const map = items * heads * queries * keys;
  const made = [q, k, v].reduce(
    (sum, part) =>
      sum +
      (part?.weight && part.from ? part.rows * part.width * part.from.dim : 0),
    0,
  );
  const added =
    (x ? x.rows * x.dim : 0) + (context ? context.rows * context.dim : 0);
  return (
    2 * map * (headDim + valueDim) + items * (2 * made + added + terms.cost)
  );
}

function compute(heap: Heap, call: Call, wanted: Wanted): AttentionResult {
  checkMeasured(heap, name, call.arrays);
  const results = Object.fromEntries(
    Object.entries(outputsOf(call, wanted)).map(([name, { shape }]) => [
      name,
      makeTensor(
        allocateResult(call.method, 'float32', shape),
        shape,
        'float32',
      ),
    ]),
  );
  if (call.sizes.queries > 0) {
    heap.scope(name, (scratch) => run(scratch, call, wanted, results));
  }
  const terms = Object.entries(results).flatMap(([name, tensor]) =>
    name.startsWith('terms.') ? [[name.slice(6), tensor] as const] : [],
  );
  const { scores, weights, output, gate } = results;
  return {
    ...(scores && { scores }),
    ...(weights && { weights }),
    ...(output && { output }),
    ...(wanted.terms && { terms: Object.fromEntries(terms) }),
    ...(gate && { gate }),
  } as AttentionResult;
}

/** Computes the tiles of all items and copies them to the results. */
function run(
  scratch: Scratch,
  call: Call,
  wanted: Wanted,
  results: Readonly<Record<string, F32>>,
): void {
  const rope = call.rotary?.make();
  const loaded = loadTerms(scratch, call.terms, false);
  const shared = loadShared(scratch, call);
  const load = itemLoader(scratch, call, shared, rope);
  const maps = wanted.scores || wanted.weights || wanted.terms;
  const tiles =
    maps || !streamable(loaded)
      ? mapTiles(scratch, call, wanted, results, { shared, loaded, rope })
      : outputTiles(scratch, call, results, { shared, loaded, rope });
  const { items, queries } = call.sizes;
  for (let item = 0; item < items; ++item) {
    const at = load(item);
    tiles.begin(at);
    for (let row = 0, rows = 0; row < queries; row += rows) {
      rows = Math.min(tiles.most, queries - row);
      tiles.copy(item, at, row, rows);
    }
  }
}

/** What both forms compute with. */
interface Inside {
  readonly shared: SharedInputs;
  readonly loaded: LoadedScores;
  readonly rope: RopeCore | undefined;
}

/** Computes tiles of queries and copies what is wanted of them. */
interface Copies {
  readonly most: number;
  begin(at: Item): void;
  copy(item: number, at: Item, row: number, rows: number): void;
}

function mapTiles(
  scratch: Scratch,
  call: Call,
  wanted: Wanted,
  results: Readonly<Record<string, F32>>,
  { shared, loaded, rope }: Inside,
): Copies {
  const { queries, keys, heads } = call.sizes;
  const alone =
    !wanted.weights && !wanted.output && !(wanted.terms && loaded.gate);
  const tiles = tilesOf(scratch, call, shared, loaded, rope, {
    ...{ scores: wanted.scores && !alone, softened: false },
    ...{ output: wanted.output, scoresAlone: alone },
  });
  const names = ['content', ...call.terms.names].map((term) => `terms.${term}`);
  return {
    most: tiles.most,
    begin: () => {},
    copy(item, at, row, rows) {
      const copyMap = (name: string, pointer: number) => {
        const to = results[name];
        if (!to) return;
        for (let head = 0; head < heads; ++head) {
          const from = pointer + head * rows * keys * 4;
          const part = new Float32Array(
            ...([scratch.heap.buffer, from, rows * keys] as const),
          );
          to.data.set(part, ((item * heads + head) * queries + row) * keys);
        }
      };
      const maps = tiles.compute(item, at, row, rows, (n, term) =>
        copyMap(names[n] as string, term),
      );
      copyMap('scores', maps.scores);
      copyMap('weights', maps.weights);
      copyMap('gate', maps.gate);
      copyOutput(scratch, call, results.output, maps.output, item, row, rows);
    },
  };
}

function outputTiles(
  scratch: Scratch,
  call: Call,
  { output }: Readonly<Record<string, F32>>,
  { shared, loaded, rope }: Inside,
): Copies {
  const streams = streamsOf(scratch, call, shared, loaded, rope);
  return {
    most: streams.most,
    begin: (at) => streams.begin(at),
    copy(item, at, row, rows) {
      const pointer = streams.compute(item, at, row, rows);
      copyOutput(scratch, call, output, pointer, item, row, rows);
    },
  };
}

/** Copies the output of some queries to its place in the result. */
function copyOutput(
  { heap }: Scratch,
  { sizes: { items, queries } }: Call,
  output: F32 | undefined,
  pointer: number,
  item: number,
  row: number,
  rows: number,
): void {
  if (!output) return;
  const width = output.data.length / (items * queries);
  const part = new Float32Array(heap.buffer, pointer, rows * width);
  output.data.set(part, (item * queries + row) * width);
}
