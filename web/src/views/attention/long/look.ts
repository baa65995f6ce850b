// How pictures of long sequences look: which words a cell shows, the marks of
// the axes, and the colours.

import { type Scale, spanned } from '../../../figures/scale.js';
import type { AxisLook } from '../../../plot/axis.js';
import type { Crop, Span } from '../../../plot/crop.js';
import { type Grid, isEmpty, largestSize } from '../../../plot/grid.js';
import { cellTicks, writeCount } from '../../../plot/ticks.js';
import type { LongAsk } from './ask.js';
import type { LongModel } from './model.js';

/** An axis of a picture: the words that it shows, in so many cells. */
export interface Stretch extends Span {
  readonly cells: number;
}

/** The queries or the keys of a picture. */
export function stretchOf(
  { crop, cells }: Pick<LongAsk, 'crop' | 'cells'>,
  axis: 'rows' | 'columns',
): Stretch {
  return { ...crop[axis], cells: cells[axis] };
}

/** The first and the last number of the words that a cell shows. */
export function writeEnds(
  cell: number,
  { from, count, cells }: Stretch,
): string {
  const at = (n: number) => Math.floor((n * count) / cells);
  const first = from + at(cell);
  const last = Math.max(first, from + at(cell + 1) - 1);
  if (first === last) return writeCount(first);
  return `${writeCount(first)}–${writeCount(last)}`;
}

/** How many pairs a picture shows. */
export const writePairs = ({ rows, columns }: Crop): string =>
  `${writeCount(rows.count)} × ${writeCount(columns.count)} pairs`;

/** How far pictures are drawn, and of what, in words. */
export function writeProgress(
  { crop, cells }: Pick<LongAsk, 'crop' | 'cells'>,
  model: Pick<LongModel, 'state' | 'share' | 'level' | 'replaced' | 'before'>,
): string {
  const { state, share, level, replaced, before } = model;
  if (state === 'broken') {
    return 'The worker stopped three times, so that these pictures are not whole.';
  }
  const pairs = writePairs(crop);
  const again =
    replaced > 0 ? ' The worker stopped; another took its place.' : '';
  if (state === 'drawn') return again === '' ? pairs : `${pairs}.${again}`;
  const whole = `${Math.floor(100 * share)} % drawn`;
  const each = crop.rows.count / Math.min(level, cells.rows);
  const rough =
    level > 0 && each > 1
      ? `; the other rows show one query in ${writeCount(Math.round(each))}`
      : level === 0 && before
        ? '; the rest is the picture before, larger or smaller'
        : '';
  const now = `${pairs}, ${whole}${rough}`;
  return again === '' ? now : `${now}.${again}`;
}

/** Half of the width of a digit in CSS pixels, about. */
const halfDigit = 4;

/**
 * An axis whose marks are numbers of words. A long number at the corner would
 * cover the name of the other axis.
 */
export function axisOf(name: string, { from, count, cells }: Stretch) {
  return (pixels: number): AxisLook => ({
    ...{ name, cells },
    marks: cellTicks(from, count, Math.max(2, pixels / 60), 'tens')
      .map((place) => ({
        cell: ((place - from) * cells) / count,
        label: writeCount(place),
      }))
      .filter(
        ({ cell, label }) =>
          name === 'query' ||
          (cell * pixels) / cells >= halfDigit * (label.length - 2),
      ),
  });
}

/** Weights below the largest by more decades than these have one colour. */
const decades = 6;

/** The smallest number above 0; infinite where there is none. */
function leastIn(grids: readonly Grid[]): number {
  let least = Infinity;
  for (const { values } of grids) {
    for (const value of values) {
      if (value > 0 && value < least) least = value;
    }
  }
  return least;
}

/** The scale of colours; weights are coloured by their logarithms. */
export function scaleOf(
  { of }: Pick<LongAsk, 'of'>,
  grids: readonly Grid[],
): Scale {
  if (of === 'scores') return spanned(grids);
  const high = Math.log10(largestSize(...grids));
  const low = Math.max(high - decades, Math.log10(leastIn(grids)));
  // Weights that are all the same have a scale, too.
  const range = { low: Math.min(low, high - 0.5), high };
  return { kind: 'sequential', range };
}

/** The grid whose numbers are coloured. */
export function coloured(
  grid: Grid,
  { of }: Pick<LongAsk, 'of'>,
  { range: { low } }: Scale,
): Grid {
  if (of === 'scores') return grid;
  const values = grid.values.map((weight) =>
    isEmpty(weight) ? weight : Math.max(Math.log10(weight), low),
  );
  return { ...grid, values };
}
