/** The biases of TUPE-R, by the bucket of a distance. */

import { growableBuffer } from '../core/growable-buffer.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import { planT5 } from '../terms/buckets.js';
import { axisLengths } from '../terms/head-table.js';
import type { IndexKernel } from '../terms/indices.js';
import type { LookupIndex } from '../terms/lookup-index.js';
import { numberTerm } from '../terms/number-term.js';
import type { LoadedTerms, TermSizes } from '../terms/term.js';
import { readWeight } from '../terms/weights.js';
import { tupeOwn } from './tupe.description.js';

/** Reads the table of the buckets, if there is one. */
export function planTupeBuckets(
  heap: Heap,
  method: string,
  checked: Checked<typeof tupeOwn>,
  { heads }: TermSizes,
) {
  const { classToken, relativeTable, maxDistance } = checked;
  if (relativeTable === undefined) return undefined;
  const how = { bidirectional: true, positionScale: 1, maxDistance };
  const param = 'relativeTable';
  const shaped = tupeOwn.relativeTable;
  const more = classToken ? 1 : 0;
  const usual = checked.buckets + more;
  const { rows = usual } = axisLengths(
    ...([heap, method, param, relativeTable, shaped] as const),
    { heads, rows: checked.given.has('buckets') ? usual : undefined },
    { rows: usual },
  );
  const buckets = rows - more;
  const planned = planT5(method, { buckets, ...how });
  const shape = [rows, heads];
  const weight = readWeight(heap, method, param, relativeTable, shape, shaped);
  return {
    load(scratch: Scratch, gradient: boolean): LoadedTerms {
      const classBuckets = classToken ? buckets : undefined;
      const kernel = planned.load(scratch);
      const index = indexOfBuckets(scratch, kernel, classBuckets);
      const numbers = { name: 'buckets', param, weight, index, scaled: false };
      return numberTerm(scratch, numbers, gradient);
    },
  };
}

/**
 * The bucket of each pair of a tile. If there is a class token, at position 0,
 * others ask it with bucket `buckets`, and it asks with bucket `buckets / 2`.
 */
function indexOfBuckets(
  scratch: Scratch,
  kernel: IndexKernel,
  buckets: number | undefined,
): LookupIndex {
  const { heap } = scratch;
  const [lineRoom, mapRoom] = [
    growableBuffer(scratch),
    growableBuffer(scratch),
  ];
  return ({ pairs, row, rows, keys }) => {
    const distances = lineRoom(keys * 8);
    const index = mapRoom(rows * keys * 4);
    for (let i = 0; i < rows; ++i) {
      const query = pairs.queryAt.at(row + i);
      const out = index + i * keys * 4;
      pairs.writeRow(row + i, new Float64Array(heap.buffer, distances, keys));
      kernel({ query, distances, count: keys }, out);
      if (buckets === undefined) continue;
      const found = new Int32Array(heap.buffer, out, keys);
      for (let key = 0; key < keys; ++key) {
        if (query === 0) found[key] = buckets / 2;
        else if (pairs.keyAt.at(key) === 0) found[key] = buckets;
      }
    }
    return { index, byDistance: false };
  };
}
