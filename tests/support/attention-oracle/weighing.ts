/** Laws other than the softmax by which scores become weights. */

import { sum } from './array.js';
import type { Weigh } from './attention.js';

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/**
 * Each key takes the sigmoid of its score of what the keys behind it left. The
 * key `remainder`, of query i in a head, gets what all keys leave.
 */
export const stickBreaking =
  (remainder?: (i: number, head: number) => number | undefined): Weigh =>
  ({ scores, i, head }) => {
    // By logarithms, as the paper has it.
    const taken = scores.map((score) => -Math.log1p(Math.exp(-score)));
    const left = scores.map((score) => -Math.log1p(Math.exp(score)));
    const weights = scores.map((_, j) =>
      Math.exp((taken[j] as number) + sum(left.slice(j + 1))),
    );
    const own = remainder?.(i, head);
    return weights.map((weight, j) =>
      j === own ? weight + scores.reduce((p, s) => p * sigmoid(-s), 1) : weight,
    );
  };

/** Scores times e^bias. */
export const linear: Weigh = ({ scores, biases }) =>
  scores.map((score, j) =>
    score === -Infinity ? 0 : score * Math.exp(biases[j] as number),
  );

/**
 * Factors divided by the root of their sum, and weights by max(1, Σ |weights|),
 * which is a constant for gradients: that of the first time a line is weighed.
 */
export function retention(): Weigh {
  const known = new Map<string, number>();
  return ({ scores, biases, head, i }) => {
    const factors = scores.map((score, j) =>
      score === -Infinity ? 0 : Math.exp(biases[j] as number),
    );
    const root = Math.sqrt(sum(factors)) || 1;
    const weights = scores.map((score, j) =>
      score === -Infinity ? 0 : (score * (factors[j] as number)) / root,
    );
    const place = `${head} ${i}`;
    const divisor = known.get(place) ?? Math.max(1, sum(weights.map(Math.abs)));
    known.set(place, divisor);
    return weights.map((weight) => weight / divisor);
  };
}
