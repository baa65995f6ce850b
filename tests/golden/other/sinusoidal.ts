/**
 * Sinusoidal tables of other sizes, positions and bases, computed column by
 * column.
 */

import { frequency } from '../../support/frequency.mjs';
import {
  counts,
  type Description,
  drawn,
  input,
  ints,
  range,
  result,
} from './case-folder.ts';

const { sin, cos } = Math;

/** A row with sines and cosines in turn. */
export const interleaved = (p: number, dim: number, base: number) =>
  range(dim).map((c) => {
    const angle = p * frequency(base, c >> 1, dim);
    return c % 2 === 0 ? sin(angle) : cos(angle);
  });

/** A row with all sines, then all cosines, of frequencies base^(-2k/dim). */
export const blocks = (p: number, dim: number, base: number) =>
  range(dim).map((c) => {
    const sines = Math.ceil(dim / 2);
    const pair = c < sines ? c : c - sines;
    const angle = p * frequency(base, pair, dim);
    return c < sines ? sin(angle) : cos(angle);
  });

/**
 * tensor2tensor's columns between two time scales, and for an odd width a zero.
 */
export function timing(p: number, width: number, least = 1, most = 10000) {
  const scales = Math.floor(width / 2);
  const step = Math.log(most / least) / Math.max(scales - 1, 1);
  const angles = range(scales).map((k) => p * least * Math.exp(-k * step));
  const row = [...angles.map(sin), ...angles.map(cos)];
  return width % 2 === 1 ? [...row, 0] : row;
}

/** A row of zeros if the position is that of padding. */
const unless = (padding: number | null, p: number, width: number) =>
  p === padding ? Array<number>(width).fill(0) : timing(p, width);

/** Positions of padded sequences. */
function idsOf(sequences: number[][], padding: number, past = 0) {
  return sequences.flatMap((tokens) => {
    let count = past;
    return tokens.map((token) =>
      token === padding ? padding : padding + ++count,
    );
  });
}

const FRACTIONS = [0.25, 7, -3.5, 1e4, 2, 2.75, 11, 0, 513, 5, -1, 300.125];
const FAR = range(5).map((row) => 3_000_017 + row);
const PAIRS = [12, 700, 5, 5, 3, -9, 41, 40];
const TOKENS = [
  [0, 0, 9, 4, 7],
  [3, 5, 0, 0, 0],
  [2, 2, 2, 2, 2],
];

export const sinusoidalCases: Description[] = [
  {
    name: 'interleaved_batch_of_fractions',
    method: 'sinusoidal.interleaved',
    params: { base: 777.5 },
    tensors: [
      { ...input('positions', [3, 4], FRACTIONS), dtype: 'float64' },
      ...result(
        'pe',
        [3, 4, 13],
        FRACTIONS.flatMap((p) => interleaved(p, 13, 777.5)),
      ),
    ],
  },
  {
    name: 'interleaved_far_batch_of_one_range',
    method: 'sinusoidal.interleaved',
    params: { offset: 3_000_017 },
    tensors: result(
      'table',
      [2, 5, 10],
      [...FAR, ...FAR].flatMap((p) => interleaved(p, 10, 10000)),
    ),
  },
  {
    name: 'interleaved_dot_of_other_pairs',
    method: 'sinusoidal.interleaved_dot',
    params: { base: 90, positions: [1, 2] },
    tensors: [
      ints('pairs', [4, 2], PAIRS),
      ...result(
        'pe',
        [2, 7],
        [1, 2].flatMap((p) => interleaved(p, 7, 90)),
      ),
      ...result(
        'dot',
        [4],
        range(4).map((i) => {
          const [p = 0, q = 0] = PAIRS.slice(2 * i);
          const other = interleaved(q, 7, 90);
          return interleaved(p, 7, 90).reduce(
            (sum, x, c) => sum + x * (other[c] as number),
            0,
          );
        }),
      ),
    ],
  },
  {
    name: 'marian_odd',
    method: 'sinusoidal.concat_hf_marian',
    params: { past_key_values_length: 5 },
    tensors: [
      ...result(
        'table',
        [21, 9],
        range(21).flatMap((p) => blocks(p, 9, 10000)),
      ),
      ...result(
        'out',
        [3, 4, 9],
        range(12).flatMap((i) => blocks(5 + (i % 4), 9, 10000)),
      ),
    ],
  },
  {
    name: 't2t_of_an_odd_scale',
    method: 'sinusoidal.concat_t2t',
    params: { start_index: 17, min_timescale: 3.7, max_timescale: 33000 },
    tensors: result(
      'signal',
      [1, 6, 11],
      range(6).flatMap((row) => timing(17 + row, 11, 3.7, 33000)),
    ),
  },
  {
    name: 't2t_of_one_scale',
    method: 'sinusoidal.concat_t2t',
    params: { channels: 3, min_timescale: 0.25 },
    tensors: result(
      'table',
      [9, 3],
      range(9).flatMap((p) => timing(p, 3, 0.25)),
    ),
  },
  {
    name: 't2t_positions_of_a_batch',
    method: 'sinusoidal.concat_t2t_positions',
    params: { max_timescale: 500 },
    tensors: [
      input('x', [3, 4, 6], drawn(72)),
      input('positions', [4], [0.5, 900, 3, 41.25]),
      ...result(
        'out',
        [3, 4, 6],
        [1, 1, 1]
          .flatMap(() => [0.5, 900, 3, 41.25])
          .flatMap((p) => timing(p, 6, 1, 500))
          .map((y, i) => y + (drawn(72)[i] as number)),
      ),
    ],
  },
  {
    name: 'fairseq_of_two_steps',
    method: 'sinusoidal.fairseq',
    params: { padding_idx: 0, timestep: 41 },
    tensors: [
      ints('tokens', [3, 5], TOKENS.flat()),
      counts('positions', [3, 5], idsOf(TOKENS, 0)),
      ...result(
        'weights',
        [50, 7],
        range(50).flatMap((p) => unless(0, p, 7)),
      ),
      ...result(
        'out',
        [3, 5, 7],
        idsOf(TOKENS, 0).flatMap((p) => unless(0, p, 7)),
      ),
      ...[2, 41].flatMap((step) =>
        result(
          `incremental_step${step}`,
          [3, 1, 7],
          range(3).flatMap(() => timing(step + 1, 7)),
        ),
      ),
    ],
  },
  {
    name: 'xglm_without_padding',
    method: 'sinusoidal.hf_xglm_offset2',
    params: { padding_idx: null },
    tensors: [
      ints('position_ids', [3, 2], [0, 1, 88, 3, 40, 40]),
      ...result(
        'out',
        [3, 2, 9],
        [2, 3, 90, 5, 42, 42].flatMap((p) => timing(p, 9)),
      ),
    ],
  },
  {
    name: 'm2m100_of_a_batch',
    method: 'sinusoidal.hf_m2m100',
    params: { padding_idx: 2, past_key_values_length: 11 },
    tensors: [
      ints('input_ids', [3, 5], TOKENS.flat()),
      counts('position_ids', [3, 5], idsOf(TOKENS, 2, 11)),
      ...result(
        'out',
        [3, 5, 4],
        idsOf(TOKENS, 2, 11).flatMap((p) => unless(2, p, 4)),
      ),
    ],
  },
  {
    name: 'roberta_of_one_sequence',
    method: 'positions.roberta_padding',
    params: { padding_idx: 2, past_key_values_length: 7 },
    tensors: [
      ints('input_ids', [6], [2, 2, 9, 9, 2, 5]),
      counts('position_ids', [6], idsOf([[2, 2, 9, 9, 2, 5]], 2, 7)),
    ],
  },
  {
    name: 'scaled_of_one_pair',
    method: 'sinusoidal.concat_scaled',
    params: { base: 50, offset: 100 },
    tensors: [
      ...result('scale', [], [2 ** -0.5]),
      ...result(
        'out',
        [5, 2],
        range(5).flatMap((row) => [
          sin(100 + row) / Math.SQRT2,
          cos(100 + row) / Math.SQRT2,
        ]),
      ),
    ],
  },
];
