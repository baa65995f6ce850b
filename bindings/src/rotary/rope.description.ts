/** Rotary position embedding: parameters and description. */

import { LARGEST_BASE, precision, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import { namesOf, type Parameters } from '../describe/parameters.js';
import { ropeLengths } from './rope-lengths.js';
import { ropePresets } from './rope-presets.js';
import { ropeFormula, ropePitfalls } from './rope-words.js';
import { axesVariants } from './turns/axes.description.js';
import { decayVariants } from './turns/decay.description.js';
import { scalingParameters } from './turns/scaling.description.js';

const LAYOUTS = ['half', 'interleaved'] as const;

/** The options of `rope`, in the order in which they are read. */
export const ropeParameters = {
  /** Width of a head, even; a `preset` gives it, too. Required. */
  headDim: {
    kind: 'number',
    integer: true,
    even: true,
    min: 2,
    max: WIDEST,
  },
  /**
   * Model whose rope it is: its numbers hold for the options that are left out.
   * An option that is given replaces the whole value of the preset, `scaling`
   * and `axes` with all that is in them. Optional.
   */
  preset: {
    kind: 'choice',
    choices: namesOf(ropePresets),
    optional: true,
  },
  /**
   * Number of components that are turned, even; the others pass unchanged. With
   * 0, as in layers without positions (NoPE), all of them do. Defaults to
   * `headDim`.
   */
  rotaryDim: {
    kind: 'number',
    integer: true,
    even: true,
    min: 0,
    max: WIDEST,
    optional: true,
  },
  /** The first component that is turned. Defaults to 0. */
  rotaryStart: {
    kind: 'number',
    integer: true,
    min: 0,
    max: WIDEST,
    default: 0,
  },
  /** Base of the frequencies. Defaults to 10000. */
  theta: {
    kind: 'number',
    min: 1,
    max: LARGEST_BASE,
    default: 10000,
  },
  /**
   * Which components form a pair: `half` is (k, k + rotaryDim/2), as in Hugging
   * Face checkpoints; `interleaved` is (2k, 2k + 1), as in the paper. Defaults
   * to `'half'`.
   */
  layout: {
    kind: 'choice',
    choices: LAYOUTS,
    default: 'half',
  },
  ...scalingParameters,
  /**
   * The layout of turned heads: DeepSeek reads `interleaved` pairs and writes
   * `half` ones. Defaults to `layout`.
   */
  outLayout: {
    kind: 'choice',
    choices: LAYOUTS,
    optional: true,
  },
  /**
   * Several axes, such as the height and width of an image, and how the pairs
   * are shared: in `sections` (M-RoPE), `interleaved` sections (Qwen3-VL),
   * `alternating` ones (ERNIE 4.5 VL), `axial`, where each axis has frequencies
   * of its own, or `mixed`, with learned frequencies on all axes. Defaults to
   * one axis.
   */
  axes: {
    kind: 'variant',
    variants: axesVariants,
    optional: true,
  },
  /**
   * A decay of the scores with the distance: with `xpos`, queries shrink and
   * keys grow with their positions. Defaults to none.
   */
  decay: {
    kind: 'variant',
    variants: decayVariants,
    optional: true,
  },
  /**
   * Which computation the numbers agree with: `exact` is the real formula,
   * `torch` the float32 steps of PyTorch on x86-64, `ggml` the stepwise product
   * of ggml. The guide to rotary embeddings says which of them bit for bit.
   * Defaults to `'exact'`.
   */
  precision,
} as const satisfies Parameters;

export { ropeOperations } from './rope-operations.description.js';
export { ropePresets } from './rope-presets.js';

export const ropeDescription = {
  title: 'Rotary (RoPE)',
  family: 'rotation',
  summary:
    'Turns pairs of query and key components by angles proportional to the ' +
    'position, so that scores depend on distances alone.',
  goodAt:
    'Scores that depend on distances, at any position and without training.',
  badAt:
    'Distances longer than those of training, unless the frequencies are scaled.',
  formula: ropeFormula,
  paper: {
    title: 'RoFormer: Enhanced Transformer with Rotary Position Embedding',
    authors: 'Su et al.',
    year: 2021,
    arxiv: '2104.09864',
  },
  result: 'Rope, with frequencies, cosSin, rotate, shift and rebase',
  accuracy:
    'cosSin: as sinusoidal, whatever the attention factor A is; rotate: each ' +
    'component of a pair (a, b) within 1.75 ulp(float32) of |a| + |b|, or ' +
    'where A is no power of two within 1.0001 ulp of A (|a| + |b|), and another 0.5 ulp of ' +
    'the result for float16 and bfloat16',
  example: { headDim: 128 },
  lengths: ropeLengths,
  pitfalls: ropePitfalls,
} as const satisfies Description;
