// One line that describes a column: its values and its wave.

import { writeCount, writeValue } from '../plot/ticks.js';
import type { ColumnLimits } from './desk/jobs.js';
import { type Wave, writeLength } from './waves.js';

/** `wave` is undefined until the waves of the table are found. */
export function describeColumn(
  { column, low, high, empty, rows: all }: ColumnLimits,
  wave: Wave | undefined,
): string {
  const name = `column ${column}`;
  if (empty) {
    return `${name} holds no numbers`;
  }
  if (low === high) return `${name} is ${writeValue(low, 4)} everywhere`;
  const line = `${name}: ${writeValue(low, 4)} to ${writeValue(high, 4)}`;
  if (wave === undefined) return line;
  const { length, exact, rows } = wave;
  const where = rows < all ? `in the first ${writeCount(rows)} rows` : 'here';
  if (Number.isNaN(length)) return `${line}, no wave of one length ${where}`;
  if (length === Infinity) return `${line}, no whole cycle ${where}`;
  const cycles = writeValue(rows / length, 4);
  const count = `${cycles} ${cycles === '1' ? 'cycle' : 'cycles'} ${where}`;
  return exact
    ? `${line}, repeats every ${writeCount(length)} rows, ${count}`
    : `${line}, a wave of ${writeLength(length)} rows, ${count}`;
}
