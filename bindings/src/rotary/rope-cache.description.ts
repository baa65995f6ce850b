/** The tables of a rope for other engines: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { ropeParameters, ropePresets } from './rope.description.js';
import { cacheParameters } from './tables/cache.description.js';

/** The options of `ropeCache`, in the order in which they are read. */
export const ropeCacheParameters = {
  ...ropeParameters,
  ...cacheParameters,
} as const satisfies Parameters;

/** The option values of well-known models, as `rope` has them. */
export const ropeCachePresets = ropePresets;

export const ropeCacheDescription = {
  title: 'Rotary tables for other engines',
  summary:
    'The cosines and sines of a rope, in the order in which another engine ' +
    'reads them.',
  goodAt:
    'Engines that take their tables as inputs or files: any schedule and any ' +
    'precision reaches them.',
  badAt:
    'Contexts of unknown length: a table has rows for the positions it was ' +
    'made for, and no others.',
  formula: [
    {
      when: { cache: 'hf' },
      text:
        'cos[i] = (c_0 … c_(P-1), c_0 … c_(P-1)), or (c_0, c_0, c_1, c_1, …) ' +
        'where the turned heads are interleaved; sin in the same way',
      latex:
        '\\cos_i = (c_0 \\dots c_{P-1},\\, c_0 \\dots c_{P-1}),\\quad ' +
        '\\sin_i = (s_0 \\dots s_{P-1},\\, s_0 \\dots s_{P-1})',
    },
    {
      when: { cache: 'ort' },
      usual: true,
      text: 'cos[i] = (c_0 … c_(P-1)), sin[i] = (s_0 … s_(P-1))',
      latex:
        '\\cos_i = (c_0 \\dots c_{P-1}),\\quad ' +
        '\\sin_i = (s_0 \\dots s_{P-1})',
    },
    {
      when: { cache: 'flashinfer' },
      text: 'cache[i] = (c_0 … c_(P-1), s_0 … s_(P-1))',
      latex: '(c_0 \\dots c_{P-1},\\, s_0 \\dots s_{P-1})',
    },
    {
      when: { cache: 'ggml' },
      text: 'cache[i] = (c_0, s_0, c_1, s_1, …)',
      latex: '(c_0, s_0, c_1, s_1, \\dots)',
    },
    {
      when: { cache: 'pairs' },
      text: 'cache[i, k] = (c_k, s_k)',
      latex: '\\mathrm{cache}_{i,k} = (c_k, s_k)',
    },
    {
      text: 'c_k = A cos(p_i · w_k), s_k = A sin(p_i · w_k)',
      latex: 'c_k = A\\cos p_i\\omega_k,\\quad s_k = A\\sin p_i\\omega_k',
    },
  ],
  paper: {
    title: 'RoFormer: Enhanced Transformer with Rotary Position Embedding',
    authors: 'Su et al.',
    year: 2021,
    arxiv: '2104.09864',
  },
  result:
    '`{ cos, sin }` for hf [positions, rotaryDim] and ort [positions, ' +
    'rotaryDim/2]; `{ cache }` for flashinfer and ggml [positions, ' +
    'rotaryDim], and for pairs [positions, rotaryDim/2, 2]',
  accuracy: 'as cosSin, the same bits',
  example: { headDim: 128, cache: 'ort', length: 4096 },
  pitfalls: [
    'The attention factor is in the tables already, as in those of Hugging ' +
      'Face: do not scale the scores by its square again.',
    'Only `hf` depends on the layout: on `outLayout`, as code that writes ' +
      'halves, such as that of DeepSeek, reorders heads before it multiplies ' +
      'them by the tables. The other engines are told the layout apart ' +
      'from the tables: `interleaved` of ONNX Runtime, `is_neox` of ' +
      'FlashInfer, the mode of ggml.',
    'ONNX Runtime takes the row of a token by its position id, so the tables ' +
      'must begin at position 0.',
    "ggml's kernel makes such a row for each token while it runs: `cache[i0]` " +
      'and `cache[i0 + 1]` are cosine and sine of pair i0/2, in every mode. ' +
      'It takes no table from outside; compare with `precision: "ggml"`.',
    'With several axes, row i holds its position on all of them, as for text: ' +
      'take each pair from the row of the position on its own axis. ' +
      '`rope.cosSin({ grid, full: true })` gives the rows of the cells of a ' +
      'picture, in the order of `hf`.',
  ],
} as const satisfies Description;
