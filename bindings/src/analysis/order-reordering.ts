/** What changes if the tokens of a sentence change places. */

import { readGiven } from '../arrays/operand.js';
import { wrongValue } from '../base/errors.js';
import { checkOptions } from '../describe/checks.js';
import { checkFloats } from '../describe/kinds/floats.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { orderAnalysisParameters } from './order.description.js';
import {
  type Attend,
  type AttentionGiven,
  type First,
  first,
  largestDifference,
  withRows,
} from './order-input.js';
import { randomNumbers } from './random.js';

const { reordering: described } = orderAnalysisParameters;
const name = 'analysis.reordering';

/** The inputs that have a row for each token. */
const INPUTS = ['q', 'k', 'v', 'x', 'context'];

/** Options of `analysis.reordering`. */
export interface ReorderingOptions
  extends OptionsOf<(typeof orderAnalysisParameters)['reordering']> {}

/**
 * Differences between a sentence in two orders, once the results stand at the
 * places of the first.
 */
export interface Reordering {
  /** The token that stands at each place of the other order. */
  readonly order: readonly number[];
  /**
   * Largest difference of scores; Infinity if a pair is masked in one order
   * alone.
   */
  readonly scores: number;
  /** Largest difference of weights. */
  readonly weights: number;
  /** Largest difference of outputs. */
  readonly output: number;
  /** What the other order of sums alone may change in an output. */
  readonly rounding: number;
  /** Whether outputs differ by no more than that. */
  readonly equivariant: boolean;
  /**
   * Cosine of the summed outputs in both orders: 1 for a bag of words. 0 if one
   * of the sums is 0.
   */
  readonly similarity: number;
  /** Cosine of each token's outputs in both orders. */
  readonly tokens: Float64Array;
}

/** The analysis `reordering`; see `OrderAnalysis.reordering`. */
export function reordering(
  attend: Attend,
  attention: AttentionGiven,
  options: ReorderingOptions,
): Reordering {
  const checked = checkOptions(name, described, options);
  const one = first(name, attend, attention);
  const { items, queries, keys } = one.sizes;
  if (queries !== keys) {
    const rule = `${keys}, as many as keys, so that both are the same tokens`;
    throw wrongValue(name, 'queries', rule, queries, 'ERR_SHAPE');
  }
  const { output } = one.result;
  if (!output)
    throw missing(name, 'v', 'values, or x, for the outputs to compare');
  const order = checked.order
    ? checkOrder(checked.order, keys)
    : drawn(keys, checked.seed);
  const other = attend(withRows(name, one, INPUTS, keys, order));
  const outputs = [output.data, (other.output ?? output).data] as const;

  /** The place of a number in the first order; each row has `width` of them. */
  const back = (index: number, width: number) => {
    const row = Math.floor(index / width);
    const at = row % keys;
    return (row - at + (order[at] as number)) * width + (index % width);
  };
  const inMap = (index: number) => back(back(index, 1), keys);
  const width = output.data.length / (items * keys);
  const inOutput = (index: number) => back(index, width);
  const moved = largestDifference(outputs[1], outputs[0], inOutput);
  const rounding = (4 * keys + 8) * 2 ** -24 * largest(valuesOf(attend, one));
  return {
    order,
    scores: largestDifference(other.scores.data, one.result.scores.data, inMap),
    weights: largestDifference(
      other.weights.data,
      one.result.weights.data,
      inMap,
    ),
    output: moved,
    rounding,
    equivariant: moved <= rounding,
    similarity: cosine(
      ...(outputs.map((data) => sumOfRows(data, width, keys)) as Pair),
    ),
    tokens: Float64Array.from({ length: items * keys }, (_, token) => {
      const at = inOutput(token * width);
      return cosine(
        outputs[1].subarray(token * width, (token + 1) * width),
        outputs[0].subarray(at, at + width),
      );
    }),
  };
}

type Numbers = Float32Array | Float64Array;
type Pair = [Numbers, Numbers];

/** Throws unless each place of the order is named once. */
function checkOrder(order: readonly number[], count: number) {
  const sorted = [...order].sort((a, b) => a - b);
  if (sorted.length === count && sorted.every((place, at) => place === at)) {
    return order;
  }
  const rule = `each number from 0 to ${count - 1} once`;
  throw wrongValue(name, 'order', rule, order);
}

/** Another order than the first, if there is one. */
function drawn(count: number, seed: number): readonly number[] {
  const random = randomNumbers(seed);
  const order = Array.from({ length: count }, (_, place) => place);
  do {
    for (let last = count - 1; last > 0; --last) {
      const place = Math.floor(((random() + 1) / 2) * (last + 1));
      const token = order[place] as number;
      order[place] = order[last] as number;
      order[last] = token;
    }
  } while (count > 1 && order.every((token, place) => token === place));
  return order;
}

/**
 * The values of all heads. Those that are made of embeddings are what a query
 * gets that sees its own key alone.
 */
function valuesOf(attend: Attend, { options }: First): Float32Array {
  const { v } = options;
  if (v !== undefined) {
    return readGiven(name, 'v', checkFloats(name, 'v', v), 'float32').array;
  }
  const { relative, bias, gate, sinks, mask, keyMask, ...rest } = options;
  const { documents, keyDocuments, prefix, causal, ...plain } = rest;
  const alone = attend({ ...plain, window: [0, 0] }).output;
  return alone?.data ?? new Float32Array();
}

const largest = (values: Float32Array) =>
  values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** The sum of the rows of each item, one item after another. */
function sumOfRows(data: Float32Array, width: number, rows: number) {
  const sums = new Float64Array(data.length / rows);
  data.forEach((x, index) => {
    const item = Math.floor(index / (width * rows));
    const column = item * width + (index % width);
    sums[column] = (sums[column] as number) + x;
  });
  return sums;
}

function cosine(a: Numbers, b: Numbers): number {
  const dot = (x: Numbers, y: Numbers) => {
    let sum = 0;
    for (let i = 0; i < x.length; ++i) {
      sum += (x[i] as number) * (y[i] as number);
    }
    return sum;
  };
  const size = Math.sqrt(dot(a, a) * dot(b, b));
  return size > 0 ? dot(a, b) / size : 0;
}
