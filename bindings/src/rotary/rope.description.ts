/** Rotary position embedding: parameters and description. */

import { positionParameters } from '../arrays/positions.js';
import { DTYPES } from '../base/dtype.js';
import { LARGEST_BASE, precision, WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';
import { axesVariants } from './axes.description.js';
import { axesFormula, axesPitfalls } from './axes-formula.js';
import { axesPresets } from './axes-presets.js';
import { cacheParameters } from './cache-parameters.js';
import { decayVariants } from './decay.description.js';
import { rotationOperations } from './rotate.description.js';
import { rowPlaces } from './rows.description.js';
import { scalingParameters } from './scaling.description.js';
import { scalingFormula, scalingPitfalls } from './scaling-formula.js';
import { scaledPresets } from './scaling-presets.js';

const LAYOUTS = ['half', 'interleaved'] as const;

/** The options of `rope`, in the order in which they are read. */
export const ropeParameters = {
  /** Width of a head, even. Required. */
  headDim: {
    kind: 'number',
    integer: true,
    even: true,
    min: 2,
    max: WIDEST,
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
   * `axial`, where each axis has frequencies of its own, or `mixed`, with
   * learned frequencies on all axes. Defaults to one axis.
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
   * `torch` float32 frameworks, `ggml` the stepwise product of ggml. Defaults
   * to `'exact'`.
   */
  precision,
} as const satisfies Parameters;

/** The options of the functions of a rope. */
export const ropeOperations = {
  cosSin: {
    parameters: {
      ...positionParameters,
      /**
       * A position for each row. With several axes, a list for each axis (or a
       * tensor [axes, rows]); one list holds for all axes. Given instead of the
       * other options of positions. Optional.
       */
      positions: {
        kind: 'positions',
        axes: true,
        optional: true,
      },
      ...rowPlaces,
      /**
       * Whether each value is written twice, once for each component of its
       * pair, in the order of the layout. Defaults to `false`.
       */
      full: {
        kind: 'boolean',
        default: false,
      },
      /** Type of the numbers. Defaults to `'float32'`. */
      dtype: {
        kind: 'choice',
        choices: DTYPES,
        default: 'float32',
      },
      /** Arrays or tensors to write into. Defaults to new ones. */
      out: {
        kind: 'outputPair',
        optional: true,
      },
    },
  },
  cache: {
    parameters: { ...cacheParameters },
  },
  ...rotationOperations,
} as const satisfies Readonly<Record<string, { parameters: Parameters }>>;

/** The option values of well-known models and programs. */
export const ropePresets = {
  RoFormer: { headDim: 64, theta: 10000, layout: 'interleaved' },
  'GPT-J 6B': { headDim: 256, rotaryDim: 64, layout: 'interleaved' },
  'GPT-NeoX 20B': { headDim: 96, rotaryDim: 24, layout: 'half' },
  'Llama 2 7B': { headDim: 128, theta: 10000, layout: 'half' },
  'Llama 3 8B': { headDim: 128, theta: 500000, layout: 'half' },
  'Phi-2': { headDim: 80, rotaryDim: 32, layout: 'half' },
  'Qwen2 7B': { headDim: 128, theta: 1000000, layout: 'half' },
  ...scaledPresets,
  ...axesPresets,
} as const satisfies Presets;

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
  formula: [
    {
      when: { layout: 'half' },
      usual: true,
      text: '(a, b) = (x_k, x_(k + rotaryDim/2))',
      latex:
        '\\begin{pmatrix} a \\\\ b \\end{pmatrix} = ' +
        '\\begin{pmatrix} x_k \\\\ x_{k+D/2} \\end{pmatrix}',
    },
    {
      when: { layout: 'interleaved' },
      text: '(a, b) = (x_2k, x_(2k+1))',
      latex:
        '\\begin{pmatrix} a \\\\ b \\end{pmatrix} = ' +
        '\\begin{pmatrix} x_{2k} \\\\ x_{2k+1} \\end{pmatrix}',
    },
    {
      text:
        '(a, b) -> (a cos(p·w_k) - b sin(p·w_k), ' +
        'b cos(p·w_k) + a sin(p·w_k))',
      latex:
        '\\begin{pmatrix} a \\\\ b \\end{pmatrix} \\mapsto ' +
        '\\begin{pmatrix} \\cos p\\omega_k & -\\sin p\\omega_k \\\\ ' +
        '\\sin p\\omega_k & \\cos p\\omega_k \\end{pmatrix}' +
        '\\begin{pmatrix} a \\\\ b \\end{pmatrix}',
    },
    {
      text: 'w_k = theta^(-2k/rotaryDim)',
      latex: '\\omega_k = \\theta^{-2k/D}',
    },
    ...scalingFormula,
    ...axesFormula,
    {
      when: { precision: 'torch' },
      text: 'the angle is f32(p · f32(w_k))',
      latex:
        'p\\,\\omega_k \\gets ' +
        '\\operatorname{f32}\\left(p\\;\\operatorname{f32}(\\omega_k)\\right)',
    },
    {
      when: { precision: 'ggml' },
      text: 'the angle of pair k is f32(that of pair k-1 · theta^(-2/rotaryDim))',
      latex:
        'p\\,\\omega_k \\gets ' +
        '\\operatorname{f32}\\left(p\\,\\omega_{k-1}\\;\\theta^{-2/D}\\right)',
    },
  ],
  paper: {
    title: 'RoFormer: Enhanced Transformer with Rotary Position Embedding',
    authors: 'Su et al.',
    year: 2021,
    arxiv: '2104.09864',
  },
  result: 'Rope, with frequencies, cosSin, rotate, shift and rebase',
  accuracy:
    'cosSin: as sinusoidal; rotate: each component of a pair (a, b) within ' +
    '1.75 ulp(float32) of |a| + |b|, and another 0.5 ulp of the result for ' +
    'float16 and bfloat16',
  example: { headDim: 128 },
  pitfalls: [
    'The two layouts pair different components: weights trained for one give ' +
      'plausible but wrong results with the other.',
    'Keys in a cache are already turned; a new key needs its own position ' +
      '(`start`), not 0.',
    'Only queries and keys are turned, never values.',
    ...scalingPitfalls,
    ...axesPitfalls,
  ],
} as const satisfies Description;
