/**
 * Attention: options in; scores, weights, output and terms out. The mathematics
 * is in `cpp/posenc/attention`.
 */

import type { startParameters } from '../arrays/pairs.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { prepared } from '../core/prepared.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import type { Floats } from '../describe/kinds/floats.js';
import type { Method, Prepared } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { LayerFacts, Model, TowerName } from '../models/types.js';
import {
  attentionParameters,
  type outputParameters,
} from './attention.description.js';
import { type Call, readCall } from './call.js';
import { costOf } from './cost.js';
import type { inputParameters } from './inputs.description.js';
import { itemKeeper } from './items.js';
import { loadCall } from './loaded-call.js';
import type { maskParameters } from './masks.description.js';
import type { modelParameters } from './model.description.js';
import type { normParameters } from './norms.description.js';
import {
  type GivenResults,
  makeResults,
  needsMaps,
  outputsOf,
  type Queries,
  readResults,
  type Wanted,
} from './results.js';
import { forwardRunner, type Into } from './runner.js';
import type { scoreParameters } from './scores.description.js';
import { checkMeasured } from './sizes.js';

const name = 'attention';

/** A layer of a model. */
interface ModelOptions
  extends Omit<
    OptionsOf<typeof modelParameters, 'float32'>,
    'model' | 'tower'
  > {
  /**
   * Model whose layer computes attention, as `model`, or `readModel` of
   * `posenc/models`, gives it. The layer says heads, rotation, scale, window,
   * soft cap and biases; options that are given take precedence. Learned weights
   * are given as the spec of their method, such as
   * `bias: { method: 't5Bias', table }`. Optional.
   */
  readonly model?: Model<LayerFacts> | undefined;
  /**
   * Name of the part of `model` that the layer is in, such as `vision`.
   * Defaults to its main part.
   */
  readonly tower?: TowerName | undefined;
}

/** Options that `attention` and its gradient have in common. */
export interface AttentionInputs
  extends OptionsOf<typeof inputParameters, 'float32'>,
    OptionsOf<typeof normParameters, 'float32'>,
    OptionsOf<typeof scoreParameters, 'float32'>,
    OptionsOf<typeof startParameters, 'float32'>,
    OptionsOf<typeof maskParameters, 'float32'>,
    ModelOptions {}

/**
 * Options of `attention`. `O` is the type of the list `outputs`; by default,
 * there is none.
 */
export interface AttentionOptions<
  O extends readonly AttentionOutput[] | undefined = undefined,
> extends AttentionInputs,
    Omit<OptionsOf<typeof outputParameters, 'float32'>, 'outputs'> {
  /**
   * The results that are wanted. The output alone needs no memory for maps of
   * queries and keys. Defaults to scores, weights and, if there are values, the
   * output.
   */
  readonly outputs?: O | undefined;
}

/** The result of `attention`. With a batch, all have its axis first. */
export interface AttentionResult {
  /** Scores [heads, queries, keys]; -Infinity where a key is masked. */
  readonly scores: Tensor<'float32'>;
  /**
   * Weights [heads, queries, keys]; each row sums to 1, or is 0 if all keys are
   * masked. With sinks, a gate or another law of `weighing`, rows have other sums.
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
   * order in float32, they are the scores before cap and mask, bit for bit; in
   * linear attention and retention without the biases.
   */
  readonly terms?: Readonly<Record<string, Tensor<'float32'>>>;
  /** With the option `terms`, the gate, [heads, queries, keys], if there is one. */
  readonly gate?: Tensor<'float32'>;
}

/** The result of `attention` if there are values, by the types of the options. */
export interface AttentionWithOutput extends AttentionResult {
  readonly output: Tensor<'float32'>;
}

/** Options that give values: `v`, or embeddings from which they are made. */
export type GivesValues =
  | { readonly v: Floats }
  | { readonly x: Floats; readonly k?: undefined };

/** The results that `outputs` can name. */
export type AttentionOutput =
  (typeof outputParameters)['outputs']['choices'][number];

/**
 * The results that the list `O` names: some of them, if its words are known only
 * when the program runs. Without a list, the usual ones, an output among them if
 * there are values `V`.
 */
export type AttentionOf<
  O extends readonly AttentionOutput[] | undefined,
  V = undefined,
> = O extends readonly AttentionOutput[]
  ? number extends O['length']
    ? Partial<AttentionResult>
    : Required<Pick<AttentionResult, O[number]>> &
        Pick<AttentionResult, 'terms' | 'gate'>
  : V extends Floats
    ? AttentionWithOutput
    : AttentionResult;

export interface AttentionMethod {
  /**
   * Computes scores and weights of queries against keys, and the weighted sums
   * of values, with any position encoding in it.
   *
   *   formula  scores[h, i, j] = scale · R(q_i) · R(k_j) + relative terms +
   *            biases, then the soft cap, then the mask; weights = gate ·
   *            softmax over j; output[i, h] = Σ_j weights[h, i, j] v_j
   *            (Vaswani et al. 2017, arXiv:1706.03762, section 3.2); R turns by
   *            the position if `rotary` is given, and q and k are normalised
   *            before if `norm` is. With `weighing`, weights follow from scores
   *            by another law: by stick-breaking, sigmoid(s_j) Π (1 -
   *            sigmoid(s_l)) over the keys l between j and the query; `linear`,
   *            s_j e^(b_j) with the biases b, which are then not in the scores;
   *            by `retention`, the same with factors e^(b_j) / √Σ e^(b_l),
   *            divided by max(1, Σ |weights|)
   *   shapes   q [queries, heads, headDim], k [keys, keyHeads, headDim], v
   *            [keys, keyHeads, valueDim]; scores, weights and terms [heads,
   *            queries, keys], output [queries, heads, valueDim]. A batch is an
   *            axis before all of these
   *   range    every finite float32. Masked scores are -Infinity, and a row
   *            with all keys masked has weights 0. Products that overflow
   *            float32 are computed in float64, so that a score is infinite
   *            only if it is itself too large, and never NaN; keys with a score
   *            of +Infinity share the weight. What a masked key holds has no
   *            effect, even if it is not finite; a bias of -Infinity masks, too.
   *            Without keys, outputs are zeros. With `outputs: ['output']`,
   *            products of a gate and a value must stay below 2^96
   *   error    products and sums in float32, in an order that does not depend
   *            on the number of queries. With `outputs: ['output']`, the weights
   *            are not rounded to float32 but computed in it, with an error of
   *            2^-24 (keys / 8 + 16 + d) for a score that is d below the largest
   *   cost     heads · queries · keys · (headDim + valueDim) products, and those
   *            of the terms; in the instance's memory copies of q and v and two
   *            of k, and 16 MiB for all maps, or those of one query if they are
   *            larger. With `outputs: ['output']`, there is a second copy of v,
   *            and only biases by distance need no map; up to 8 queries of heads
   *            that share keys read resident keys and values where they lie.
   *            Groups of 4 queries skip keys that none of them sees. Laws of
   *            `weighing` other than the softmax compute maps, of the keys that a
   *            tile of queries sees
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
  attention<O extends readonly AttentionOutput[] | readonly []>(
    options: AttentionOptions<O> & { readonly outputs: O },
  ): AttentionOf<O>;
  attention(options: AttentionOptions & GivesValues): AttentionWithOutput;
  attention(options: AttentionOptions): AttentionResult;
  attention(
    options: AttentionOptions<readonly AttentionOutput[]>,
  ): Partial<AttentionResult>;
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
    const rows = readRows(call, checked);
    const outs = readResults(name, checked.out as object | undefined, wanted);
    return {
      outputs: outputsOf(call, wanted, rows),
      cost: costOf(call, {
        ...{ values: wanted.output, queries: rows },
        passing: !needsMaps(wanted) && call.terms.partial,
      }),
      rows,
      part: (from, to) => ({ rows: [from, to] }),
      prepare: () => prepare(heap, call, wanted),
      run: () => compute(heap, call, wanted, outs, rows),
    };
  },
};

/** The queries whose results are computed. */
function readRows(
  { sizes: { queries } }: Call,
  { rows }: Checked<typeof outputParameters>,
): Queries {
  const [from, to] = rows ?? [0, queries];
  if (to <= queries) return [from, to];
  const rule = `at most ${queries}, the number of queries`;
  throw wrongValue(name, 'rows[1]', rule, to, 'ERR_SHAPE');
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

function compute(
  heap: Heap,
  call: Call,
  wanted: Wanted,
  outs: GivenResults,
  rows: Queries,
): AttentionResult {
  checkMeasured(heap, name, call.arrays);
  const results = makeResults(heap, call, wanted, outs, rows);
  const [first, end] = rows;
  if (end > first) {
    const of = (name: string) => results[name]?.tensor().data;
    heap.scope(name, (scratch) =>
      ready(scratch, call, wanted)(rows, { of, first, count: end - first }),
    );
  }
  const tensors = Object.entries(results).map(
    ([name, result]) => [name, result.tensor()] as const,
  );
  return resultOf(wanted, tensors);
}

/** What all parts of the queries have in common: keys and values in panels. */
function prepare(
  heap: Heap,
  call: Call,
  wanted: Wanted,
): Prepared<AttentionResult> {
  checkMeasured(heap, name, call.arrays);
  const outputs = (count: number) => outputsOf(call, wanted, [0, count]);
  return prepared(heap, name, (scratch) => {
    const run = ready(scratch, call, wanted);
    return (rows, into, { row, count }) => {
      const of = (name: string) => into[name] as Float32Array | undefined;
      run(rows, { of, first: rows[0] - row, count });
      const tensors = Object.entries(outputs(count)).map(
        ([name, { shape }]) =>
          [name, makeTensor(of(name) as never, shape, 'float32')] as const,
      );
      return resultOf(wanted, tensors);
    };
  });
}

/** A result of tensors by their names. */
function resultOf(
  wanted: Wanted,
  tensors: readonly (readonly [name: string, Tensor<'float32'>])[],
): AttentionResult {
  const terms = tensors.flatMap(([name, tensor]) =>
    name.startsWith('terms.') ? [[name.slice(6), tensor] as const] : [],
  );
  const { scores, weights, output, gate } = Object.fromEntries(tensors);
  return {
    ...(scores && { scores }),
    ...(weights && { weights }),
    ...(output && { output }),
    ...(wanted.terms && { terms: Object.fromEntries(terms) }),
    ...(gate && { gate }),
  } as AttentionResult;
}

/**
 * Loads what all queries have in common; gives the function that computes some
 * of them and copies them to the results.
 */
function ready(
  scratch: Scratch,
  call: Call,
  wanted: Wanted,
): (rows: Queries, into: Into) => void {
  const loaded = loadCall(scratch, call, false);
  const runner = forwardRunner(scratch, call, wanted, loaded);
  const begin = itemKeeper(loaded.load, runner.begin);
  return (rows, into) => {
    for (let item = 0; item < call.sizes.items; ++item) {
      begin(item);
      runner.run(rows, into);
    }
  };
}
