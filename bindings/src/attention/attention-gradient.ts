/**
 * The gradient of attention: options and upstream gradients in, gradients of
 * all inputs and weights out. The mathematics is in `cpp/posenc/attention`.
 */

import { type Given, inputOf, readGiven } from '../arrays/operand.js';
import {
  makeTensor,
  product,
  shapeText,
  type Tensor,
} from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult, type Heap, type Scratch } from '../core/memory.js';
import { batchForms, fitAxes } from '../describe/axes.js';
import { ruleOf } from '../describe/checks.js';
import type { Method, Planned } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { RopeCore } from '../rotary/core.js';
import type { AttentionInputs } from './attention.js';
import {
  attentionGradientParameters,
  upstreamParameters,
} from './attention-gradient.description.js';
import { type Call, readCall } from './call.js';
import { costOf } from './cost.js';
import { headCuts } from './gradient-heads.js';
import { gradientRunner } from './gradient-runner.js';
import { clear, type Upstream } from './gradients.js';
import { itemBackward } from './item-gradient.js';
import { loadCall } from './loaded-call.js';
import { checkMeasured, measured, type Part } from './sizes.js';
import type { TermGradients } from './terms.js';

const name = 'attentionGradient';

/** Options of `attentionGradient`. */
export interface AttentionGradientOptions
  extends AttentionInputs,
    OptionsOf<typeof upstreamParameters, 'float32'> {}

type F32 = Tensor<'float32'>;

/**
 * The result of `attentionGradient`: the gradient of each input that was given,
 * in its shape.
 */
export interface AttentionGradient {
  /** [queries, heads, headDim], with the axis of a batch before. */
  readonly q?: F32;
  /** [keys, keyHeads, headDim], with the axis of a batch before. */
  readonly k?: F32;
  /** [keys, keyHeads, valueDim], with the axis of a batch before. */
  readonly v?: F32;
  /** [queries, dim], with the axis of a batch before. */
  readonly x?: F32;
  /** [keys, dim], with the axis of a batch before. */
  readonly context?: F32;
  readonly queryWeight?: F32;
  readonly keyWeight?: F32;
  readonly valueWeight?: F32;
  readonly outputWeight?: F32;
  readonly queryBias?: F32;
  readonly keyBias?: F32;
  readonly valueBias?: F32;
  readonly outputBias?: F32;
  /** [positions, dim], if `table` is a tensor. */
  readonly table?: F32;
  /** [queries], if `queryScale` is a tensor. */
  readonly queryScale?: F32;
  /** The gradients of norms, in the shapes of their weights. */
  readonly queryNorm?: F32;
  readonly keyNorm?: F32;
  readonly queryNormBias?: F32;
  readonly keyNormBias?: F32;
  /** [heads]; 0 for heads above ln 100. */
  readonly logitScale?: F32;
  /** [heads] */
  readonly sinks?: F32;
  /** By the frequencies of `rotary`, [pairs]; not with axes, decay or mixtures. */
  readonly frequencies?: Tensor<'float64'>;
  /**
   * The gradients of the weights of a bias by name, or of a bias that is a
   * tensor; for a list of biases, a list of these.
   */
  readonly bias?: TermGradients;
  /** As `bias`, for relative terms. */
  readonly relative?: TermGradients;
  /** As `bias`, for the gate. */
  readonly gate?: TermGradients;
}

export interface AttentionGradientMethod {
  /**
   * The gradients of all that attention is computed from, given those of a loss
   * by its results. Options are those of `attention`.
   *
   *   formula  ds = w ⊙ (dw - Σ_j w dw), dw = do · v; dq = scale · ds k, dk =
   *            scale · dsᵀ q, dv = wᵀ do; back through the soft cap by
   *            1 - (s/softcap)², through the rotation by the opposite angles,
   *            and through each term by its own rule
   *   shapes   each gradient as what it is of
   *   range    as `attention`; a key that is masked has a gradient of zeros and
   *            no effect on others, whatever it holds
   *   error    products and sums in float32, in an order that depends on sizes
   *            alone; gradients of terms and sinks summed in float64. Where the
   *            gradient by the output is the only one, a weight is not rounded
   *            to float32 but computed in it, with an error of 2^-24 (20 + d +
   *            e) for a score that is d below the largest, where e is the mean
   *            of these distances by weight; sums over n queries, of all heads
   *            that share a key, then have an error of 2^-24 (32 + n / 32) of
   *            the sum without signs, where those beside maps have 2^-24 n
   *   cost     2.5 times the products of attention: the scores are computed
   *            again. Where the gradient by the output is the only one, no maps
   *            are held but those of 32 queries of a head and of terms that are
   *            no bias by distance, and keys that a causal mask, window or
   *            prefix hides cost nothing; instead two more copies of k and one
   *            of v. With other gradients by results, with values by position
   *            and with `cope` whose gates read the content, maps are computed a
   *            tile of queries at a time, in 16 MiB or what one query needs
   *
   * @example
   * ```ts
   * const options = { q, k, v, heads: 8, bias: { method: 'alibi', slopes } };
   * const { output } = pe.attention(options);
   * const gradient = pe.attentionGradient({ ...options, upstream });
   * gradient.q; gradient.bias; // { slopes }
   * ```
   */
  attentionGradient(options: AttentionGradientOptions): AttentionGradient;
}

export const attentionGradient: Method<
  AttentionGradientMethod,
  typeof attentionGradientParameters,
  AttentionGradient
> = {
  name,
  parameters: attentionGradientParameters,
  plan(heap, checked, methods) {
    const read = (param: keyof typeof upstreamParameters) =>
      checked[param] === undefined
        ? undefined
        : readGiven(name, param, checked[param], 'float32');
    const upstream = {
      output: read('upstream'),
      weights: read('weightsUpstream'),
      scores: read('scoresUpstream'),
    };
    const call = readCall(heap, name, checked, methods);
    checkUpstream(heap, call, upstream);
    const outputs = outputsOf(call);
    const arrays = measured(heap, name, Object.values(upstream));
    return {
      ...headCuts(heap, call, upstream, outputs),
      cost: 3 * costOf(call, { values: true, passing: call.terms.partial }),
      run: () => {
        checkMeasured(heap, name, [...call.arrays, ...arrays]);
        return compute(heap, call, upstream, outputs);
      },
    };
  },
};

/** Throws unless there is an upstream and each has the shape of its result. */
function checkUpstream(heap: Heap, call: Call, upstream: Upstream): void {
  const { output, weights, scores } = upstream;
  const { parameters } = attentionGradient;
  const { batch, queries, keys, heads, valueDim } = call.sizes;
  if (!output && !weights && !scores) {
    throw missing(name, 'upstream', ruleOf(parameters.upstream));
  }
  if (output && !call.v) throw missing(name, 'v', ruleOf(parameters.v));
  const { outputLayer } = call;
  const check = (given: Given<'float32'> | undefined, own: number[]) => {
    if (!given) return;
    const result = batch === undefined ? own : [batch, ...own];
    const { shape, length } = inputOf(heap, name, given);
    const { param } = given;
    const shaped = upstreamParameters[param as keyof typeof upstreamParameters];
    fitAxes({ method: name, param }, batchForms(shaped, batch), shape, {
      ...{ batch, queries, keys, heads },
      valueDim: outputLayer ? null : valueDim,
      outputDim: outputLayer?.dim ?? null,
    });
    const wanted = product(result);
    if (length === wanted) return;
    const rule = `${wanted}, that of ${shapeText(result)}`;
    throw wrongValue(name, `${param}.length`, rule, length, 'ERR_SHAPE');
  };
  const after = outputLayer ? [queries, outputLayer.dim] : undefined;
  check(output, after ?? [queries, heads, valueDim]);
  check(weights, [heads, queries, keys]);
  check(scores, [heads, queries, keys]);
}

/** The shapes of the gradients by name, without those of terms. */
function outputsOf(call: Call): Record<string, Planned> {
  const { sizes, x, context, outputLayer, table, sinks } = call;
  const { batch, heads, keyHeads, headDim, valueDim } = sizes;
  const dtype = 'float32';
  const of = (...shape: readonly number[]): Planned => ({ shape, dtype });
  const each = (...shape: readonly number[]): Planned =>
    batch === undefined ? of(...shape) : of(batch, ...shape);
  const found: Record<string, Planned> = {};
  const part = (
    name: 'q' | 'k' | 'v',
    weight: string,
    own: Part | undefined,
    axes: readonly number[],
  ) => {
    if (own && !own.from) found[name] = each(own.rows, ...axes);
    if (!own?.from || !own.weight) return;
    found[`${weight}Weight`] = of(own.width, own.from.dim);
    if (own.bias) found[`${weight}Bias`] = of(own.width);
  };
  part('q', 'query', call.q, [heads, headDim]);
  part('k', 'key', call.k, [keyHeads, headDim]);
  part('v', 'value', call.v, [keyHeads, valueDim]);
  if (x) found.x = each(x.rows, x.dim);
  if (context) found.context = each(context.rows, context.dim);
  if (outputLayer) {
    found.outputWeight = of(outputLayer.dim, heads * valueDim);
    if (outputLayer.bias) found.outputBias = of(outputLayer.dim);
  }
  const tensor = table?.given.tensor;
  const dim = (x ?? context)?.dim;
  if (tensor && dim) found.table = of(tensor.array.length / dim, dim);
  if (sinks) found.sinks = of(heads);
  return found;
}

function compute(
  heap: Heap,
  call: Call,
  upstream: Upstream,
  outputs: Readonly<Record<string, Planned>>,
): AttentionGradient {
  const results = Object.fromEntries(
    Object.entries(outputs).map(([key, { shape }]) => [
      key,
      makeTensor(allocateResult(name, 'float32', shape), shape, 'float32'),
    ]),
  );
  const more = heap.scope(name, (scratch) =>
    run(scratch, call, upstream, results),
  );
  return { ...results, ...more };
}

/** Runs all items backwards; gives the gradients of the frequencies and terms. */
function run(
  scratch: Scratch,
  call: Call,
  upstream: Upstream,
  results: Record<string, F32>,
): Partial<AttentionGradient> {
  const { heap } = scratch;
  const { items, heads } = call.sizes;
  const loadedCall = loadCall(scratch, call, true);
  const { rope } = loadedCall;
  const pointers = new Map<string, number>();
  /** Address of the sums of a gradient that all items share; 0 without it. */
  const weights = (key: string) => {
    const known = pointers.get(key);
    const { length } = results[key]?.data ?? [];
    if (known !== undefined || length === 0) return known ?? 0;
    const pointer = scratch.bytes(length * 4);
    clear(scratch, pointer, length);
    pointers.set(key, pointer);
    return pointer;
  };
  const float64 = (count: number) => {
    const pointer = count ? scratch.bytes(count * 8) : 0;
    new Float64Array(heap.buffer, pointer, count).fill(0);
    return pointer;
  };
  const pairs = rope && isPlain(rope) ? rope.pairs : 0;
  const frequencies = float64(pairs);
  const sinks = float64(call.sinks ? heads : 0);
  const back = itemBackward(scratch, call, loadedCall, {
    ...{ weights, frequencies },
    resultOf: (key) => results[key],
  });
  const runBack = gradientRunner(scratch, call, loadedCall, upstream, {
    sinks,
    outputWeight: weights('outputWeight'),
    outputBias: weights('outputBias'),
  });
  for (let item = 0; item < items; ++item) {
    const at = loadedCall.load(item);
    const by = back.begin();
    runBack(item, at, by);
    back.end(item, at, by);
  }
  for (const [key, pointer] of pointers) {
    const data = results[key]?.data;
    data?.set(new Float32Array(heap.buffer, pointer, data.length));
  }
  results.sinks?.data.set(new Float64Array(heap.buffer, sinks, heads));
  const table = back.table();
  const queryScale = back.queryScale();
  return {
    ...loadedCall.loaded.gradients(),
    ...back.norms(),
    ...(table && { table }),
    ...(queryScale && { queryScale }),
    ...(pairs > 0 && {
      frequencies: makeTensor(
        new Float64Array(heap.buffer, frequencies, pairs).slice(),
        ...([[pairs], 'float64'] as const),
      ),
    }),
  };
}

/** Whether the gradient by the frequencies of a rope can be computed. */
function isPlain({ axes, turns }: RopeCore): boolean {
  return !axes && !turns.decay && !turns.mixture;
}
