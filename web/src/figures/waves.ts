// Words and numbers about the waves of columns. A column that makes no whole
// cycle in the rows that were analysed has no length: it may be a slow wave, a
// straight line or a decay, and the rows cannot tell.

import { writeCount, writeValue } from '../plot/ticks.js';
import type { Waves } from './analysis.js';

/** The wave of a column. */
export interface Wave {
  /**
   * Its length in rows; Infinity where it makes no whole cycle, NaN where it is
   * no wave of one length.
   */
  readonly length: number;
  /** Whether the column repeats exactly after so many rows. */
  readonly exact: boolean;
  /** The number of rows, from the first, that were analysed. */
  readonly rows: number;
}

export function writeLength(wavelength: number): string {
  return wavelength < 1e4
    ? writeValue(wavelength, 4)
    : writeCount(Math.round(wavelength));
}

/** The length of a wave in words. */
export function describeWave({ length, exact, rows }: Wave): string {
  if (Number.isNaN(length)) return 'no wave of one length';
  if (length === Infinity) {
    return `no whole cycle in the ${writeCount(rows)} rows analysed`;
  }
  return exact
    ? `repeats every ${writeCount(length)} rows`
    : `a wave of ${writeLength(length)} rows`;
}

/** The lengths of waves with at least one cycle; NaN for the others. */
export function wholeCycles({ lengths }: Waves): Float64Array {
  return lengths.map((length) => (length < Infinity ? length : Number.NaN));
}

function countColumns(count: number): string {
  return `${writeCount(count)} ${count === 1 ? 'column' : 'columns'}`;
}

/** The number of columns that the chart leaves out, and why. */
export function describeGaps({ lengths, rows }: Waves): string {
  const slow = lengths.filter((length) => length === Infinity).length;
  const none = lengths.filter(Number.isNaN).length;
  const parts = [
    slow === 0
      ? ''
      : `${countColumns(slow)} without a whole cycle in the ` +
        `${writeCount(rows)} rows analysed`,
    none === 0 ? '' : `${countColumns(none)} without a wave of one length`,
  ].filter((text) => text !== '');
  return parts.length === 0 ? '' : `Not drawn: ${parts.join(', ')}.`;
}
