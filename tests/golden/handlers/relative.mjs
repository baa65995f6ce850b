// @ts-check
/** What cases of relative positions have in common. */

import { farthestOf, u } from '../tolerance.mjs';
import { attentionTolerance, largestNorm } from './attention-error.mjs';
import { widestRow } from './attention-mpt.mjs';
import { linear } from './modules.mjs';

/** @typedef {import('../compare.mjs').Comparison} Comparison */

/** Scores below it are masked: the references add -10000 or less. */
const MASKED = -5000;

/**
 * Compares scores of which some are masked: -Infinity in the library, a large
 * negative number in the references.
 *
 * @param {Comparison} check @param {string} name
 * @param {ArrayLike<number>} scores @param {number} within
 */
export function checkMasked(check, name, scores, within) {
  if (!check.wants(name)) return;
  const wanted = check.expected(name);
  const found = Float64Array.from(scores, (score, i) => {
    const want = Number(wanted[i]);
    return score === -Infinity && want < MASKED ? want : score;
  });
  const tolerance =
    (/** @type {number} */ factor) =>
    (/** @type {number} */ _, /** @type {number} */ want) =>
      want < MASKED ? 1e-6 * -want : factor * within;
  check.near(name, found, tolerance(1));
  check.nearTorch(name, () => Float32Array.from(found), tolerance(2));
}

/** The keys of [batch, heads, queries, keys] that no query sees, as a mask.
 * @param {ArrayLike<number>} scores @param {number} batch @param {number} keys */
export function keyMaskOf(scores, batch, keys) {
  const size = scores.length / batch;
  return Array.from({ length: batch }, (_, item) =>
    Array.from({ length: keys }, (_, key) =>
      Number(scores[item * size + key]) < MASKED ? 0 : 1,
    ),
  );
}

/**
 * How far float32 results may be from the real ones where queries, keys and
 * values are made from x by layers with biases. `tables` has what queries and
 * keys are multiplied by, rows of the width of a head, and how many products
 * made them.
 *
 * @typedef {{ weight: Float32Array, bias?: Float32Array }} Layer
 * @param {{ x: Float32Array, dim: number, headDim: number, keys: number,
 *   scale: number, query: Layer, key: Layer, value: Layer,
 *   byQueries?: ArrayLike<number>, byKeys?: ArrayLike<number>,
 *   componentError?: number }} o
 */
export function layerTolerance(o) {
  const { x, dim, headDim, keys, scale } = o;
  const made = (/** @type {Layer} */ { weight, bias }) => {
    const product = linear(x, weight, dim);
    const width = weight.length / dim;
    return product.map((y, i) => y + Number(bias?.[i % width] ?? 0));
  };
  const [q, k, v] = [made(o.query), made(o.key), made(o.value)];
  const layers = [o.query, o.key, o.value];
  const wide = Math.max(...layers.map(({ weight }) => widestRow(weight, dim)));
  const largest = Math.max(...layers.map(({ bias }) => farthestOf(bias ?? [])));
  const size = Math.max(1, farthestOf(x)) * wide + largest;
  const norm = (/** @type {ArrayLike<number>} */ rows) =>
    largestNorm(Float32Array.from(rows), headDim);
  /** @type {[number, number][]} */
  const terms = [];
  if (o.byQueries) terms.push([norm(q), norm(o.byQueries)]);
  if (o.byKeys) terms.push([norm(k), norm(o.byKeys)]);
  return attentionTolerance({
    ...{ q, k, v, keys, headDim, scale, terms },
    componentError: Math.max((dim + 2) * u * size, o.componentError ?? 0),
  });
}
