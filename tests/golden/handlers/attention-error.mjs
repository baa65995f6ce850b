// @ts-check
/** How far float32 attention may be from the real one. */

import { farthestOf, u } from '../tolerance.mjs';

/**
 * A score is a sum of headDim products whose absolute sum is at most
 * |q||k|·scale. With the rounding of both rotations (about 4 u each), of their
 * inputs and of the scale, its error is at most δ. The error of a weight is
 * then a factor 1 ± (2δ + (keys + 6) u): from the scores in numerator and
 * denominator, exp, the sum of keys terms, and the division. An output adds the
 * error of a sum of keys products. A bias adds a rounding of its own and one of
 * the sum to the error of a score. A relative term is a product like the
 * content, of vectors whose largest lengths stand in `terms`.
 *
 * `angleError` is the error of the angle by which queries and keys are turned,
 * `componentError` that of each of their components and of the values. A weight
 * below the range of float32 may be 0.
 *
 * @param {{ q: Float32Array, k: Float32Array, v: Float32Array, keys: number,
 *   headDim: number, scale: number, angleError?: number,
 *   componentError?: number, bias?: ArrayLike<number>,
 *   terms?: [number, number][] }} o
 */
export function attentionTolerance(o) {
  const { headDim, keys, angleError = 0, componentError = 0, bias = [] } = o;
  const content = [largestNorm(o.q, headDim), largestNorm(o.k, headDim)];
  let [size, components] = [0, 0];
  for (const [a = 0, b = 0] of [content, ...(o.terms ?? [])]) {
    size += a * b;
    components += (a + b) * Math.sqrt(headDim) * componentError;
  }
  const rounded = size * ((headDim + 12) * u + 2 * angleError) + components;
  const delta = o.scale * rounded + 3 * u * farthestOf(bias);
  const relative = 2 * delta + (keys + 6) * u;
  const largestV = farthestOf(o.v);
  return {
    weights: (/** @type {number} */ _, /** @type {number} */ want) =>
      want === 0 ? 0 : relative * want + 2 ** -126,
    output: () => largestV * (relative + (keys + 1) * u) + componentError,
    outputScale: () => largestV,
    score: delta,
    relative,
  };
}

/**
 * How far float32 gradients may be from the real ones. With `relative`, the
 * relative error of a weight, and the size M of a gradient by a weight, which
 * is at most |upstream||v|: the gradients by the scores of a row have an
 * absolute sum of at most 2M, and an error of at most 2M (2 relative +
 * 2 (valueDim + 4) u). Gradients by q and k are sums of keys or queries products
 * with them, those by v sums of products of weights and upstream.
 *
 * @param {{ q: Float32Array, k: Float32Array, v: Float32Array,
 *   upstream: Float32Array, queries: number, keys: number, group: number,
 *   headDim: number, valueDim: number, scale: number, relative: number }} o
 *   `group` is the number of query heads that read a key head
 */
export function gradientTolerance(o) {
  const { keys, headDim, valueDim, scale, relative } = o;
  const rows = o.queries * o.group;
  const size = largestNorm(o.upstream, valueDim) * largestNorm(o.v, valueDim);
  const scores = 2 * size * (2 * relative + 2 * (valueDim + 4) * u);
  // Rotations of the operands and of the result change them by 4 u each.
  const product = (
    /** @type {number} */ count,
    /** @type {Float32Array} */ by,
  ) =>
    scale * largestNorm(by, headDim) * (scores + 2 * size * (count + 12) * u);
  return {
    q: () => product(keys, o.k),
    k: () => rows * product(rows, o.q),
    v: () => rows * farthestOf(o.upstream) * (relative + (rows + 2) * u),
    /** The sum of all gradients by the scores of a head. */
    bias: () => o.queries * (scores + 2 * size * 2 * u),
  };
}

/** The largest length of a vector. @param {Float32Array} data
 * @param {number} width */
export function largestNorm(data, width) {
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
 *   torchWithin: Tolerances, suffix?: string }} o `suffix` ends the names of
 *   the results
 */
export function checkAttention(
  check,
  { exact, within, torch, torchWithin, suffix = '' },
) {
  const [probs, out] = [`probs${suffix}`, `out${suffix}`];
  check.near(probs, exact.weights, within.weights);
  check.near(out, exact.output, within.output, within.outputScale);
  const { weights, output } = torchWithin;
  check.nearTorch(
    probs,
    () => torch().weights,
    (i, want) => 2 * weights(i, want),
  );
  check.nearTorch(
    out,
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
