// How pictures of long sequences look: which words a cell shows, the marks of
// the axes, and the colours.

import { type Scale, spanned } from '../../../figures/scale.js';
import type { AxisLook } from '../../../plot/axis.js';
import { type Grid, isEmpty, largestSize } from '../../../plot/grid.js';
import { cellTicks, writeCount } from '../../../plot/ticks.js';
import type { LongAsk } from './ask.js';
import type { LongModel } from './model.js';

/** What says where cells are. */
type Cells = Pick<LongAsk, 'zoom' | 'cells'>;

/** The first and the last number of the words that a cell shows. */
export function writeEnds(
  cell: number,
  { zoom, cells }: Cells,
  from: number,
): string {
  const at = (n: number) => Math.floor((n * zoom.span) / cells);
  const first = from + at(cell);
  const last = Math.max(first, from + at(cell + 1) - 1);
  if (first === last) return writeCount(first);
  return `${writeCount(first)}–${writeCount(last)}`;
}

/** How far pictures are drawn, and of what, in words. */
export function writeProgress(
  { zoom, cells }: Pick<LongAsk, 'zoom' | 'cells'>,
  model: Pick<LongModel, 'state' | 'share' | 'level' | 'replaced'>,
): string {
  const { state, share, level, replaced } = model;
  if (state === 'broken') {
    return 'The worker stopped three times, so that these pictures are not whole.';
  }
  const pairs = `${writeCount(zoom.span)} × ${writeCount(zoom.span)} pairs`;
  const again =
    replaced > 0 ? ' The worker stopped; another took its place.' : '';
  if (state === 'drawn') return again === '' ? pairs : `${pairs}.${again}`;
  const whole = `${Math.floor(100 * share)} % drawn`;
  const each = zoom.span / Math.min(level, cells);
  const rough =
    level > 0 && each > 1
      ? `; the other rows show one query in ${writeCount(Math.round(each))}`
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
export function axisOf(name: string, { zoom, cells }: Cells, from: number) {
  return (pixels: number): AxisLook => ({
    ...{ name, cells },
    marks: cellTicks(from, zoom.span, Math.max(2, pixels / 60), 'tens')
      .map((place) => ({
        cell: ((place - from) * cells) / zoom.span,
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

/** The scale of colours; weights are coloured by their logarithms. */
export function scaleOf(
  { of }: Pick<LongAsk, 'of'>,
  grids: readonly Grid[],
): Scale {
  if (of === 'scores') return spanned(grids);
  const high = Math.log10(largestSize(...grids));
  return { kind: 'sequential', range: { low: high - decades, high } };
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
