// The numbers that describe a table in words. The label of a number says so if
// it is estimated from a part of the table.

import { writeCount, writeSmall, writeValue } from '../plot/ticks.js';
import type { Ranks } from './analysis.js';
import type { Finding, Findings } from './findings.js';

export interface Entry {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** The condition of a table, or why it has none. */
function writeCondition(
  { condition, rank }: Ranks,
  { mostRank, dtype }: Findings,
): string {
  if (condition < Infinity) return writeSmall(condition);
  return (
    `infinite: rank ${writeCount(rank)} of ${writeCount(mostRank)}, ` +
    `singular at ${dtype} precision`
  );
}

function entry<Value>(
  name: string,
  { value, note }: Finding<Value>,
  write: (value: Value) => string,
): Entry {
  return { name, note, value: value === null ? 'not known' : write(value) };
}

/** The numbers that describe a table, with their names. */
export function entriesOf(findings: Findings): Entry[] {
  const { toeplitz, ranks, rounding, mostRank, collisions } = findings;
  return [
    // Smaller deviations along the diagonals are those of the dtype.
    entry('Dot products depend on', toeplitz, (off) =>
      off < rounding
        ? 'distance alone'
        : `distance and position (deviation ${writeSmall(off, 2)})`,
    ),
    entry('Condition number', ranks, (found) =>
      writeCondition(found, findings),
    ),
    entry(
      'Effective rank',
      ranks,
      (found) => `${writeValue(found.effectiveRank, 3)} of ${mostRank}`,
    ),
    entry('Colliding rows', collisions, (count) =>
      count === 0 ? 'none' : writeCount(count),
    ),
  ];
}
