/**
 * The term of DeBERTa that multiplies positions by positions. It depends on the
 * distance alone: the product is computed once for each distance up to the
 * farthest that has a row of its own, and looked up.
 */

import type { Scratch } from '../core/memory.js';
import { planClip } from '../terms/indices.js';
import { indexByDistance } from '../terms/lookup-index.js';
import { type LookupTable, lookupTerm } from '../terms/lookup-term.js';
import type { Term } from '../terms/term.js';
import { gradientSum } from '../terms/weights.js';
import type { DebertaRows } from './deberta-rows.js';

/** The projected tables whose rows are multiplied. */
interface Multiplied {
  readonly rows: DebertaRows;
  /** Whether the rows of queries are those of the other sign. */
  readonly turned: boolean;
  readonly heads: number;
  readonly headDim: number;
  readonly query: LookupTable;
  readonly key: LookupTable;
  readonly gradient: boolean;
}

/** The term, and what takes its gradient on to the tables after all tiles. */
export function positionProducts(
  scratch: Scratch,
  { rows, turned, heads, headDim, query, key, gradient }: Multiplied,
): { readonly term: Term; finish(): void } {
  const { core, heap } = scratch;
  const { reach } = rows;
  const count = 2 * reach + 1;
  const distances = scratch.bytes(count * 8);
  const list = new Float64Array(heap.buffer, distances, count);
  for (let n = 0; n < count; ++n) list[n] = n - reach;
  const writeIndices = (other: boolean) => {
    const out = scratch.bytes(count * 4);
    rows.load(scratch, other)({ query: 0, distances, count }, out);
    return out;
  };
  const pairs = {
    ...{ heads, width: headDim, count, a: query.table, b: key.table },
    aRows: writeIndices(turned),
    bRows: writeIndices(false),
  };
  const out = scratch.bytes(heads * count * 4);
  scratch.check(core.rowProducts({ pairs, out }));
  const sum = gradient ? gradientSum(scratch, [heads, count]) : undefined;
  // Products are looked up as vectors of one number, which one multiplies.
  const ones = scratch.copy(new Float32Array(heads).fill(1));
  const term = lookupTerm(scratch, {
    name: 'p2p',
    side: 'none',
    added: { pointer: ones, gradient: 0 },
    table: {
      ...{ table: out, tableRows: count, width: 1 },
      ...{ rowStride: 1, headStride: count },
      gradient: sum?.pointer ?? 0,
    },
    index: indexByDistance(
      scratch,
      planClip({ type: 'clip', left: reach, right: reach }).load(scratch),
    ),
  });
  return {
    term,
    finish() {
      if (!sum) return;
      const status = core.rowProductsGradient({
        ...{ pairs, upstream: sum.pointer },
        ...{ intoA: query.gradient, intoB: key.gradient },
      });
      scratch.check(status);
    },
  };
}
