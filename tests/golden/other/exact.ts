/**
 * Correctly rounded values at other positions. Bases are powers of two, so that
 * every angle is exact in float64 and Math.sin is right to about an ulp.
 */

import {
  type Description,
  input,
  range,
  result,
  type Tensor,
} from './case-folder.ts';

const [DIM, BASE] = [6, 2 ** 12];
const POSITIONS = [77, 3, 1_000_003];
const PAIRS = [
  [12, 9],
  [3, 77],
  [500, 500],
] as const;

const frequency = (pair: number) => 2 ** (-4 * pair);

const row = (p: number) =>
  range(DIM / 2).flatMap((pair) => [
    Math.sin(p * frequency(pair)),
    Math.cos(p * frequency(pair)),
  ]);

const doubles = (name: string, data: number[]): Tensor => ({
  ...input(name, [data.length], data),
  dtype: 'float64',
});

const ANGLES = [0, 1e-3, 0.5, -2, 3, 710, -12345.5];

export const exactCases: Description[] = [
  {
    name: 'exact_pairs_that_are_no_rows',
    method: 'exact.interleaved_pe',
    params: { base: BASE, pairs: PAIRS },
    tensors: [
      doubles('positions', POSITIONS),
      ...result('pe', [POSITIONS.length, DIM], POSITIONS.flatMap(row)),
      ...result(
        'dot',
        [PAIRS.length],
        PAIRS.map(([p, q]) => {
          const other = row(q);
          return row(p).reduce(
            (sum, x, i) => sum + x * (other[i] as number),
            0,
          );
        }),
      ),
    ],
  },
  {
    name: 'exact_columns_of_another_base',
    method: 'exact.sincos_of_position',
    params: { dim: DIM, base: BASE, columns: [2, 1], positions: POSITIONS },
    tensors: [
      ...result('inv_freq', [2], [frequency(2), frequency(1)]),
      ...[Math.sin, Math.cos].flatMap((wave) =>
        result(
          wave.name,
          [POSITIONS.length, 2],
          POSITIONS.flatMap((p) => [2, 1].map((k) => wave(p * frequency(k)))),
        ),
      ),
    ],
  },
  {
    name: 'exact_angles_of_float32_alone',
    method: 'exact.sincos_of_angle',
    params: { count: ANGLES.length },
    tensors: [
      input('angle_f32', [ANGLES.length], ANGLES),
      ...[Math.sin, Math.cos].flatMap((wave) =>
        result(
          `${wave.name}_of_angle`,
          [ANGLES.length],
          ANGLES.map((angle) => wave(Math.fround(angle))),
        ).slice(1),
      ),
    ],
  },
];
