/** Rotations over several axes and with xPos, of other sizes, pair by pair. */

import { rotated } from '../../support/attention-oracle/rotation.ts';
import {
  counts,
  type Description,
  drawn,
  input,
  ints,
  range,
  result,
} from './case-folder.ts';
import { angle, type Round } from './rotary.ts';

const { fround } = Math;

const exactly: Round = (x) => x;

/** The angle of a pair in a row, for a head; and a factor. */
interface Turn {
  layout: 'half' | 'interleaved';
  angle: (row: number, pair: number, head: number, round: Round) => number;
  factor?: (row: number, pair: number) => number;
}

/** A tensor of heads, rows and width, or of rows and heads, and its rotation. */
function turned(
  [from, to]: [string, string],
  shape: [number, number, number],
  turn: Turn,
  { seqFirst = false, seed = 1 } = {},
) {
  const [a, b, width] = shape;
  const x = drawn(a * b * width, seed);
  const { layout } = turn;
  const pairs = width / 2;
  const pairOf = (c: number) => (layout === 'half' ? c % pairs : c >> 1);
  const all = (round: Round) =>
    range(a * b).flatMap((line) => {
      const [first, second] = [Math.floor(line / b), line % b];
      const [row, head] = seqFirst ? [first, second] : [second, first];
      const numbers = x.slice(line * width, (line + 1) * width);
      return rotated(numbers, { pairs, layout }, (pair) =>
        turn.angle(row, pair, head, round),
      ).map((value, c) => (turn.factor?.(row, pairOf(c)) ?? 1) * value);
    });
  return [
    input(from, shape, x),
    ...result(to, shape, all(exactly), all(fround)),
  ];
}

/** The angle of pair k of a width. */
const plain = (
  p: number,
  theta: number,
  k: number,
  width: number,
  round: Round,
) => angle(p, k, { theta, rotaryDim: width }, round);

const at = (list: readonly number[], i: number) => list[i] as number;

const SECTIONS = [1, 3, 2, 2];
const PLACES = [
  [5, 6, 7, 2000],
  [0, 1, 2, 3],
  [40, 30, 20, 10],
  [9, 9, 8, 8],
];
const axisOf = SECTIONS.flatMap((count, axis) => Array(count).fill(axis));
const H = [3, 0, 1, 7, 500];
const W = [1, 2, 900, 4, 4];
const FREQUENCIES = drawn(3 * 2 * 2 * 4, 77);

export const axesCases: Description[] = [
  {
    name: 'mrope_of_four_axes',
    method: 'rope.mrope_sections',
    params: { mrope_section: SECTIONS, base: 700 },
    tensors: [
      ints('positions', [4, 4], PLACES.flat()),
      ...turned(['k', 'k_out'], [3, 4, 16], {
        layout: 'half',
        angle: (row, pair, _, round) =>
          plain(at(PLACES[axisOf[pair]] ?? [], row), 700, pair, 16, round),
      }),
    ],
  },
  {
    name: 'vision_of_keys',
    method: 'rope.vision2d_half',
    params: { base: 300 },
    tensors: [
      ints('positions_h', [5], H),
      ints('positions_w', [5], W),
      ...turned(
        ['k', 'k_out'],
        [5, 3, 12],
        {
          layout: 'half',
          angle: (row, pair, _, round) =>
            plain(at(pair < 3 ? H : W, row), 300, pair % 3, 6, round),
        },
        { seqFirst: true },
      ),
    ],
  },
  {
    name: 'vit_axial_of_another_base',
    method: 'rope.vit_axial',
    params: { end_x: 4, end_y: 2, base: 33 },
    tensors: turned(['q', 'q_out'], [1, 8, 8], {
      layout: 'interleaved',
      angle: (row, pair, _, round) =>
        plain(pair < 2 ? row % 4 : row >> 2, 33, pair % 2, 4, round),
    }),
  },
  {
    name: 'vit_mixed_of_a_layer',
    method: 'rope.vit_mixed',
    params: { end_x: 2, end_y: 3, depth: 3, layer: 1 },
    tensors: [
      {
        ...input('freqs', [2, 3, 8], FREQUENCIES.slice(0, 48)),
        role: 'param',
      },
      ...turned(['q', 'q_out'], [2, 6, 8], {
        layout: 'interleaved',
        angle: (row, pair, head, round) => {
          const f = (axis: number) =>
            at(FREQUENCIES, axis * 24 + 8 + head * 4 + pair);
          return round(round((row % 2) * f(0)) + round((row >> 1) * f(1)));
        },
      }),
    ],
  },
  {
    name: 'timm_of_another_temperature',
    method: 'rope.timm_cat',
    params: { feat_shape: [2, 2], in_pixels: false, temperature: 12 },
    tensors: turned(['q', 'q_out'], [2, 4, 12], {
      layout: 'interleaved',
      angle: (row, pair, _, round) =>
        plain(pair < 3 ? row >> 1 : row % 2, 12, pair % 3, 6, round),
    }),
  },
  {
    name: 'lucidrains_axial_of_another_theta',
    method: 'rope.axial_lucidrains',
    params: { dim_per_axis: 4, dims: [3, 2], theta: 50, offsets: [0, 7] },
    tensors: [
      ...turned(['t', 'out'], [2, 6, 8], {
        layout: 'interleaved',
        angle: (row, pair, _, round) =>
          plain(pair < 2 ? row >> 1 : 7 + (row % 2), 50, pair % 2, 4, round),
      }).map((tensor) => ({ ...tensor, shape: [2, 3, 2, 8] })),
    ],
  },
  ...[9, 10].map((length) => ({
    name: `lucidrains_xpos_of_${length}`,
    method: 'rope.xpos_lucidrains',
    params: { xpos_scale_base: 30 },
    tensors: [1, -1].flatMap((sign) =>
      turned(
        sign === 1 ? ['q', 'q_out'] : ['k', 'k_out'],
        [2, length, 6],
        {
          layout: 'interleaved',
          angle: (row, pair, _, round) => plain(row, 10000, pair, 6, round),
          factor: (row, pair) =>
            ((2 * pair + 2.4) / 8.4) **
            ((sign * (row - Math.floor(length / 2))) / 30),
        },
        { seed: 2 + sign },
      ),
    ),
  })),
  {
    name: 'torchscale_xpos_behind_a_cache',
    method: 'rope.xpos_torchscale',
    params: { offset: 6, scale_base: 100 },
    tensors: turned(['x', 'q_out'], [1, 5, 4], {
      layout: 'interleaved',
      angle: (row, pair, _, round) => plain(6 + row, 10000, pair, 4, round),
      factor: (row, pair) =>
        ((2 * pair + 1.6) / 5.6) ** ((6 + row - Math.ceil(11 / 2)) / 100),
    }),
  },
  {
    name: 'xtransformers_xpos_of_keys',
    method: 'rope.xtransformers',
    params: { use_xpos: true },
    tensors: turned(['k', 'k_out'], [2, 4, 6], {
      layout: 'interleaved',
      angle: (row, pair, _, round) => plain(row, 10000, pair, 6, round),
      factor: (row, pair) => ((2 * pair + 2.4) / 8.4) ** (-(row - 2) / 512),
    }),
  },
  {
    name: 'qwen2vl_of_a_padded_batch',
    method: 'positions.qwen2vl_index',
    params: {
      spatial_merge_size: 1,
      image_token_id: 8,
      video_token_id: 9,
      image_grid_thw: [[1, 2, 1]],
      video_grid_thw: [[2, 1, 2]],
    },
    tensors: [
      ints('input_ids', [2, 6], [1, 8, 8, 1, 1, 1, 0, 9, 9, 9, 9, 1]),
      ints('attention_mask', [2, 6], [1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1]),
      counts(
        'position_ids',
        [3, 2, 6],
        [
          ...[0, 1, 1, 3, 4, 5],
          ...[1, 0, 0, 1, 1, 2],
          ...[0, 1, 2, 3, 4, 5],
          ...[1, 0, 0, 0, 0, 2],
          ...[0, 1, 1, 3, 4, 5],
          ...[1, 0, 1, 0, 1, 2],
        ],
      ),
      counts('deltas', [2, 1], [0, -3]),
    ],
  },
];

/** Cases that contradict themselves, and the runner's messages. */
export const refusedAxes: [Description, RegExp][] = [
  [
    {
      name: 'mrope_of_three_sections_and_four_rows',
      method: 'rope.mrope_sections',
      params: { mrope_section: [4, 2, 2] },
      tensors: [
        ints('positions', [4, 4], PLACES.flat()),
        ...turned(['q', 'q_out'], [1, 4, 16], {
          layout: 'half',
          angle: () => 0,
        }),
      ],
    },
    /positions are \[4,4\]$|positions are \[4, 4\]$/,
  ],
];
