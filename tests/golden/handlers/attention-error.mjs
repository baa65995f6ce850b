// @ts-check
/** How far float32 attention may be from the real one. */

import { farthestOf, u } from '../tolerance.mjs';

/**
 * A score is a sum of headDim products whose absolute sum is at most
 * |q||k|·scale. With the rounding of both rotations (about 4 u each), of their
 * inputs and of the scale, its error is at most δ. The error of a weight is
 * then a factor 1 ± (2δ + (keys + 6) u): from the scores in numerator and
 * denominator, exp, the sum of keys terms, and the division. An output adds the
 * error of a sum of keys products.
 *
 * `angleError` is the error of the angle by which queries and keys are turned,
 * `componentError` that of each of their components and of the values. A weight
 * below the range of float32 may be 0.
 *
 * @param {{ q: Float32Array, k: Float32Array, v: Float32Array, keys: number,
 *   headDim: number, scale: number, angleError?: number,
 *   componentError?: number }} o
 */
export function attentionTolerance(o) {
  const { headDim, keys, angleError = 0, componentError = 0 } = o;
  const [q, k] = [largestNorm(o.q, headDim), largestNorm(o.k, headDim)];
  const size = q * k;
  const components = (q + k) * Math.sqrt(headDim) * componentError;
  const rounded = size * ((headDim + 12) * u + 2 * angleError) + components;
  const delta = o.scale * rounded;
  const relative = 2 * delta + (keys + 6) * u;
  const largestV = farthestOf(o.v);
  return {
    weights: (/** @type {number} */ _, /** @type {number} */ want) =>
      want === 0 ? 0 : relative * want + 2 ** -126,
    output: () => largestV * (relative + (keys + 1) * u) + componentError,
    outputScale: () => largestV,
  };
}

/** @param {Float32Array} data @param {number} width */
function largestNorm(data, width) {
  let largest = 0;
  for (let i = 0; i < data.length; i += width) {
    largest = Math.max(largest, Math.hypot(...data.subarray(i, i + width)));
  }
  return largest;
}

/**
 * Compares weights and output, and in torch precision with the reference's own
 * float32 run. That run has the same errors, so the tolerance is twice as
 * large.
 *
 * @typedef {{ weights: Float32Array, output: Float32Array }} Result
 * @typedef {ReturnType<typeof attentionTolerance>} Tolerances
 * @param {import('../compare.mjs').Comparison} check
 * @param {{ exact: Result, within: Tolerances, torch: () => Result,
 *   torchWithin: Tolerances }} o
 */
export function checkAttention(check, { exact, within, torch, torchWithin }) {
  check.near('probs', exact.weights, within.weights);
  check.near('out', exact.output, within.output, within.outputScale);
  const { weights, output } = torchWithin;
  check.nearTorch(
    'probs',
    () => torch().weights,
    (i, want) => 2 * weights(i, want),
  );
  check.nearTorch(
    'out',
    () => torch().output,
    () => 2 * output(),
  );
}

/** Joins the results of sequences. @param {Result[]} results */
export function joined(results) {
  const join = (/** @type {keyof Result} */ name) =>
    Float32Array.from(results.flatMap((result) => [...result[name]]));
  return { weights: join('weights'), output: join('output') };
}
