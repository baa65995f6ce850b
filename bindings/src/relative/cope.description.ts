/** CoPE: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { relativeInputs } from './inputs.js';

/** The own options of `cope`, in the order in which they are read. */
export const copeOwn = {
  /**
   * What the counted positions 0, 1, … read, [positions, headDim] row-major;
   * all heads share it. Required.
   */
  table: { kind: 'floats', axes: ['positions', 'headDim'] },
  /**
   * Keys of the gates, [keys, keyHeads, headDim], such as values or keys of
   * their own; [batch, keys, keyHeads, headDim] for the items of a batch.
   * Defaults to the keys, after rotation if there is one.
   */
  gateKeys: {
    kind: 'floats',
    axes: [
      ['keys', 'keyHeads', 'headDim'],
      ['batch', 'keys', 'keyHeads', 'headDim'],
    ],
    optional: true,
  },
  /**
   * What the sigmoid of the gates takes, [heads, queries, keys]; [batch, heads,
   * queries, keys] for the items of a batch. -Infinity closes a gate. Given
   * instead of `gateKeys`. Optional.
   */
  gateLogits: {
    kind: 'floats',
    axes: [
      ['heads', 'queries', 'keys'],
      ['batch', 'heads', 'queries', 'keys'],
    ],
    optional: true,
  },
  /**
   * Whether the gates of keys behind the query's position are closed. Those of
   * keys that the masks of `attention` hide are closed in any case. Defaults to
   * `true`.
   */
  causal: { kind: 'boolean', default: true },
  /**
   * Whether the term is multiplied by the scale of the scores, as the content
   * is. Defaults to `true`.
   */
  scaled: { kind: 'boolean', default: true },
} as const satisfies Parameters;

export const copeParameters = {
  ...copeOwn,
  ...relativeInputs,
} as const satisfies Parameters;

export const copeDescription = {
  title: 'CoPE',
  family: 'relative',
  summary:
    'Counts, for each query, the keys whose gate its content opens, and reads ' +
    'a learned vector at the counted position.',
  goodAt:
    'Positions in units that the text itself makes, such as words or ' +
    'sentences; each head counts something else.',
  badAt:
    'Speed: every score needs a sigmoid and a sum over the keys behind it, ' +
    'and fast attention kernels cannot hold such sums.',
  formula: [
    {
      text:
        'p[i, j] = min(Σ_{t = j..i} g[i, t], positions - 1), g[i, t] = ' +
        'σ(scale · q_i·k_t)',
      latex:
        'p_{ij} = \\min\\Bigl(\\sum_{t=j}^{i} g_{it},\\; P - 1\\Bigr),\\quad ' +
        'g_{it} = \\sigma(\\lambda\\, q_i \\cdot k_t)',
    },
    {
      text:
        'cope[h, i, j] = scale · ((1 - w)·q_i·table[n] + w·q_i·table[n + 1]), ' +
        'n = ⌊p⌋, w = p - n',
      latex:
        'c_{hij} = \\lambda\\bigl((1 - w)\\, q_i \\cdot e_n + w\\, q_i \\cdot ' +
        'e_{n+1}\\bigr),\\quad n = \\lfloor p_{ij} \\rfloor,\\; w = p_{ij} - n',
    },
  ],
  paper: {
    title: 'Contextual Position Encoding: Learning to Count What’s Important',
    authors: 'Golovneva et al.',
    year: 2024,
    arxiv: '2405.18719',
  },
  result:
    'Tensor [heads, queries, keys], or with `terms` an object that holds it ' +
    'as `cope`',
  accuracy: 'products in float32, gates and their sums in float64',
  example: {
    q: [
      [[1, 0, 0.5, -1]],
      [[0.5, 1, 0, 0.5]],
      [[-1, 0.5, 1, 0]],
      [[0, -0.5, 1, 1]],
    ],
    k: [
      [[0.5, 1, 0, -1]],
      [[1, 0, -0.5, 0.5]],
      [[0, -1, 1, 0.5]],
      [[-0.5, 0.5, 1, 0]],
    ],
    table: [
      [0.5, 0, -0.5, 1],
      [1, 0.5, 0, -1],
      [0, 1, 0.5, 0.5],
    ],
  },
  pitfalls: [
    'The gates depend on the scale of the scores: called alone, with `scale` ' +
      '1, the gates are those of the bare products. Give the scale of the ' +
      'attention, such as 1/√headDim, for the term that attention has.',
    'The sum of the gates begins at the query, not at the first key, so that ' +
      'a later key never changes the position of one that the query had seen.',
    'Inside `attention`, masked keys are not counted: padding, a window, ' +
      'documents, `mask` and a bias that is a tensor with -Infinity close gates. Called alone, the term knows no mask ' +
      'but `causal`; give `gateLogits` with -Infinity for others.',
    'Positions beyond the table end at its last row, and their gates get no ' +
      'gradient any more.',
    'The reference adds the term before the scores are divided by √headDim; ' +
      'its option `nodiv`, here `scaled: false`, adds it after that.',
  ],
} as const satisfies Description;
