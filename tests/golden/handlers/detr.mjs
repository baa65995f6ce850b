// @ts-check
/** Sinusoidal tables of images with padding, with coordinates as in DETR. */

import { checkGrid, gridAngleError } from './grid.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('posenc').SinusoidalGridOptions} Options
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/**
 * The scale of the library's preset; for other scales the coordinates are
 * given.
 */
const SCALE = 2 * Math.PI;
const EPSILON = 1e-6;

/**
 * The coordinates (y, x) of an image's cells, row by row: the number of cells
 * up to and with this one that are not padding.
 * @param {number[]} mask @param {number} width
 * @param {{ scale: number, eps: number }} normalised
 */
function coordinatesOf(mask, width, { scale, eps }) {
  const height = mask.length / width;
  const count = (/** @type {number[]} */ cells) =>
    cells.filter((cell) => mask[cell] === 0).length;
  const steps = (/** @type {number} */ n) => [...Array(n).keys()];
  const share = (/** @type {number[]} */ line, /** @type {number} */ place) =>
    (count(line.slice(0, place + 1)) / (count(line) + eps)) * scale;
  return mask.flatMap((_, cell) => {
    const [y, x] = [Math.floor(cell / width), cell % width];
    const column = steps(height).map((row) => row * width + x);
    const row = steps(width).map((place) => y * width + place);
    return [share(column, y), share(row, x)];
  });
}

/** The transpose of the table of each image: channels first.
 * @param {ArrayLike<number>} data @param {number} dim @param {number} cells */
function channelsFirst(data, dim, cells) {
  return Array.from({ length: data.length }, (_, i) => {
    const [image, at] = [Math.floor(i / (cells * dim)), i % (cells * dim)];
    const [channel, cell] = [Math.floor(at / cells), at % cells];
    return data[(image * cells + cell) * dim + channel] ?? Number.NaN;
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function detr(pe, c, check) {
  const shape = c.has('mask') ? c.shape('mask') : c.shape('pos').slice(-2);
  const [height = 0, width = 0] = shape.slice(-2);
  const cells = height * width;
  const mask = c.has('mask') ? c.numbers('mask') : Array(cells).fill(0);
  const normalised = c.param('normalize', false);
  const [scale, eps] = [c.param('scale', SCALE), c.param('eps', EPSILON)];
  const common = {
    dim: 2 * c.size('num_pos_feats', (c.shape('pos').at(-3) ?? 0) / 2),
    base: c.param('temperature', 10000),
  };
  const own = normalised && (scale !== SCALE || eps !== EPSILON);
  const steps = [...Array(mask.length / cells).keys()];
  const masks = steps.map((image) =>
    mask.slice(image * cells, (image + 1) * cells),
  );
  /** @type {Options} */
  const batch = own
    ? {
        ...common,
        layout: 'interleaved',
        coordinates: masks.flatMap((image) =>
          coordinatesOf(image, width, { scale, eps }),
        ),
      }
    : {
        ...common,
        preset: 'detr',
        grid: [height, width],
        mask,
        normalise: normalised ? 'last' : 'none',
      };
  // No count is larger than the last one, by which it is divided. The reference
  // rounds the sum with eps, the quotient, the scale and the product; the
  // library rounds once.
  const farthest = normalised ? Math.abs(scale) : Math.max(height, width);
  const angleError = gridAngleError(farthest, normalised ? 5 : 0);
  const arranged = (/** @type {ArrayLike<number>} */ data) =>
    channelsFirst(data, common.dim, cells);
  checkGrid(pe, check, 'pos', batch, { farthest, angleError, arranged });
}

export const detrGrid = {
  'sincos2d.detr': {
    params: ['num_pos_feats', 'temperature', 'normalize', 'scale', 'eps'],
    tensors: ['mask', 'pos'],
    run: detr,
  },
};
