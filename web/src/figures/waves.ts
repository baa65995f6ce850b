// Words and numbers about the waves of columns. A wave that is longer than the
// rows that were analysed is only called longer.

import { writeCount, writeValue } from '../plot/ticks.js';
import type { Waves } from './analysis.js';

/** The strongest wave of a column. */
export interface Wave {
  /** Its length in rows; NaN where the column has no wave. */
  readonly length: number;
  /** The number of rows, from the first, that were analysed. */
  readonly rows: number;
}

export function writeLength(wavelength: number): string {
  return wavelength < 1e4
    ? writeValue(wavelength, 4)
    : writeCount(Math.round(wavelength));
}

/** The length of a wave in words. */
export function describeWave({ length, rows }: Wave): string {
  if (!(length > 0)) return 'no wave';
  return length > rows
    ? `longer than the ${writeCount(rows)} rows analysed`
    : `${writeLength(length)} rows`;
}

/** The lengths of waves with at least one cycle; NaN for the others. */
export function wholeCycles({ wavelengths, rows }: Waves): Float64Array {
  return wavelengths.map((length) => (length <= rows ? length : Number.NaN));
}

function countColumns(count: number): string {
  return `${writeCount(count)} ${count === 1 ? 'column' : 'columns'}`;
}

/** The number of columns that the chart leaves out, and why. */
export function describeGaps({ wavelengths, rows }: Waves): string {
  const longer = wavelengths.filter((length) => length > rows).length;
  const none = wavelengths.filter(Number.isNaN).length;
  const parts = [
    longer === 0
      ? ''
      : `${countColumns(longer)} with a wave longer than the ` +
        `${writeCount(rows)} rows analysed`,
    none === 0 ? '' : `${countColumns(none)} without a wave`,
  ].filter((text) => text !== '');
  return parts.length === 0 ? '' : `Not drawn: ${parts.join(', ')}.`;
}
