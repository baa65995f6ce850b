// What stands in words beside the map of a table.

import { nameRow } from '../methods/rows.js';
import { type Crop, sameCrop, wholeOf } from '../plot/crop.js';
import type { Pool } from '../plot/resample.js';
import { writeCount } from '../plot/ticks.js';
import type { Table } from './desk/tables.js';

/** What a pixel of the map stands for. */
export function poolNote(pool: Pool, crowded: boolean): string {
  if (!crowded) return 'every cell is drawn';
  return {
    mean: 'a pixel is the mean of its cells',
    minmax: 'pixels are minima and maxima in turn',
    nearest: 'a pixel is one of its cells: false waves may show',
  }[pool];
}

/** How long the table took. */
export function timeOf({ ms }: Table): string {
  return `computed in ${ms < 0.1 ? 'under 0.1' : ms.toFixed(1)} ms`;
}

/** The rows and columns that are shown, where they are not all. */
export function cropWords({ rows, cells }: Table, crop: Crop): string {
  if (sameCrop(crop, wholeOf(cells))) return '';
  const name = (row: number) => nameRow(rows, row, writeCount);
  const last = crop.rows.from + crop.rows.count - 1;
  const { from, count } = crop.columns;
  return (
    `${name(crop.rows.from)} to ${name(last)}, ` +
    `dimensions ${from} to ${from + count - 1}`
  );
}
