/** Sinusoidal position encodings: parameters and description. */

import { coordinate } from '../arrays/positions.js';
import {
  LARGEST_BASE,
  precision,
  tableResult,
  tableRows,
  WIDEST,
} from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters, Presets } from '../describe/parameters.js';

/** The options of `sinusoidal`, in the order in which they are read. */
export const sinusoidalParameters = {
  ...tableRows,
  /** Width D of a row, even or odd. Required. */
  dim: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
  },
  /**
   * Model or program whose form the table takes: sets the options below.
   * Optional.
   */
  preset: {
    kind: 'choice',
    choices: [
      'paper',
      'keras',
      'tensor2tensor',
      'fairseq',
      'm2m100',
      'xglm',
      'marian',
      'distilbert',
      'whisper',
      'transformer-xl',
      'scaled',
      'diffusion',
    ],
    optional: true,
  },
  /** Base of the frequencies. Defaults to 10000. */
  base: {
    kind: 'number',
    min: 1,
    max: LARGEST_BASE,
    default: 10000,
  },
  /**
   * Order of the columns: `interleaved` is sin, cos, sin, cos, …; `blocks`
   * is all sines, then all cosines. Defaults to `'interleaved'`.
   */
  layout: {
    kind: 'choice',
    choices: ['interleaved', 'blocks'],
    default: 'interleaved',
  },
  /** Whether each cosine comes before its sine. Defaults to `false`. */
  cosinesFirst: {
    kind: 'boolean',
    default: false,
  },
  /**
   * Pair k has the frequency base^(-k / (dim/2 - shift)): with a shift of 1 the
   * last frequency is 1/base, with 0 it is one step above that. Defaults to 0.
   */
  shift: {
    kind: 'number',
    min: 0,
    max: WIDEST,
    default: 0,
  },
  /**
   * Content of the last column of an odd width: one more `sine`, or `zero`.
   * Defaults to `'sine'`.
   */
  odd: {
    kind: 'choice',
    choices: ['sine', 'zero'],
    default: 'sine',
  },
  /**
   * Factor of every frequency: `min_timescale` in tensor2tensor, `scale` in
   * diffusion models. Defaults to 1.
   */
  frequencyScale: {
    kind: 'number',
    min: 0,
    max: 2 ** 20,
    default: 1,
  },
  /** Factor of every value; some models learn it. Defaults to 1. */
  scale: {
    kind: 'number',
    min: -(2 ** 60),
    max: 2 ** 60,
    default: 1,
  },
  /** Whether every value is also divided by √dim. Defaults to `false`. */
  overRootDim: {
    kind: 'boolean',
    default: false,
  },
  /**
   * Position whose rows are zeros, such as the position of padding. Optional.
   */
  zeroPosition: {
    ...coordinate,
    optional: true,
  },
  /**
   * Which computation the numbers agree with: `exact` is the real formula,
   * `torch` float32 frameworks, `ggml` the stepwise product of ggml. Defaults
   * to `'exact'`.
   */
  precision,
  ...tableResult,
} as const satisfies Parameters;

/** The option values of well-known models and programs. */
export const sinusoidalPresets = {
  paper: { layout: 'interleaved', shift: 0, odd: 'sine' },
  keras: { layout: 'interleaved', shift: 0, odd: 'sine' },
  tensor2tensor: { layout: 'blocks', shift: 1, odd: 'zero' },
  fairseq: {
    layout: 'blocks',
    shift: 1,
    odd: 'zero',
    start: 2,
    zeroPosition: 1,
  },
  m2m100: {
    layout: 'blocks',
    shift: 1,
    odd: 'zero',
    start: 2,
    zeroPosition: 1,
  },
  xglm: {
    layout: 'blocks',
    shift: 1,
    odd: 'zero',
    start: 2,
    zeroPosition: 1,
  },
  marian: { layout: 'blocks', shift: 0, odd: 'sine' },
  distilbert: { layout: 'interleaved', shift: 0, odd: 'sine' },
  whisper: { layout: 'blocks', shift: 1, odd: 'zero' },
  'transformer-xl': { layout: 'blocks', shift: 0, odd: 'sine' },
  scaled: { layout: 'blocks', shift: 0, odd: 'sine', overRootDim: true },
  diffusion: { layout: 'blocks', shift: 0, odd: 'zero', cosinesFirst: true },
} as const satisfies Presets;

export const sinusoidalDescription = {
  title: 'Sinusoidal',
  family: 'table',
  summary:
    'A table of sines and cosines of geometrically spaced frequencies, to be ' +
    'added to the embeddings.',
  goodAt:
    'Any position without training; equal distances give equal dot products, ' +
    'and a shift is a rotation.',
  badAt:
    'Slow columns: with the base 10000 half of the waves are longer than a ' +
    'text of 512 positions; and adding the table to the embeddings ' +
    'mixes the two.',
  formula: [
    {
      when: { layout: 'interleaved', cosinesFirst: false },
      usual: true,
      text: 'PE[p, 2k] = sin(p · w_k), PE[p, 2k+1] = cos(p · w_k)',
      latex:
        '\\mathrm{PE}_{p,2k} = \\sin(p\\,\\omega_k),\\quad ' +
        '\\mathrm{PE}_{p,2k+1} = \\cos(p\\,\\omega_k)',
    },
    {
      when: { layout: 'interleaved', cosinesFirst: true },
      text: 'PE[p, 2k] = cos(p · w_k), PE[p, 2k+1] = sin(p · w_k)',
      latex:
        '\\mathrm{PE}_{p,2k} = \\cos(p\\,\\omega_k),\\quad ' +
        '\\mathrm{PE}_{p,2k+1} = \\sin(p\\,\\omega_k)',
    },
    {
      when: { layout: 'blocks', cosinesFirst: false },
      text: 'PE[p, k] = sin(p · w_k), PE[p, dim/2 + k] = cos(p · w_k)',
      latex:
        '\\mathrm{PE}_{p,k} = \\sin(p\\,\\omega_k),\\quad ' +
        '\\mathrm{PE}_{p,D/2+k} = \\cos(p\\,\\omega_k)',
    },
    {
      when: { layout: 'blocks', cosinesFirst: true },
      text: 'PE[p, k] = cos(p · w_k), PE[p, dim/2 + k] = sin(p · w_k)',
      latex:
        '\\mathrm{PE}_{p,k} = \\cos(p\\,\\omega_k),\\quad ' +
        '\\mathrm{PE}_{p,D/2+k} = \\sin(p\\,\\omega_k)',
    },
    {
      when: { shift: 0, frequencyScale: 1 },
      usual: true,
      text: 'w_k = base^(-2k/dim)',
      latex: '\\omega_k = b^{-2k/D}',
    },
    {
      when: { shift: { not: 0 }, frequencyScale: 1 },
      text: 'w_k = base^(-k/(dim/2 - shift))',
      latex: '\\omega_k = b^{-k/(D/2-s)}',
    },
    {
      when: { shift: 0, frequencyScale: { not: 1 } },
      text: 'w_k = frequencyScale · base^(-2k/dim)',
      latex: '\\omega_k = f\\,b^{-2k/D}',
    },
    {
      when: { shift: { not: 0 }, frequencyScale: { not: 1 } },
      text: 'w_k = frequencyScale · base^(-k/(dim/2 - shift))',
      latex: '\\omega_k = f\\,b^{-k/(D/2-s)}',
    },
    {
      when: { scale: { not: 1 } },
      text: 'every value times scale',
      latex: '\\mathrm{PE} \\gets a\\,\\mathrm{PE}',
    },
    {
      when: { overRootDim: true },
      text: 'every value over √dim',
      latex: '\\mathrm{PE} \\gets \\mathrm{PE} / \\sqrt{D}',
    },
    {
      when: { zeroPosition: { not: null } },
      text: 'PE[zeroPosition] = 0',
      latex: '\\mathrm{PE}_{z} = 0',
    },
    {
      when: { precision: 'torch' },
      text: 'the angle is f32(p · f32(w_k))',
      latex:
        'p\\,\\omega_k \\gets ' +
        '\\operatorname{f32}\\left(p\\;\\operatorname{f32}(\\omega_k)\\right)',
    },
    {
      when: { precision: 'ggml' },
      text: 'the angle of pair k is f32(that of pair k-1 · w_1)',
      latex:
        'p\\,\\omega_k \\gets ' +
        '\\operatorname{f32}\\left(p\\,\\omega_{k-1}\\;\\omega_1\\right)',
    },
  ],
  paper: {
    title: 'Attention Is All You Need',
    authors: 'Vaswani et al.',
    year: 2017,
    arxiv: '1706.03762',
  },
  result: 'Tensor [positions, dim]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp for |position · frequency| ≤ ' +
    '2^31 and base ≤ 10^9; float64: ≤ 1 ulp',
  example: { length: 256, dim: 128 },
  pitfalls: [
    'Embeddings are usually multiplied by √dim before the table is added: see ' +
      '`embeddingScale` of `addTo`.',
    'tensor2tensor, fairseq and Whisper divide by dim/2 - 1 where the paper ' +
      'divides by dim/2: their tables differ from those of the paper.',
    'fairseq and the models derived from it begin at position 2 and skip ' +
      'padding: see `positionIds`.',
    'For an odd width, tensor2tensor adds a column of zeros, Marian one more ' +
      'sine.',
    'Tables computed from float32 angles drift: the row of position 2^20 ' +
      'with dim 512 is wrong by up to 0.04. bfloat16 cannot even hold most ' +
      'positions above 256.',
  ],
} as const satisfies Description;
