// What is shown of a long sequence after a zoom until the worker has drawn it: the
// picture before, larger or smaller.

import type { Span } from '../../../plot/crop.js';
import type { Cells, Grid } from '../../../plot/grid.js';
import type { BySide, SideName } from '../state/state.js';
import type { LongAsk } from './ask.js';

export type LongGrid = Grid & { readonly values: Float32Array };

/** What two asks differ in that show other pairs of the same sequence. */
type Part = Pick<LongAsk, 'crop' | 'cells'>;

/** Pictures, and what was asked for them. */
export interface Drawn {
  readonly ask: Part;
  /** Nothing of a side that failed. */
  readonly grids: BySide<LongGrid | undefined>;
}

/** A picture without a number. */
export function blank({ rows, columns }: Cells): LongGrid {
  const values = new Float32Array(rows * columns).fill(Number.NaN);
  return { values, rows, columns };
}

/** The cells before that show the middles of the cells of a stretch; or -1. */
function cellsBefore(
  [now, cells]: readonly [Span, number],
  [then, count]: readonly [Span, number],
): number[] {
  return Array.from({ length: cells }, (_, cell) => {
    const place = now.from + ((cell + 0.5) * now.count) / cells;
    const at = Math.floor(((place - then.from) * count) / then.count);
    return at >= 0 && at < count ? at : -1;
  });
}

/** The picture before of a side, as far as it shows what is asked for. */
export function enlarged(
  { crop, cells }: Part,
  { ask, grids }: Drawn,
  side: SideName,
): LongGrid {
  const next = blank(cells);
  const grid = grids[side];
  if (grid === undefined) return next;
  const rows = cellsBefore(
    [crop.rows, cells.rows],
    [ask.crop.rows, ask.cells.rows],
  );
  const columns = cellsBefore(
    [crop.columns, cells.columns],
    [ask.crop.columns, ask.cells.columns],
  );
  rows.forEach((row, i) => {
    if (row < 0) return;
    columns.forEach((column, j) => {
      if (column < 0) return;
      const value = grid.values[row * grid.columns + column] as number;
      next.values[i * cells.columns + j] = value;
    });
  });
  return next;
}
