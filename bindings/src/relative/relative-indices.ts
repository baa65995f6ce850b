/**
 * Rows of relative tables: options in, rows out. The mathematics is in
 * `cpp/posenc/relative/indices.hpp`.
 */

import {
  type PairOptions,
  type Pairs,
  type pairParameters,
  queryCuts,
  readPairs,
} from '../arrays/pairs.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import type { DType, OwnArray } from '../base/dtype.js';
import { allocateResult, type Scratch } from '../core/memory.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { PlannedIndices } from '../terms/indices.js';
import { relativeIndicesParameters } from './relative-indices.description.js';
import { planScheme } from './scheme.js';

const name = 'relativeIndices';

/** Options of `relativeIndices`. */
export interface RelativeIndicesOptions
  extends PairOptions,
    OptionsOf<
      typeof relativeIndicesParameters,
      DType,
      keyof typeof pairParameters
    > {}

export interface RelativeIndicesMethod {
  /**
   * The row of a learned table that each pair of a query and a key reads, as in
   * the methods whose tables are indexed by distance.
   *
   *   formula  clip: left + clip(j - i, -left, right) (Shaw et al. 2018,
   *            arXiv:1803.02155, section 3.2); the description has those of the
   *            other schemes
   *   shapes   [queries, keys]; -1 where there is no row
   *   range    every position; on a grid, tokens of the grid
   *   error    exact
   *   cost     a few operations for each distance; one pass over the result
   *
   * @example
   * ```ts
   * const scheme = { type: 't5', buckets: 32, maxDistance: 128 } as const;
   * pe.relativeIndices({ scheme, queries: 64 });
   * ```
   */
  relativeIndices(options: RelativeIndicesOptions): Tensor<'int32'>;
}

export const relativeIndices: Method<
  RelativeIndicesMethod,
  typeof relativeIndicesParameters,
  Tensor<'int32'>
> = {
  name,
  parameters: relativeIndicesParameters,
  plan(heap, checked) {
    const planned = planScheme(name, checked.scheme, 'scheme.');
    const pairs = readPairs(name, checked, planned.tokens);
    const shape = [pairs.queries, pairs.keys];
    return {
      outputs: { rows: { shape, dtype: 'int32' } },
      ...queryCuts(pairs),
      cost: OPERATIONS * pairs.queries * pairs.keys,
      run: () => {
        const rows = allocateResult(name, 'int32', shape);
        if (rows.length > 0) {
          heap.scope(name, (scratch) => write(scratch, planned, pairs, rows));
        }
        return makeTensor(rows, shape, 'int32');
      },
    };
  },
};

/** Arithmetic operations for each row, about. */
const OPERATIONS = 8;

/** Writes the rows of all pairs. */
function write(
  scratch: Scratch,
  planned: PlannedIndices,
  pairs: Pairs,
  into: OwnArray<'Int32Array'>,
): void {
  const { heap } = scratch;
  const { queries, keys } = pairs;
  const lattice = !planned.byQuery && pairs.lattice;
  const count = lattice ? queries + keys - 1 : keys;
  const distances = scratch.bytes(count * Float64Array.BYTES_PER_ELEMENT);
  const out = scratch.bytes(count * Int32Array.BYTES_PER_ELEMENT);
  const find = planned.load(scratch);
  // Fetched after all allocations, for which the memory may have grown.
  const line = new Float64Array(heap.buffer, distances, count);
  const rows = new Int32Array(heap.buffer, out, count);
  if (lattice) {
    pairs.writeLine(line);
    find({ query: 0, distances, count }, out);
  }
  for (let i = 0; i < queries; ++i) {
    if (!lattice) {
      pairs.writeRow(i, line);
      find({ query: pairs.queryAt.at(i), distances, count }, out);
    }
    const from = lattice ? queries - 1 - i : 0;
    into.set(rows.subarray(from, from + keys), i * keys);
  }
}
