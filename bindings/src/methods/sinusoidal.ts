/** Sinusoidal position encodings: all that is known about the method. */

import { DTYPES } from '../dtype.js';
import { positionParameters } from '../positions.js';
import { LARGEST_BASE, precision, WIDEST } from './common.js';
import type { MethodDescription } from './describe.js';

export const sinusoidalDescription = {
  name: 'sinusoidal',
  title: 'Sinusoidal',
  family: 'table',
  summary:
    'A table of sines and cosines of geometrically spaced frequencies, to be ' +
    'added to the embeddings.',
  formula: {
    text:
      'PE[p, 2k] = sin(p · base^(-2k/dim)), ' +
      'PE[p, 2k+1] = cos(p · base^(-2k/dim))',
    latex:
      '\\mathrm{PE}_{p,2k} = \\sin\\left(p\\,b^{-2k/D}\\right),\\quad' +
      '\\mathrm{PE}_{p,2k+1} = \\cos\\left(p\\,b^{-2k/D}\\right)',
  },
  paper: {
    title: 'Attention Is All You Need',
    authors: 'Vaswani et al.',
    year: 2017,
    arxiv: '1706.03762',
  },
  result: 'Tensor [positions, dim]',
  accuracy:
    'float32, float16, bfloat16: ≤ 0.5001 ulp for |position| ≤ 2^31 and base ' +
    '≤ 10^9; float64: ≤ 1 ulp',
  parameters: {
    ...positionParameters,
    /** Width D of a row, even or odd. Required. */
    dim: {
      kind: 'number',
      integer: true,
      min: 1,
      max: WIDEST,
      doc: 'Width D of a row, even or odd.',
    },
    /** Base of the frequencies. Defaults to 10000. */
    base: {
      kind: 'number',
      min: 1,
      max: LARGEST_BASE,
      default: 10000,
      doc: 'Base of the frequencies.',
    },
    /**
     * Order of the columns: `interleaved` is sin, cos, sin, cos, …; `blocks`
     * is all sines, then all cosines. Defaults to `'interleaved'`.
     */
    layout: {
      kind: 'choice',
      choices: ['interleaved', 'blocks'],
      default: 'interleaved',
      doc:
        'Order of the columns: `interleaved` is sin, cos, sin, cos, …; ' +
        '`blocks` is all sines, then all cosines.',
    },
    /** Kind of the numbers. Defaults to `'float32'`. */
    dtype: {
      kind: 'choice',
      choices: DTYPES,
      default: 'float32',
      doc: 'Kind of the numbers.',
    },
    /**
     * What the numbers agree with: the real formula, float32 frameworks, or
     * ggml's stepwise product. Defaults to `'exact'`.
     */
    precision,
    /** Array or tensor to write into. Defaults to a new one. */
    out: {
      kind: 'output',
      defaultsTo: 'a new one',
      doc: 'Array or tensor to write into.',
    },
  },
  presets: {
    'Transformer (base)': { dim: 512, base: 10000, layout: 'interleaved' },
    'Transformer (big)': { dim: 1024, base: 10000, layout: 'interleaved' },
    'Transformer-XL (base)': { dim: 410, base: 10000, layout: 'blocks' },
  },
  pitfalls: [
    'Embeddings are usually multiplied by √dim before the table is added.',
    'tensor2tensor and fairseq use the exponent k/(n-1), n = dim/2: their ' +
      'tables are not these.',
    'Tables from float32 angles drift: the row of position 2^20 with dim 512 ' +
      'is wrong by up to 0.04; bfloat16 cannot even hold most positions above ' +
      '256.',
  ],
} as const satisfies MethodDescription;
