/** The rows of DeBERTa's table by distance. */

import type { Line } from '../arrays/pairs.js';
import { wrongValue } from '../base/errors.js';
import type { Scratch } from '../core/memory.js';
import { planDeberta } from '../terms/buckets.js';
import type { IndexKernel } from '../terms/indices.js';

/** How distances become rows of the table. */
export interface DebertaRows {
  /** Distance to either side beyond which all have one row. */
  readonly reach: number;
  /**
   * Finds the rows: that of query minus key, or, if `turned`, that of key minus
   * query, as the paper has them for keys.
   */
  load(scratch: Scratch, turned: boolean): IndexKernel;
}

/** Checks the options of buckets for a table of so many rows. */
export function planDebertaRows(
  method: string,
  rows: number,
  buckets: number | undefined,
  most: number,
): DebertaRows {
  const span = buckets ?? rows / 2;
  if (rows !== 2 * span || !Number.isInteger(span)) {
    const rule = buckets === undefined ? 'even' : `2 × ${buckets} buckets`;
    throw wrongValue(method, 'table.rows', rule, rows, 'ERR_SHAPE');
  }
  const reach = buckets === undefined ? span : most;
  const maxRelativePositions = reach;
  const indices = planDeberta(method, { buckets, maxRelativePositions });
  return {
    reach,
    load(scratch, turned) {
      const find = indices.load(scratch);
      if (!turned) return find;
      return (line, out) => {
        negate(scratch, line);
        find(line, out);
        negate(scratch, line);
      };
    },
  };
}

/** Changes the signs of the distances of a line. */
function negate({ heap }: Scratch, { distances, count }: Line): void {
  const list = new Float64Array(heap.buffer, distances, count);
  for (let n = 0; n < count; ++n) list[n] = -(list[n] as number);
}
