/** Rotations of other sizes, batches and positions, computed pair by pair. */

import { rotated } from '../../support/attention-oracle/rotation.ts';
import {
  type Description,
  drawn,
  input,
  range,
  result,
  type Tensor,
} from './case-folder.ts';
import { blocks } from './sinusoidal.ts';

const { fround } = Math;

interface Turn {
  layout: 'half' | 'interleaved';
  rotaryDim: number;
  theta: number;
}

/** A rounding, such as none or that to float32. */
export type Round = (x: number) => number;

/**
 * The angle of a pair, p · theta^(-2k/width); `round` rounds each step as
 * float32 frameworks do.
 */
export function angle(
  p: number,
  pair: number,
  turn: Pick<Turn, 'rotaryDim' | 'theta'>,
  round: Round,
): number {
  const power = round(turn.theta ** round((2 * pair) / turn.rotaryDim));
  return round(round(p) * round(1 / power));
}

const exactly = (x: number) => x;

/** One head, turned by its position; `sign` -1 turns it back. */
const turned = (
  head: number[],
  p: number,
  turn: Turn,
  sign: number,
  round: Round,
) =>
  rotated(
    head,
    { pairs: turn.rotaryDim / 2, layout: turn.layout },
    (pair) => sign * angle(p, pair, turn, round),
  );

/**
 * A tensor of heads and its rotation: `where` gives the position of each head,
 * in the order of the tensor.
 */
function pairOf(
  names: [from: string, to: string],
  shape: number[],
  where: (head: number) => number,
  turn: Turn,
  sign = 1,
): Tensor[] {
  const width = shape.at(-1) as number;
  const count = shape.reduce((product, axis) => product * axis, 1);
  const x = drawn(count, count + names[0].length);
  const all = (round: Round) =>
    range(count / width).flatMap((head) =>
      turned(
        x.slice(head * width, (head + 1) * width),
        where(head),
        turn,
        sign,
        round,
      ),
    );
  const [from, to] = names;
  return [
    input(from, shape, x),
    ...result(to, shape, all(exactly), all(fround)),
  ];
}

/**
 * Tables of cosines and sines, with each value once, or twice in the order of
 * `half`.
 */
function tables(shape: number[], positions: number[], turn: Turn, full = 0) {
  const pairs = turn.rotaryDim / 2;
  const columns = range(full ? 2 * pairs : pairs).map((c) => {
    if (!full) return c;
    return turn.layout === 'half' ? c % pairs : c >> 1;
  });
  return [Math.cos, Math.sin].flatMap((wave) => {
    const all = (round: Round) =>
      positions.flatMap((p) =>
        columns.map((pair) => wave(angle(p, pair, turn, round))),
      );
    return result(wave.name, shape, all(exactly), all(fround));
  });
}

const frequencies = (name: string, turn: Turn) => {
  const all = (round: Round) =>
    range(turn.rotaryDim / 2).map((pair) => angle(1, pair, turn, round));
  return result(name, [turn.rotaryDim / 2], all(exactly), all(fround));
};

const list = (shape: number[], positions: number[]): Tensor => ({
  ...input('positions', shape, positions),
  dtype: 'float64',
});

/** Positions of [3, 4] sequences, and of the heads of [3, heads, 4, …]. */
const OWN = [7, 0, 300, 2.5, 1, 2, 3, 4, 90, 80, -70, 60];
const ofHeads = (heads: number) => (head: number) =>
  OWN[4 * Math.floor(head / (4 * heads)) + (head % 4)] as number;

const half = (rotaryDim: number, theta: number): Turn => ({
  layout: 'half',
  rotaryDim,
  theta,
});
const inTurn = (rotaryDim: number, theta: number): Turn => ({
  layout: 'interleaved',
  rotaryDim,
  theta,
});

export const rotaryCases: Description[] = [
  {
    name: 'half_of_a_batch',
    method: 'rope.half',
    params: { base: 500, start: 9 },
    tensors: [
      ...pairOf(['q', 'q_out'], [3, 2, 5, 6], (h) => 9 + (h % 5), half(6, 500)),
      ...pairOf(
        ['up_q', 'grad_q'],
        [3, 2, 5, 6],
        (h) => 9 + (h % 5),
        half(6, 500),
        -1,
      ),
    ],
  },
  {
    name: 'half_backward_of_a_batch_with_positions',
    method: 'rope.half_backward',
    params: { base: 2 },
    tensors: [
      list([3, 4], OWN),
      ...pairOf(['q', 'q_out'], [3, 2, 4, 10], ofHeads(2), half(10, 2)),
      ...pairOf(['k', 'k_out'], [3, 1, 4, 10], ofHeads(1), half(10, 2)),
      ...pairOf(['up_k', 'grad_k'], [3, 1, 4, 10], ofHeads(1), half(10, 2), -1),
    ],
  },
  {
    name: 'interleaved_of_a_batch',
    method: 'rope.interleaved',
    params: { start: 100 },
    tensors: [
      ...pairOf(
        ['k', 'k_out'],
        [3, 4, 2, 6],
        (h) => 100 + ((h >> 1) % 4),
        inTurn(6, 10000),
      ),
      ...tables(
        [4, 3],
        range(4).map((i) => 100 + i),
        inTurn(6, 10000),
      ),
    ],
  },
  {
    name: 'interleaved_partial_of_a_batch_with_positions',
    method: 'rope.interleaved_partial',
    params: { rotary_dim: 4, base: 33.3 },
    tensors: [
      list([3, 4], OWN),
      ...tables([3, 4, 2], OWN, inTurn(4, 33.3)),
      ...pairOf(
        ['q', 'q_out'],
        [3, 4, 5, 8],
        (h) => OWN[Math.floor(h / 5)] as number,
        inTurn(4, 33.3),
      ),
      ...pairOf(
        ['upstream', 'grad_q'],
        [3, 4, 5, 8],
        (h) => OWN[Math.floor(h / 5)] as number,
        inTurn(4, 33.3),
        -1,
      ),
    ],
  },
  {
    name: 'yarn_below_its_length',
    method: 'rope.interleaved_yarn',
    params: { max_seq_len: 64, original_seq_len: 64, rope_theta: 250 },
    tensors: pairOf(['q', 'q_out'], [2, 3, 1, 4], (h) => h % 3, inTurn(4, 250)),
  },
  {
    name: 'lucidrains_of_a_batch_before_heads',
    method: 'rope.lucidrains',
    params: { dim: 4, theta: 123, offset: 5, seq_before_head_dim: true },
    tensors: [
      ...pairOf(
        ['t', 'out'],
        [3, 4, 2, 6],
        (h) => 5 + ((h >> 1) % 4),
        inTurn(4, 123),
      ),
      ...pairOf(
        ['upstream', 'grad_t'],
        [3, 4, 2, 6],
        (h) => 5 + ((h >> 1) % 4),
        inTurn(4, 123),
        -1,
      ),
      ...frequencies('freqs', inTurn(4, 123)),
    ],
  },
  {
    name: 'lucidrains_behind_a_cache',
    method: 'rope.lucidrains_cached_keys',
    params: { theta: 99 },
    tensors: [
      ...pairOf(
        ['q', 'q_out'],
        [3, 4, 2, 6],
        (h) => 5 + (h % 2),
        inTurn(6, 99),
      ),
      ...pairOf(['k', 'k_out'], [3, 2, 7, 6], (h) => h % 7, inTurn(6, 99)),
    ],
  },
  {
    name: 'roformer_of_one_head',
    method: 'rope.roformer',
    params: { past: 3, base: 70 },
    tensors: [
      ...pairOf(['q', 'q_out'], [5, 6], (h) => 3 + h, inTurn(6, 70)),
      ...result(
        'sinusoidal',
        [5, 6],
        range(5).flatMap((row) => blocks(3 + row, 6, 70)),
      ),
    ],
  },
  {
    name: 'hf_half_of_a_batch',
    method: 'rope.hf_half',
    params: {
      rope_theta: 77777,
      rope_scaling: null,
      original_max_position_embeddings: 4096,
    },
    tensors: [
      list([3, 4], OWN),
      ...pairOf(['q', 'q_out'], [3, 2, 4, 6], ofHeads(2), half(6, 77777)),
      ...tables([3, 4, 6], OWN, half(6, 77777), 2),
      ...frequencies('inv_freq', half(6, 77777)),
    ],
  },
  {
    name: 'hf_half_partial_without_a_factor',
    method: 'rope.hf_half_partial',
    params: { rotary_dim: 4, rope_scaling: { rope_type: 'default' } },
    tensors: [
      list([1, 4], OWN.slice(0, 4)),
      ...pairOf(
        ['k', 'k_out'],
        [3, 2, 4, 10],
        (h) => OWN[h % 4] as number,
        half(4, 10000),
      ),
    ],
  },
  {
    name: 'hf_interleaved_of_a_batch',
    method: 'rope.hf_interleaved',
    params: { rope_theta: 5e6, partial_rotary_factor: 1 },
    tensors: [
      list([4], OWN.slice(0, 4)),
      ...pairOf(
        ['q', 'q_out'],
        [2, 3, 4, 6],
        (h) => OWN[h % 4] as number,
        inTurn(6, 5e6),
      ),
      ...tables([4, 6], OWN.slice(0, 4), inTurn(6, 5e6), 2),
    ],
  },
  {
    name: 'hf_interleaved_partial_of_a_quarter',
    method: 'rope.hf_interleaved_partial',
    params: { partial_rotary_factor: 0.25 },
    tensors: [
      list([3, 4], OWN),
      ...pairOf(['q', 'q_out'], [3, 1, 4, 16], ofHeads(1), inTurn(4, 10000)),
      ...tables([3, 4, 4], OWN, half(4, 10000), 2),
    ],
  },
  {
    name: 'xtransformers_of_another_base',
    method: 'rope.xtransformers',
    params: { base: 300, rotary_dim: 4 },
    tensors: pairOf(['q', 'q_out'], [2, 3, 5, 6], (h) => h % 5, inTurn(4, 300)),
  },
];

/**
 * Cases whose positions do not fit the sequences, and the runner's messages.
 */
export const refusedRotations: [Description, RegExp][] = [
  [
    {
      name: 'hf_half_with_too_many_positions',
      method: 'rope.hf_half',
      params: {},
      tensors: [
        list([5], OWN.slice(0, 5)),
        ...pairOf(['q', 'q_out'], [2, 2, 4, 6], (h) => h % 4, half(6, 10000)),
      ],
    },
    /5 positions for the shape \[2,2,4,6\]$/,
  ],
];
