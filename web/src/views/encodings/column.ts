// One line on what a column is: its wave, and how often it comes round.

import { writeCount, writeValue } from '../../plot/ticks.js';
import type { EncodingsState } from './state.js';
import { roleOf } from './table.js';

/** Slower waves are as good as none, and their sines are too small to read. */
const slowest = 1e-15;

/** `frequencies` are those of the pairs, in radians a position. */
export function describeColumn(
  column: number,
  state: Pick<EncodingsState, 'dim' | 'layout' | 'length' | 'step'>,
  frequencies: Float64Array,
): string {
  const { wave, pair } = roleOf(column, state);
  const frequency = frequencies[pair] ?? Number.NaN;
  const name = `column ${column} is the ${wave} of pair ${pair}`;
  if (Number.isNaN(frequency)) return `${name}, which holds no numbers`;
  if (Math.abs(frequency) < slowest) return `${name}, which does not turn`;
  const wavelength = (2 * Math.PI) / frequency;
  const turns = Math.abs((state.length * state.step) / wavelength);
  const written =
    wavelength < 1e4
      ? writeValue(wavelength, 4)
      : writeCount(Math.round(wavelength));
  const count = writeValue(turns, 3);
  return `${name}: wavelength ${written} positions, ${count} turns here`;
}
