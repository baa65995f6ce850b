/** Tables of other grids, computed cell by cell and axis by axis. */

import {
  type Description,
  drawn,
  input,
  ints,
  range,
  result,
} from './case-folder.ts';
import { blocks, interleaved, timing } from './sinusoidal.ts';

const { sin, cos, PI } = Math;

/** The cells of a grid in order, each with its coordinates. */
function cellsOf(grid: readonly number[]): number[][] {
  const [first, ...rest] = grid;
  if (first === undefined) return [[]];
  return range(first).flatMap((x) => cellsOf(rest).map((y) => [x, ...y]));
}

const angles = (x: number, pairs: number, base: number) =>
  range(pairs).map((k) => x / base ** (k / pairs));

/**
 * DETR's coordinate of a cell: the number of cells up to it, divided by that of
 * all.
 */
function counted(line: number[], place: number, scale: number, eps: number) {
  const real = (some: number[]) => some.filter((cell) => cell === 0).length;
  const count = real(line.slice(0, place + 1));
  return scale === 0 ? count : (count / (real(line) + eps)) * scale;
}

/** [2 · features, height, width] of one mask, of 3 rows and 4 columns. */
function detr(mask: number[], features: number, scale: number, eps: number) {
  const cells = range(12).map((cell) => {
    const [y, x] = [cell >> 2, cell & 3];
    const column = range(3).map((row) => mask[4 * row + x] as number);
    const row = mask.slice(4 * y, 4 * y + 4);
    const [ofY, ofX] = [
      counted(column, y, scale, eps),
      counted(row, x, scale, eps),
    ];
    return [
      ...interleaved(ofY, features, 300),
      ...interleaved(ofX, features, 300),
    ];
  });
  return range(2 * features).flatMap((c) =>
    cells.map((row) => row[c] as number),
  );
}

const MASKS = [
  [0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1],
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0],
];

const ofMasks = (scale: number, eps: number) => [
  ints('mask', [3, 3, 4], MASKS.flat()),
  ...result(
    'pos',
    [3, 12, 3, 4],
    MASKS.flatMap((mask) => detr(mask, 6, scale, eps)),
  ),
];

/** tensor2tensor's signal of several axes in `width` channels. */
function signal(coordinates: number[], width: number, least = 1, most = 10000) {
  const own = 2 * Math.floor(width / (2 * coordinates.length));
  const row = coordinates.flatMap((x) => timing(x, own, least, most));
  return [...row, ...Array<number>(width - row.length).fill(0)];
}

const added = (x: number[], rows: number[]) =>
  x.map((value, i) => value + (rows[i % rows.length] as number));

const COORDINATES = [
  [0, 500, 7, 12.5, 3, 3, 41, 9, 100, 2, 1, 0],
  [6, 5, 4, 3],
  range(12),
] as const;

/** Positions of 2 × 2 cells along five axes. */
const FAR_AWAY = range(5).map((axis) =>
  range(4).map((i) => 7 ** axis - 30.5 * i * axis),
);

/** timm's frequencies for pixels, from π to π · most / 2. */
const linear = (k: number, bands: number, most: number) =>
  PI * (1 + (k * (most / 2 - 1)) / (bands - 1));

/** Coordinates from -1 to 1 along every axis, cell by cell. */
const PLACES = cellsOf([2, 3, 4]).flatMap((cell) =>
  cell.map((x, a) => -1 + (2 * x) / (([2, 3, 4][a] as number) - 1)),
);

export const gridCases: Description[] = [
  {
    name: 'mae_of_a_wide_image',
    method: 'sincos2d.mae',
    params: { grid: [3, 30], cls_token: true },
    tensors: result(
      'pe',
      [91, 12],
      [
        ...Array<number>(12).fill(0),
        ...cellsOf([3, 30]).flatMap(([y = 0, x = 0]) => [
          ...blocks(x, 6, 10000),
          ...blocks(y, 6, 10000),
        ]),
      ],
    ),
  },
  {
    name: 'timm_of_one_axis',
    method: 'sincos2d.timm',
    params: { feat_shape: [40], temperature: 1e6, interleave_sin_cos: true },
    tensors: result(
      'pe',
      [40, 6],
      range(40).flatMap((x) => blocks(x, 6, 1e6)),
    ),
  },
  {
    name: 'timm_of_three_axes',
    method: 'sincos2d.timm',
    params: { feat_shape: [4, 3, 2], dim: 8, reverse_coord: true },
    tensors: result(
      'pe',
      [24, 12],
      cellsOf([2, 3, 4]).flatMap((cell) => {
        const all = cell.flatMap((x) => angles(x, 2, 10000));
        return [...all.map(sin), ...all.map(cos)];
      }),
    ),
  },
  {
    name: 'detr_of_a_batch',
    method: 'sincos2d.detr',
    params: { temperature: 300, normalize: true },
    tensors: ofMasks(2 * PI, 1e-6),
  },
  {
    name: 'detr_of_another_scale',
    method: 'sincos2d.detr',
    params: { temperature: 300, normalize: true, scale: 20, eps: 0.5 },
    tensors: ofMasks(20, 0.5),
  },
  {
    name: 'detr_that_only_counts',
    method: 'sincos2d.detr',
    params: { temperature: 300 },
    tensors: ofMasks(0, 0),
  },
  {
    name: 'tatp22_of_a_batch',
    method: 'sincos_nd.tatp22',
    params: { dims: [2, 3, 20] },
    tensors: result(
      'pe',
      [2, 2, 3, 20, 8],
      [...cellsOf([2, 3, 20]), ...cellsOf([2, 3, 20])].flatMap((cell) =>
        cell.flatMap((x) => interleaved(x, 4, 10000)).slice(0, 8),
      ),
    ),
  },
  {
    name: 't2t_of_three_axes',
    method: 'sinusoidal.nd_t2t',
    params: { min_timescale: 2.5 },
    tensors: [
      input('x', [2, 2, 3, 4, 13], drawn(624)),
      ...result(
        'out',
        [2, 2, 3, 4, 13],
        added(
          drawn(624),
          cellsOf([2, 3, 4]).flatMap((cell) => signal(cell, 13, 2.5)),
        ),
      ),
    ],
  },
  {
    name: 't2t_positions_of_three_axes',
    method: 'sinusoidal.nd_t2t_positions',
    params: {},
    tensors: [
      input('x', [3, 4, 19], drawn(228)),
      ...COORDINATES.map((list, axis) =>
        input(`positions${axis}`, [list.length / 4, 4], list),
      ),
      ...result(
        'out',
        [3, 4, 19],
        added(
          drawn(228),
          range(12).flatMap((i) =>
            signal(
              COORDINATES.map((list) => list[i % list.length] as number),
              19,
            ),
          ),
        ),
      ),
    ],
  },
  {
    name: 't2t_of_four_axes',
    method: 'sinusoidal.nd_t2t',
    params: { max_timescale: 70 },
    tensors: [
      input('x', [2, 2, 1, 3, 2, 19], drawn(456)),
      ...result(
        'out',
        [2, 2, 1, 3, 2, 19],
        added(
          drawn(456),
          cellsOf([2, 1, 3, 2]).flatMap((cell) => signal(cell, 19, 1, 70)),
        ),
      ),
    ],
  },
  {
    name: 't2t_positions_of_five_axes',
    method: 'sinusoidal.nd_t2t_positions',
    params: { n_axes: 5, min_timescale: 0.3 },
    tensors: [
      input('x', [2, 2, 21], drawn(84)),
      ...range(5).map((axis) =>
        input(`positions${axis}`, [2, 2], FAR_AWAY[axis] as number[]),
      ),
      ...result(
        'out',
        [2, 2, 21],
        added(
          drawn(84),
          range(4).flatMap((i) =>
            signal(
              FAR_AWAY.map((list) => list[i] as number),
              21,
              0.3,
            ),
          ),
        ),
      ),
    ],
  },
  {
    name: 'timm_of_four_axes',
    method: 'sincos2d.timm',
    params: { feat_shape: [2, 1, 3, 2], temperature: 12 },
    tensors: result(
      'pe',
      [12, 24],
      cellsOf([2, 1, 3, 2]).flatMap((cell) => {
        const all = cell.flatMap((x) => angles(x, 3, 12));
        return [...all.map(sin), ...all.map(cos)];
      }),
    ),
  },
  {
    name: 'fourier_of_four_axes',
    method: 'fourier_nd.timm',
    params: {
      feat_shape: [2, 1, 3, 2],
      temperature: 9,
      in_pixels: false,
      include_grid: true,
    },
    tensors: [
      ...result('part0', [2, 1, 3, 2, 4, 1], cellsOf([2, 1, 3, 2]).flat()),
      ...[sin, cos].flatMap((wave, i) =>
        result(
          `part${i + 1}`,
          [2, 1, 3, 2, 4, 3],
          cellsOf([2, 1, 3, 2])
            .flat()
            .flatMap((x) => angles(x, 3, 9).map(wave)),
        ),
      ),
    ],
  },
  {
    name: 'fourier_of_one_axis',
    method: 'fourier_nd.timm',
    params: { feat_shape: [40], temperature: 50, in_pixels: false },
    tensors: [sin, cos].flatMap((wave, part) =>
      result(
        `part${part}`,
        [40, 1, 5],
        range(40).flatMap((x) => angles(x, 5, 50).map(wave)),
      ),
    ),
  },
  {
    name: 'fourier_of_three_axes',
    method: 'fourier_nd.timm',
    params: {
      feat_shape: [2, 3, 4],
      max_res: 64,
      linear_bands: true,
      include_grid: true,
    },
    tensors: [
      ...result('part0', [2, 3, 4, 3, 1], PLACES),
      ...[sin, cos].flatMap((wave, i) =>
        result(
          `part${i + 1}`,
          [2, 3, 4, 3, 5],
          PLACES.flatMap((x) =>
            range(5).map((k) => wave(x * linear(k, 5, 64))),
          ),
        ),
      ),
    ],
  },
];

/** Grids that the method cannot have, and the runner's messages. */
export const refusedGrids: [Description, RegExp][] = [
  [
    {
      name: 'tatp22_of_four_axes',
      method: 'sincos_nd.tatp22',
      params: { dims: [1, 2, 1, 2] },
      tensors: result('pe', [1, 2, 1, 2, 8], drawn(32)),
    },
    /4 axes: there are up to 3$/,
  ],
];
