/** What acts on the scores and weights of attention: parameters. */

import type { Parameters } from '../describe/parameters.js';
import { weighingVariants } from './weighing.description.js';

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
   * Whether `rotary` turns by the opposite angles, as in nanochat. Defaults to
   * `false`.
   */
  rotaryInverse: { kind: 'boolean', default: false },
  /**
   * Lengths of the axes of an image or video, slowest first, such as [height,
   * width]: keys are its cells row by row, behind rows such as class tokens,
   * which are not turned, and queries are the last of them. A `rotary` with axes
   * turns each cell by its place. Where a layer of `model` moves its windows, the
   * items of the batch are the windows of this grid. Optional.
   */
  grid: {
    kind: 'integers',
    min: 1,
    max: 2 ** 31,
    least: 2,
    most: 8,
    optional: true,
  },
  /**
   * Positions of each key on the axes of `rotary`, by which it is turned: a list
   * for each axis, or a tensor [axes, keys] or [axes, batch, keys], such as
   * those of M-RoPE. Given instead of `grid`. Optional.
   */
  keyAxisPositions: { kind: 'positions', axes: true, optional: true },
  /**
   * Positions of each query on the axes of `rotary`, as those of the keys.
   * Defaults to the last of `keyAxisPositions`.
   */
  queryAxisPositions: { kind: 'positions', axes: true, optional: true },
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
   * How scores become weights: by the `softmax`; by `stick-breaking`, in which each
   * key, from the nearest one on, takes its part, the sigmoid of its score, of what
   * nearer keys left (Tan et al. 2024), and which asks for `causal`; `linear`, as
   * scores times e^bias, such as the bias `decay`; or by `retention`, in which the
   * factors e^bias are divided by the root of their sum, and weights by
   * max(1, Σ |weights|), as in RetNet, whose rope has the base 10000^(n/(n-1)) for n
   * pairs. Defaults to the softmax.
   */
  weighing: { kind: 'variant', variants: weighingVariants, optional: true },
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
