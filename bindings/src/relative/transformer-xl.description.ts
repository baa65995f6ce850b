/** Transformer-XL: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';
import {
  recurrentExample,
  recurrentParameters,
} from './recurrent.description.js';

/** The own options of `transformerXL`, in the order in which they are read. */
export const transformerXLOwn = {
  ...recurrentParameters,
  /**
   * A vector for each distance, from the farthest key before the query on:
   * [rows, dim] with `positionWeight`, such as other features of a distance,
   * else [rows, heads, headDim], learned. Farther keys get the nearest row.
   * Defaults to sinusoids.
   */
  table: {
    kind: 'floats',
    axes: [
      ['rows', 'dim'],
      ['rows', 'heads', 'headDim'],
    ],
    optional: true,
  },
  /**
   * A number for each row of the table and each head, [rows, heads], learned
   * instead of `positionBias`. Optional.
   */
  tableBias: { kind: 'floats', axes: ['rows', 'heads'], optional: true },
  /**
   * Whether the rows of the table end with the farthest key behind the query,
   * so that the middle one is that of distance 0; otherwise the last one is.
   * Sinusoids have both sides in any case. Defaults to `false`.
   */
  bidirectional: { kind: 'boolean', default: false },
} as const satisfies Parameters;

export const transformerXLParameters = {
  ...transformerXLOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const transformerXLDescription = {
  title: 'Transformer-XL',
  family: 'relative',
  summary:
    'Multiplies queries by projected sinusoids of the distance, and adds a ' +
    'learned vector to the queries, one for content and one for distance.',
  goodAt:
    'Texts longer than those of the training, read in segments with the ' +
    'states of earlier ones as memory.',
  badAt:
    'Speed: every layer projects all distances, and every score has a second ' +
    'product.',
  formula: [
    {
      text:
        'scores = scale · ((q_i + u)·k_j + (q_i + v)·W_R R[i - j]); this method ' +
        'gives all but q_i·k_j',
      latex:
        's_{ij} = \\lambda\\bigl((q_i + u) \\cdot k_j + (q_i + v) \\cdot W_R ' +
        'R_{i-j}\\bigr)',
    },
    {
      text: 'R[r] = [sin(r·base^(-2c/dim)) … | cos(r·base^(-2c/dim)) …]',
      latex:
        'R_r = \\bigl[\\sin(r\\,\\theta^{-2c/d})\\,\\ldots\\;|\\; ' +
        '\\cos(r\\,\\theta^{-2c/d})\\,\\ldots\\bigr]',
    },
  ],
  paper: {
    title:
      'Transformer-XL: Attentive Language Models Beyond a Fixed-Length Context',
    authors: 'Dai et al.',
    year: 2019,
    arxiv: '1901.02860',
  },
  result:
    'Tensor [heads, queries, keys]; with `terms` an object of `position`, ' +
    '`contentBias`, `positionBias` and `tableBias`, as far as there are any',
  accuracy: 'products in float32, of sinusoids that are right to 0.5001 ulp',
  example: recurrentExample,
  pitfalls: [
    'Queries begin behind the memory: with keys of the memory and the text, ' +
      'the last query is at the last key, which is the default.',
    'Memory keys are made of the states of an earlier segment; they get no ' +
      'gradient in the reference.',
    'The shift by which the reference finds distances leaves wrong values ' +
      'for keys behind the query. Without a causal mask, key j = i + 1 gets 0 ' +
      'there, and a key farther behind gets the product of the next query ' +
      'with the distance keys + 1 + i - j, i counted from the memory on. ' +
      'This method gives the real distance.',
    'The checkpoints of the reference have the last row of `r_emb` at ' +
      'distance 0, as `table` has it.',
  ],
} as const satisfies Description;
