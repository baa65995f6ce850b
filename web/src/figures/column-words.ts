// One line that describes a column: its values and its strongest wave.

import { writeCount, writeValue } from '../plot/ticks.js';
import { limitsOf } from './colour-range.js';
import { describeWave, type Wave, writeLength } from './waves.js';

/** `wave` is undefined until the waves of the table are found. */
export function describeColumn(
  column: number,
  values: Float64Array,
  wave: Wave | undefined,
): string {
  const name = `column ${column}`;
  const { low, high } = limitsOf(values);
  if (values.length === 0 || values.every(Number.isNaN)) {
    return `${name} holds no numbers`;
  }
  if (low === high) return `${name} is ${writeValue(low, 4)} everywhere`;
  const line = `${name}: ${writeValue(low, 4)} to ${writeValue(high, 4)}`;
  if (wave === undefined) return line;
  const { length, rows } = wave;
  const where =
    rows < values.length ? `in the first ${writeCount(rows)} rows` : 'here';
  if (!(length > 0)) return `${line}, no wave ${where}`;
  if (length > rows) return `${line}, a wave ${describeWave(wave)}`;
  const cycles = writeValue(rows / length, 3);
  return (
    `${line}, strongest wave ${writeLength(length)} rows long, ` +
    `${cycles} cycles ${where}`
  );
}
