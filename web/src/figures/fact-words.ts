// The numbers that describe a table in words. The label of a number says so if
// it is estimated from a part of the table.

import { writeCount, writeSmall, writeValue } from '../plot/ticks.js';
import type { Ranks } from './analysis.js';
import type { Finding, Findings } from './findings.js';

export interface Entry {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  /** What it means for a model. */
  readonly means?: string;
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
  means: string,
): Entry {
  const written = value === null ? 'not known' : write(value);
  return { name, note, means, value: written };
}

/** The numbers that describe a table, with their names. */
export function entriesOf(findings: Findings): Entry[] {
  const { toeplitz, ranks, rounding, mostRank, collisions } = findings;
  return [
    // Smaller deviations along the diagonals are those of the dtype.
    entry(
      'Dot products depend on',
      toeplitz,
      (off) =>
        off < rounding
          ? 'distance alone'
          : `distance and position (deviation ${writeSmall(off, 2)})`,
      'With distance alone, what is learned of a distance holds everywhere.',
    ),
    entry(
      'Condition number',
      ranks,
      (found) => writeCondition(found, findings),
      'How much more the rows vary in their main direction than in their ' +
        'least. Where it is large, rounding hides the least ones from a model.',
    ),
    entry(
      'Effective rank',
      ranks,
      (found) => `${writeValue(found.effectiveRank, 3)} of ${mostRank}`,
      'In about so many directions the rows vary; the other dimensions say ' +
        'little that a model could learn from.',
    ),
    entry(
      'Colliding rows',
      collisions,
      (count) => (count === 0 ? 'none' : writeCount(count)),
      'So many rows are equal to an earlier one: no model can tell them apart.',
    ),
  ];
}
