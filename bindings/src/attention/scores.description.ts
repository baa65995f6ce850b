/** What acts on the scores and weights of attention: parameters. */

import type { Parameters } from '../describe/parameters.js';

/** Largest factor that float32 holds. */
const LARGEST = 3.4028234663852886e38;

/** The axes of a map of scores, whose heads may be one for all. */
const MAPS = [
  ['heads', 'queries', 'keys'],
  ['1', 'queries', 'keys'],
  ['queries', 'keys'],
  ['batch', 'heads', 'queries', 'keys'],
  ['batch', '1', 'queries', 'keys'],
] as const;

/** The parameters of what acts on scores and weights, in this order. */
export const scoreParameters = {
  /**
   * Factor of each query by its position, such as Llama 4 has: the spec of
   * `queryScale`, or a tensor [queries]. The content and all relative terms
   * have it. Optional.
   */
  queryScale: {
    kind: 'spec',
    family: 'table',
    tensor: true,
    axes: ['queries'],
    optional: true,
  },
  /**
   * Rope that turns q and k; without it, they are taken as they are. Optional.
   */
  rotary: { kind: 'handle', of: 'rope', optional: true },
  /**
   * What `rotary` turns: queries and keys, or the `embeddings` of which they are
   * made, cut into heads, as in conformers. Values are made of embeddings as
   * they are. Defaults to `'queries'`.
   */
  rotaryOf: {
    kind: 'choice',
    choices: ['queries', 'embeddings'],
    default: 'queries',
  },
  /**
   * Factor of the scores. Defaults to `rotary.softmaxScale`, else to
   * 1/√headDim; some relative methods, such as `deberta`, divide it further.
   */
  scale: { kind: 'number', min: -LARGEST, max: LARGEST, optional: true },
  /**
   * Terms of content and position, which read q and k before rotation and are
   * added to the scores: the spec of a relative method, or a list of specs.
   * Optional.
   */
  relative: { kind: 'spec', family: 'relative', list: true, optional: true },
  /**
   * Added to the scores after their factor: the spec of a bias, a tensor
   * [heads, queries, keys] with one head for all or a batch axis before, or a
   * list of these. A spec may have `keyPositions` and `queryPositions` of its
   * own, such as places on a page, and a factor for each query, `queryGate`
   * [queries, heads]. A number of -Infinity masks. Optional.
   */
  bias: {
    kind: 'spec',
    family: 'bias',
    tensor: true,
    axes: MAPS,
    list: true,
    optional: true,
  },
  /**
   * Bends the scores into the range from -softcap to softcap, softcap ·
   * tanh(score / softcap), as in Gemma 2. It comes after all terms and before
   * the mask. Optional.
   */
  softcap: { kind: 'number', min: 2 ** -64, max: 2 ** 64, optional: true },
  /**
   * A score of each head, [heads], that takes part in the softmax and has no
   * value, as in gpt-oss. Optional.
   */
  sinks: { kind: 'floats', axes: ['heads'], optional: true },
  /**
   * Factor of the weights after the softmax: the spec of a gate, or a tensor
   * [heads, queries, keys] with one head for all or a batch axis before.
   * Optional.
   */
  gate: {
    kind: 'spec',
    family: 'gate',
    tensor: true,
    axes: MAPS,
    optional: true,
  },
} as const satisfies Parameters;
