/** Rows of relative tables: parameters and description. */

import { pairParameters } from '../arrays/pairs.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { schemes } from '../terms/schemes.js';

/** The options of `relativeIndices`, in the order in which they are read. */
export const relativeIndicesParameters = {
  /**
   * How distances become rows: `clip` and `zero` have a row for each distance
   * from -`left` to `right`, and those beyond get the nearest row or none; `t5`,
   * `deberta` and `urpe` have logarithmic buckets; `bert` has a row for each
   * distance, query minus key; `grid` and `absoluteGrid` have a row for each
   * difference of two cells of an image. Required.
   */
  scheme: { kind: 'variant', variants: schemes },
  ...pairParameters,
} as const satisfies Parameters;

export const relativeIndicesDescription = {
  title: 'Rows of relative tables',
  summary:
    'The row of a learned table that each pair of a query and a key reads, by ' +
    'the rules of Shaw, T5, BERT, DeBERTa, URPE, Swin, BEiT and LeViT.',
  goodAt:
    'Seeing which pairs a model cannot tell apart, and comparing another ' +
    'program with the rows that a checkpoint was trained with.',
  badAt: 'Nothing else: biases and relative terms find their rows themselves.',
  formula: [
    {
      when: { scheme: 'clip' },
      usual: true,
      text: 'row[i, j] = left + clip(j - i, -left, right)',
      latex: 'n_{ij} = l + \\mathrm{clip}(j - i, -l, r)',
    },
    {
      when: { scheme: 'zero' },
      text: 'row[i, j] = left + j - i, or -1 beyond left and right',
      latex:
        'n_{ij} = \\begin{cases} l + j - i & -l \\le j - i \\le r \\\\ -1 & ' +
        '\\text{else} \\end{cases}',
    },
    {
      when: { scheme: 't5' },
      text:
        'N = buckets/2, m = N/2; b(n) = n below m, else min(m + ' +
        'floor(ln(n/m)/ln(maxDistance/m)·(N - m)), N - 1); row = b(|j - i|), ' +
        'and N more if j > i',
      latex:
        'b(n) = \\begin{cases} n & n < m \\\\ \\min\\left(m + \\left\\lfloor ' +
        '\\frac{\\ln(n/m)}{\\ln(D/m)} (N - m) \\right\\rfloor, N - 1\\right) & ' +
        'n \\ge m \\end{cases}',
    },
    {
      when: { scheme: 'bert' },
      text: 'row[i, j] = i - j + maxPosition - 1',
      latex: 'n_{ij} = i - j + M - 1',
    },
    {
      when: { scheme: 'deberta' },
      text:
        'm = buckets/2; b(n) = n up to m, else m + ' +
        'ceil(ln(n/m)/ln((maxRelativePositions - 1)/m)·(m - 1)); row = ' +
        'clip(buckets + sign(i - j)·b(|i - j|), 0, 2·buckets - 1)',
      latex:
        'n_{ij} = \\mathrm{clip}(B + \\mathrm{sgn}(i - j)\\, b(|i - j|), 0, ' +
        '2B - 1)',
    },
    {
      when: { scheme: 'urpe' },
      text:
        'row[i, j] = sign(j - i)·b(|j - i|) + (2 if j ≥ i) + b(maxLength - 1), ' +
        'b as for t5',
      latex:
        'n_{ij} = \\mathrm{sgn}(j - i)\\, b(|j - i|) + 2\\,[j \\ge i] + b(L - 1)',
    },
    {
      when: { scheme: 'grid' },
      text: 'row[i, j] = (y_i - y_j + H - 1)·(2W - 1) + x_i - x_j + W - 1',
      latex: 'n_{ij} = (y_i - y_j + H - 1)(2W - 1) + x_i - x_j + W - 1',
    },
    {
      when: { scheme: 'absoluteGrid' },
      text: 'row[i, j] = |y_i - y_j|·W + |x_i - x_j|',
      latex: 'n_{ij} = |y_i - y_j|\\,W + |x_i - x_j|',
    },
  ],
  paper: {
    title: 'Self-Attention with Relative Position Representations',
    authors: 'Shaw et al.',
    year: 2018,
    arxiv: '1803.02155',
  },
  result: 'Tensor [queries, keys] of int32',
  accuracy:
    'exact: where a bucket begins is found in whole numbers, which agrees with ' +
    'the float32 logarithms of the references for all published sizes',
  example: { scheme: { type: 'clip', left: 4, right: 4 }, queries: 16 },
  pitfalls: [
    'Programs differ in the sign of the distance: Shaw and T5 count key minus ' +
      'query, BERT, DeBERTa and Swin query minus key.',
    'With a table of 2k + 1 rows, all keys that are k or more away share a ' +
      'row: the model knows that they are far, not how far.',
    'A logarithm that is wrong in its last bit moves distances such as 16, 32 ' +
      'and 64 of T5 into the bucket next to theirs.',
  ],
} as const satisfies Description;
