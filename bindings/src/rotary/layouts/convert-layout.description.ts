/** Weights for the other rotary layout: parameters and description. */

import { DTYPES } from '../../base/dtype.js';
import { WIDEST } from '../../describe/common.js';
import type { Description } from '../../describe/description.js';
import type { Parameters } from '../../describe/parameters.js';
import { ropeParameters } from '../rope.description.js';

const { layout } = ropeParameters;

/** The options of `convertLayout`, in the order in which they are read. */
export const convertLayoutParameters = {
  /**
   * The weights of a projection to queries or keys, [heads · headDim, in]; its
   * bias, [heads · headDim]; or the weights of a norm over a head, [headDim]. A
   * float32, float64, float16 or bfloat16 array or tensor. Required.
   */
  weights: {
    kind: 'other',
    axes: [
      ['heads · headDim', 'in'],
      ['heads · headDim'],
      ['headDim'],
      ['in', 'heads · headDim'],
    ],
  },
  /** The layout for which the weights were trained. Required. */
  from: { kind: 'choice', choices: layout.choices },
  /** The layout for which they shall be. Required. */
  to: { kind: 'choice', choices: layout.choices },
  /**
   * Number of heads; for keys, that of the key heads. Required for an array, and
   * with `fused`; otherwise defaults to the number of rows through `headDim`.
   */
  heads: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /**
   * Width of a head, even. Required for an array; otherwise defaults to the
   * number of rows through that of the heads.
   */
  headDim: { ...ropeParameters.headDim, optional: true },
  /**
   * Number of components of a head that are turned, even; the rows of the others
   * stay. Defaults to `headDim`.
   */
  rotaryDim: ropeParameters.rotaryDim,
  /** The first component that is turned. Defaults to 0. */
  rotaryStart: ropeParameters.rotaryStart,
  /**
   * The order of rows that make queries, keys and values at once: `blocks` has
   * all queries, then all keys, then all values (Phi-3); `groups` has, for each
   * key head, its queries, the key and the value (GPT-NeoX, Falcon, InternLM2).
   * Defaults to rows of queries or of keys alone.
   */
  fused: { kind: 'choice', choices: ['blocks', 'groups'], optional: true },
  /**
   * Number of key heads, with `fused`; it divides `heads`. Defaults to `heads`.
   */
  keyHeads: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /**
   * The axis of the heads: 0 for [out, in], as in PyTorch; 1 for [in, out], as in
   * TensorFlow, JAX, ONNX's MatMul and GPT-2's Conv1D. Defaults to 0.
   */
  axis: { kind: 'number', integer: true, min: 0, max: 1, default: 0 },
  /**
   * Type of the numbers. Required if a `Uint16Array` is given; otherwise the
   * array or tensor says it. Optional.
   */
  dtype: { kind: 'choice', choices: DTYPES, optional: true },
  /**
   * Array or tensor to write into; with the weights themselves, they are
   * converted in place. Defaults to a new one.
   */
  out: { kind: 'output', optional: true },
} as const satisfies Parameters;

export const convertLayoutDescription = {
  title: 'Weights for the other rotary layout',
  summary:
    'Reorders the rows of query and key projections, so that a model trained ' +
    'for one rotary layout gives the same scores with the other.',
  goodAt:
    'Moving checkpoints between engines: a permutation, exact in every dtype.',
  badAt:
    'Values and outputs, which are not turned: their projections stay as they are.',
  formula: [
    {
      when: { to: 'interleaved' },
      usual: true,
      text: 'row 2k + s of the result is row k + s · rotaryDim/2, s = 0, 1',
      latex: "w'_{2k+s} = w_{k + sD/2},\\quad s \\in \\{0, 1\\}",
    },
    {
      when: { to: 'half' },
      text: 'row k + s · rotaryDim/2 of the result is row 2k + s, s = 0, 1',
      latex: "w'_{k + sD/2} = w_{2k+s},\\quad s \\in \\{0, 1\\}",
    },
  ],
  paper: {
    title: 'RoFormer: Enhanced Transformer with Rotary Position Embedding',
    authors: 'Su et al.',
    year: 2021,
    arxiv: '2104.09864',
  },
  result: 'Tensor of the shape of the weights',
  accuracy: 'exact: no number changes, only its place',
  pitfalls: [
    'Convert queries and keys, both or neither. Never convert the values, nor ' +
      'the projection behind the attention.',
    'Convert biases, the rows of LoRA factors B and scales of quantised rows, ' +
      'too: whatever has a number for each row.',
    'A norm over the components of a head (`q_norm`, `k_norm` of Qwen3) has ' +
      'weights in the same layout: convert them with `heads: 1`. A norm over ' +
      'all heads takes their number.',
    'Keys of grouped queries have fewer heads: give `heads` the number of key ' +
      'heads.',
    'DeepSeek: `q_b_proj` has the turned rows at the end of each head ' +
      '(headDim 192, rotaryDim 64, rotaryStart 128); the last 64 rows of ' +
      '`kv_a_proj_with_mqa` are one shared key (heads 1, headDim 576, ' +
      'rotaryDim 64, rotaryStart 512). `kv_b_proj` has no turned rows.',
    'The shape of a square matrix does not tell which axis is that of the ' +
      'heads: ONNX and TensorFlow need `axis: 1`.',
    'GGUF files of Llama models hold converted weights already, those of most ' +
      'other models do not. `detectLayout` tells what an engine does.',
    'Keys that a cache holds are not converted by converting the weights.',
  ],
} as const satisfies Description;
