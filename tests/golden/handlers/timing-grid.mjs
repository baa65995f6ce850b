// @ts-check
/** tensor2tensor's tables of several axes, added to the input. */

import {
  farthestOf,
  float64Tolerance,
  referenceError,
  sinCosError,
  u,
} from '../tolerance.mjs';
import { alongAxis, gridTable } from './axes.mjs';
import { gridAngleError } from './grid.mjs';
import { spread } from './places.mjs';
import { scales } from './timing.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/**
 * Adds the table of some cells to `x`, in which a batch repeats the cells.
 * `lists` has the coordinates along each axis.
 *
 * @param {Posenc} pe @param {Case} c @param {Comparison} check
 * @param {number[][]} lists
 * @param {number[]} [grid] if the cells form a grid
 */
function checkSum(pe, c, check, lists, grid) {
  if (!check.wants('out')) return;
  const expected = check.expected('out');
  const x = c.float32('x');
  const { base, frequencyScale } = scales(c);
  const table = /** @type {const} */ ({
    preset: 'tensor2tensor',
    dim: c.width('x'),
    base,
  });
  const [first = []] = lists;
  // The library has no factor for a grid's frequencies; scaled coordinates give
  // the same angles.
  const coordinates = first.flatMap((_, i) =>
    lists.map((list) => frequencyScale * (list[i] ?? Number.NaN)),
  );
  const where =
    grid && frequencyScale === 1
      ? { grid }
      : { coordinates, axes: lists.length };
  /** @param {Partial<import('posenc').SinusoidalGridOptions>} like */
  const sum = (like) => {
    const data = gridTable(pe, { ...table, ...where, ...like });
    return Array.from(x, (value, i) => value + Number(data[i % data.length]));
  };
  const farthest = farthestOf(coordinates);
  const float64 = sum({ dtype: 'float64' });
  check.near('out', float64, float64Tolerance(expected, farthest));
  // The sums are computed here, from rounded values of at most 1.
  check.near('out', sum({}), () => 0.5001 * u + referenceError(farthest));
  // Both programs round the factor and its product.
  const roundings = Number.isInteger(Math.log2(frequencyScale)) ? 0 : 4;
  const angleError = gridAngleError(farthest, roundings);
  const torch = () => sum({ precision: 'torch' });
  check.nearTorch('out', torch, (_, want) => {
    return angleError + sinCosError + 2 * u * (1 + Math.abs(want));
  });
}

/** The first axis is the batch, the last one the channels.
 * @param {Posenc} pe @param {Case} c @param {Comparison} check */
function timingNd(pe, c, check) {
  const shape = c.shape('x');
  if (c.gives('shape') && String(c.params.shape) !== String(shape)) {
    throw new Error(`shape is ${c.params.shape}, and that of x ${shape}`);
  }
  const grid = shape.slice(1, -1);
  const lists = grid.map((_, axis) => alongAxis(grid, axis));
  checkSum(pe, c, check, lists, grid);
}

/** One tensor of positions for each axis. */
const AXIS = /^positions\d+$/;

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function timingNdPositions(pe, c, check) {
  const given = [...c.tensors.keys()].filter((name) => AXIS.test(name));
  const axes = c.size('n_axes', given.length);
  const all = Array.from({ length: axes }, (_, a) =>
    c.numbers(`positions${a}`),
  );
  // One axis may be the same for the whole batch, while another is not.
  const cells = Math.max(0, ...all.map((list) => list.length));
  const lists = all.map((list) => spread(list, cells));
  checkSum(pe, c, check, lists);
}

export const timingGrid = {
  'sinusoidal.nd_t2t': {
    params: ['min_timescale', 'max_timescale', 'shape'],
    tensors: ['x', 'out'],
    run: timingNd,
  },
  'sinusoidal.nd_t2t_positions': {
    params: ['n_axes', 'min_timescale', 'max_timescale'],
    tensors: ['x', AXIS, 'out'],
    run: timingNdPositions,
  },
};
