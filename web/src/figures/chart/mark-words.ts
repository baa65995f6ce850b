// The labels of marks on an axis.

import { writeCount, writeSmall, writeValue } from '../../plot/ticks.js';

/** The label of a mark; a power of ten has no factor, to have room. */
export function writeMark(value: number): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e5) return writeCount(value);
  if (size >= 1e-3 && size < 1e5) return writeValue(value);
  return writeSmall(value, 2, 1).replace(/^1\u00d7/, '');
}
