// Paints a table as pixels. Where a pixel stands for several cells, it cannot
// show them all, and one cell of each would show waves that the table does not
// have. So the reader chooses how the cells of a pixel are put together.

import { type Colormap, type ColourRange, entryOf } from './colormap.js';
import { type Crop, type Span, wholeOf } from './crop.js';
import {
  type Grid,
  isCrowded,
  isEmpty,
  type Numbers,
  pixelEdges,
} from './grid.js';

/**
 * - `mean`: the mean of the cells, so that fast waves fade to zero;
 * - `minmax`: the smallest and the largest value in turn, as a checkerboard;
 * - `nearest`: the first cell, which may show waves that are not there.
 */
export const pools = ['mean', 'minmax', 'nearest'] as const;
export type Pool = (typeof pools)[number];

export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

export interface Look {
  readonly map: Pick<Colormap, 'pixels'>;
  readonly range: ColourRange;
  readonly pool: Pool;
  /** The part of the table that is shown. Defaults to all of it. */
  readonly crop?: Crop | undefined;
}

/** The pixel of a cell without a colour: the hatching behind it shows. */
const transparent = 0;

type Shader = (value: number) => number;

function shader({ map, range }: Look): Shader {
  const { pixels } = map;
  return (value) =>
    isEmpty(value) ? transparent : (pixels[entryOf(value, range)] as number);
}

/**
 * Combines every `stride`-th of the rows [from, to), cell by cell, into `least`,
 * `most` and `sum`, in the columns that are shown.
 */
function foldRows(
  grid: Grid,
  [from, to]: readonly [number, number],
  stride: number,
  fold: Fold,
): void {
  const { values, columns } = grid;
  const { sum, least, most } = fold;
  const left = fold.across.from;
  const right = left + fold.across.count;
  sum.fill(0);
  least.fill(Number.POSITIVE_INFINITY);
  most.fill(Number.NEGATIVE_INFINITY);
  for (let row = from; row < to; row += stride) {
    const base = row * columns;
    if (fold.pool === 'mean') {
      for (let c = left; c < right; c++) {
        sum[c] = (sum[c] as number) + (values[base + c] as number);
      }
      continue;
    }
    for (let c = left; c < right; c++) {
      const v = values[base + c] as number;
      // Math.min and Math.max keep NaN; comparisons would lose it.
      least[c] = Math.min(least[c] as number, v);
      most[c] = Math.max(most[c] as number, v);
    }
  }
}

interface Fold {
  readonly across: Span;
  readonly pool: 'mean' | 'minmax';
  readonly sum: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
}

function total(cells: Numbers, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += cells[i] as number;
  return sum;
}

function least(cells: Numbers, from: number, to: number): number {
  let found = Number.POSITIVE_INFINITY;
  for (let i = from; i < to; i++) found = Math.min(found, cells[i] as number);
  return found;
}

function most(cells: Numbers, from: number, to: number): number {
  let found = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i++) found = Math.max(found, cells[i] as number);
  return found;
}

/** The first cell of each pixel of a stretch, and the cell after the last. */
function edgesOf({ from, count }: Span, pixels: number): Int32Array {
  return pixelEdges(count, pixels).map((cell) => from + cell);
}

function* drawPooled(
  grid: Grid,
  raster: Raster,
  shade: Shader,
  {
    pool,
    mostRows,
    crop,
  }: { pool: 'mean' | 'minmax'; mostRows: number; crop: Crop },
): Generator<void> {
  const { width, height, pixels } = raster;
  const xs = edgesOf(crop.columns, width);
  const ys = edgesOf(crop.rows, height);
  const make = () => new Float64Array(grid.columns);
  const across = crop.columns;
  const fold: Fold = {
    ...{ across, pool },
    ...{ sum: make(), least: make(), most: make() },
  };
  for (let y = 0; y < height; y++) {
    const top = ys[y] as number;
    const bottom = Math.max(top + 1, ys[y + 1] as number);
    const stride = Math.max(1, Math.ceil((bottom - top) / mostRows));
    foldRows(grid, [top, bottom], stride, fold);
    const rows = Math.ceil((bottom - top) / stride);
    for (let x = 0; x < width; x++) {
      const left = xs[x] as number;
      const right = Math.max(left + 1, xs[x + 1] as number);
      const value =
        pool === 'mean'
          ? total(fold.sum, left, right) / (rows * (right - left))
          : (x + y) % 2 === 0
            ? least(fold.least, left, right)
            : most(fold.most, left, right);
      pixels[y * width + x] = shade(value);
    }
    yield;
  }
}

function* drawNearest(
  grid: Grid,
  raster: Raster,
  shade: Shader,
  crop: Crop,
): Generator<void> {
  const { values, columns } = grid;
  const { width, height, pixels } = raster;
  const xs = edgesOf(crop.columns, width);
  const ys = edgesOf(crop.rows, height);
  for (let y = 0; y < height; y++) {
    const row = ys[y] as number;
    if (y > 0 && row === ys[y - 1]) {
      pixels.copyWithin(y * width, (y - 1) * width, y * width);
      continue;
    }
    const base = row * columns;
    for (let x = 0; x < width; x++) {
      pixels[y * width + x] = shade(values[base + (xs[x] as number)] as number);
    }
    yield;
  }
}

/**
 * Fills every pixel of `raster` with the colours of `grid`, in short steps. With
 * `mostRows`, a pixel is made of so many of its rows, evenly spread: a coarse
 * picture that is there sooner.
 */
export function resampleInSteps(
  grid: Grid,
  raster: Raster,
  look: Look,
  mostRows = Infinity,
): Iterable<void> {
  if (grid.rows === 0 || grid.columns === 0) {
    raster.pixels.fill(transparent);
    return [];
  }
  const shade = shader(look);
  const { pool, crop = wholeOf(grid) } = look;
  const { rows, columns } = crop;
  const shown = { rows: rows.count, columns: columns.count };
  if (pool === 'nearest' || !isCrowded(shown, raster.width, raster.height)) {
    return drawNearest(grid, raster, shade, crop);
  }
  return drawPooled(grid, raster, shade, { pool, mostRows, crop });
}

/** Fills every pixel of `raster` with the colours of `grid`, or of its crop. */
export function resample(grid: Grid, raster: Raster, look: Look): void {
  for (const _ of resampleInSteps(grid, raster, look));
}
