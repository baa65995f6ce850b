/** The analysis of equal rows. */

import type { Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { analysisParameters } from './analysis.description.js';
import { bringTable, readTable, recheckTable } from './read-table.js';

const parameters = analysisParameters.collisions;
const name = 'analysis.collisions';

/** Options of `analysis.collisions`. */
export interface CollisionsOptions
  extends OptionsOf<(typeof analysisParameters)['collisions']> {}

/** Positions that have the same row. */
export interface Collisions {
  /**
   * Row numbers of each group of two or more rows, in the order of their first
   * rows.
   */
  readonly groups: readonly (readonly number[])[];
  /**
   * Number of distinct rows: that of all groups, including those of a single
   * row.
   */
  readonly distinct: number;
}

/** The analysis `collisions`; see `Analysis.collisions`. */
export function collisions(
  heap: Heap,
  value: unknown,
  options: CollisionsOptions,
): Collisions {
  const { tolerance } = checkOptions(name, parameters, options);
  const given = readTable(name, 'table', value);
  const table = recheckTable(heap, name, given);
  const { count } = table;
  const first = heap.scope(name, (scratch) => {
    const rows = bringTable(scratch, name, table);
    const out = scratch.bytes(count * 4);
    const status = scratch.core.collisions({ table: rows, tolerance, out });
    scratch.check(status, 16 * count);
    return new Int32Array(heap.buffer, out, count).slice();
  });
  const groups = new Map<number, number[]>();
  let distinct = 0;
  for (const [row, leader] of first.entries()) {
    if (leader === row) {
      distinct += 1;
      continue;
    }
    const group = groups.get(leader) ?? [leader];
    group.push(row);
    groups.set(leader, group);
  }
  const sorted = [...groups.values()].sort(([a = 0], [b = 0]) => a - b);
  return { groups: sorted, distinct };
}
