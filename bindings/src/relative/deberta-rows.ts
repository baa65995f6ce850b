/** The rows of DeBERTa's table by distance. */

import { wrongValue } from '../base/errors.js';
import type { Scratch } from '../core/memory.js';
import type { RowsOfDistances } from '../terms/lookup-index.js';

/** How distances become rows of a table of 2 span rows. */
export interface DebertaRows {
  readonly span: number;
  /** Set if far distances share logarithmic buckets; then `span` of them. */
  readonly maxRelativePositions: number | undefined;
}

/** Checks the options of buckets. */
export function planDebertaRows(
  method: string,
  rows: number,
  buckets: number | undefined,
  most: number | undefined,
): DebertaRows {
  const span = buckets ?? rows / 2;
  if (rows !== 2 * span || span < 1) {
    const rule = buckets === undefined ? 'even' : `2 × ${buckets} buckets`;
    throw wrongValue(method, 'table.rows', rule, rows, 'ERR_SHAPE');
  }
  if (buckets === undefined) return { span, maxRelativePositions: undefined };
  const least = Math.floor(buckets / 2) + 2;
  const found = most ?? Math.max(512, least);
  if (found < least) {
    const rule = `at least ${least} for ${buckets} buckets`;
    throw wrongValue(method, 'maxRelativePositions', rule, found);
  }
  return { span, maxRelativePositions: found };
}

/**
 * The rows for distances j - i, key minus query: that of i - j, plus the span.
 * With `turned`, those for i - j, as the paper has them for keys.
 */
export function debertaRows(
  scratch: Scratch,
  { span, maxRelativePositions: most }: DebertaRows,
  turned: boolean,
): RowsOfDistances {
  const { core, heap } = scratch;
  const negate = ({
    distances,
    count,
  }: {
    distances: number;
    count: number;
  }) => {
    const list = new Float64Array(heap.buffer, distances, count);
    for (let n = 0; n < count; ++n) list[n] = -(list[n] as number);
  };
  if (most === undefined) {
    const [left, right] = turned ? [span, span - 1] : [span - 1, span];
    const clip = { left, right, beyond: 'clip', reversed: !turned } as const;
    return (list, out) => core.clipIndices({ ...clip, ...list, out });
  }
  const mid = Math.floor(span / 2);
  const startCount = span - mid;
  const starts = scratch.bytes(startCount * 8);
  scratch.check(
    core.bucketStarts({
      ...{ first: mid, last: most - 1, parts: mid - 1 },
      ...{ beyond: true, buckets: startCount, out: starts },
    }),
  );
  return (list, out) => {
    if (turned) negate(list);
    const status = core.debertaIndices({
      ...{ buckets: span, starts, startCount },
      ...{ ...list, out },
    });
    if (turned) negate(list);
    return status;
  };
}
