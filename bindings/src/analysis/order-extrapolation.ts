/** Scores at distances that the training did not have. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import type { OwnArray } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { orderAnalysisParameters } from './order.description.js';
import {
  type Attend,
  type AttentionGiven,
  first,
  withRows,
} from './order-input.js';

const name = 'analysis.extrapolation';

/** Options of `analysis.extrapolation`. */
export interface ExtrapolationOptions
  extends OptionsOf<(typeof orderAnalysisParameters)['extrapolation']> {}

/** Scores by distance, and how they go on beyond the training. */
export interface Extrapolation {
  /** Scores [heads, length] at the distances 0, 1, 2, …. */
  readonly scores: Tensor<'float32'>;
  /**
   * How far the scores beyond the training leave the range of those in it, as a
   * share of that range, for each head.
   */
  readonly excess: OwnArray<'Float64Array'>;
}

/** The analysis `extrapolation`; see `OrderAnalysis.extrapolation`. */
export function extrapolation(
  attend: Attend,
  attention: AttentionGiven,
  options: ExtrapolationOptions,
): Extrapolation {
  const { trainedLength, length = 4 * trainedLength } = checkOptions(
    name,
    orderAnalysisParameters.extrapolation,
    options,
  );
  if (length < trainedLength) {
    const rule = `at least trainedLength = ${trainedLength}`;
    throw wrongValue(name, 'length', rule, length);
  }
  const one = first(name, attend, attention);
  const { items, heads, queries, keys } = one.sizes;
  for (const [param, count] of Object.entries({ items, queries, keys })) {
    if (count === 1) continue;
    throw wrongValue(name, param, '1, a query and a key', count, 'ERR_SHAPE');
  }
  const { x, context = x } = one.options;
  const { v, queryStart, queryPositions, keyPositions, ...rest } = withRows(
    name,
    { ...one, options: { ...one.options, context } },
    ['k', 'context'],
    1,
    new Uint8Array(length),
  );
  // The query stands at the place of the last key.
  const { data } = attend(rest).scores;
  const scores = new Float32Array(heads * length);
  for (let head = 0; head < heads; ++head) {
    const own = data.slice(head * length, (head + 1) * length).reverse();
    scores.set(own, head * length);
  }
  return {
    scores: makeTensor(scores, [heads, length], 'float32'),
    excess: Float64Array.from({ length: heads }, (_, head) => {
      const at = head * length;
      return excessOf(
        scores.subarray(at, at + trainedLength),
        scores.subarray(at + trainedLength, at + length),
      );
    }),
  };
}

/** How far `beyond` leaves the range of `inside`, as a share of it. */
function excessOf(inside: Float32Array, beyond: Float32Array): number {
  const [least, most] = rangeOf(inside);
  const [low, high] = rangeOf(beyond);
  const left = Math.max(high - most, least - low, 0);
  return left > 0 ? left / (most - least) : 0;
}

/** Smallest and largest of the scores that are not masked. */
function rangeOf(scores: Float32Array): [number, number] {
  const seen = scores.filter((score) => score !== -Infinity);
  return seen.reduce<[number, number]>(
    ([least, most], score) => [Math.min(least, score), Math.max(most, score)],
    [Infinity, -Infinity],
  );
}
