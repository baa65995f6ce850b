// What stands in words beside the map of a table.

import { nameRow } from '../methods/rows.js';
import { type Crop, sameCrop, wholeOf } from '../plot/crop.js';
import type { Pool } from '../plot/resample.js';
import { writeBytes, writeCount } from '../plot/ticks.js';
import { optionsOf } from '../state/spec.js';
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

/** Shape, number format and size of a table. */
export function sizeOf({ shape, dtype, bytes }: Table): string {
  const [rows = 0, columns = 0] = shape;
  const size = `${writeCount(rows)} × ${writeCount(columns)}`;
  return `${size} · ${dtype} · ${writeBytes(bytes)}`;
}

/** The options of the call that are not sizes. */
export function wordsOf({ spec }: Table): string[] {
  return Object.entries(optionsOf(spec))
    .filter(([name]) => !['length', 'dim', 'dtype'].includes(name))
    .map(([name, value]) => `${name} ${String(value)}`);
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
