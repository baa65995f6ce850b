// What may be said of the waves of columns: nothing beyond the rows that were
// looked at.

import { writeCount, writeValue } from '../plot/ticks.js';
import type { Waves } from './analysis.js';

/** What is known of the wave of a column. */
export interface Wave {
  /** In rows; NaN where there is none. */
  readonly length: number;
  /** How many of the first rows were looked at. */
  readonly rows: number;
}

export function writeLength(wavelength: number): string {
  return wavelength < 1e4
    ? writeValue(wavelength, 4)
    : writeCount(Math.round(wavelength));
}

/** Says of a wave what was seen of it, and no more. */
export function describeWave({ length, rows }: Wave): string {
  if (!(length > 0)) return 'no wave';
  return length > rows
    ? `longer than the ${writeCount(rows)} rows looked at`
    : `${writeLength(length)} rows`;
}

/** What may be drawn: NaN for the others, which leaves a gap. */
export function wholeTurns({ wavelengths, rows }: Waves): Float64Array {
  return wavelengths.map((length) => (length <= rows ? length : Number.NaN));
}

function countColumns(count: number): string {
  return `${writeCount(count)} ${count === 1 ? 'column' : 'columns'}`;
}

/** What the chart leaves out, and why. */
export function describeGaps({ wavelengths, rows }: Waves): string {
  const longer = wavelengths.filter((length) => length > rows).length;
  const none = wavelengths.filter(Number.isNaN).length;
  const parts = [
    longer === 0
      ? ''
      : `${countColumns(longer)} with a wave longer than the ` +
        `${writeCount(rows)} rows looked at`,
    none === 0 ? '' : `${countColumns(none)} without a wave`,
  ].filter((text) => text !== '');
  return parts.length === 0 ? '' : `Not drawn: ${parts.join(', ')}.`;
}
