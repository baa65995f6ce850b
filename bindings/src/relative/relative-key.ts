/** The relative keys of BERT: options in, terms out. */

import type { Pairs } from '../arrays/pairs.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { OptionsOf } from '../describe/parameters.js';
import { planBert } from '../terms/indices.js';
import { indexByDistance } from '../terms/lookup-index.js';
import { readVectorTable } from '../terms/lookup-table.js';
import { lookupTerm } from '../terms/lookup-term.js';
import {
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';
import {
  relativeKeyOwn,
  relativeKeyParameters,
} from './relative-key.description.js';

const name = 'relativeKey';

/** Options of `relativeKey`. */
export type RelativeKeyOptions = RelativeOptions<typeof relativeKeyOwn>;

export interface RelativeKeyMethod {
  /**
   * The scores of BERT for relative positions: a learned vector for each
   * distance, which queries, or queries and keys, are multiplied by.
   *
   *   formula  queryPosition[h, i, j] = scale · q_i·e, keyPosition = scale ·
   *            k_j·e, e = table[i - j + maxPosition - 1] (transformers,
   *            `position_embedding_type` relative_key and relative_key_query)
   *   shapes   q [queries, heads, headDim], k [keys, keyHeads, headDim], table
   *            [2 maxPosition - 1, headDim]; result [heads, queries, keys]
   *   range    distances below maxPosition
   *   error    ≤ (headDim + 2) 2^-24 scale Σ |q_c e_c| for each term
   *   cost     queries · (keys + 31) · headDim products a head and term, at
   *            most, and a load and a store for each score
   *
   * @example
   * ```ts
   * pe.relativeKey({ q, table }); // q [queries, heads, headDim]
   * pe.relativeKey({ q, k, table, form: 'keyQuery', terms: true });
   * ```
   */
  relativeKey(options: RelativeKeyOptions & { readonly terms: true }): TermMaps;
  relativeKey(options: RelativeKeyOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    relativeKey: OptionsOf<typeof relativeKeyOwn>;
  }
}

export const relativeKey: RelativeMethod<
  RelativeKeyMethod,
  typeof relativeKeyOwn
> = relativeMethod({
  name,
  parameters: relativeKeyParameters,
  own: relativeKeyOwn,
  plan(heap, checked, { heads, headDim, queries, keys }) {
    const { maxPosition: most, form } = checked;
    const rows = most === undefined ? undefined : 2 * most - 1;
    const width = headDim;
    const shaped = relativeKeyOwn.table;
    const shape = { heads: 1, width, rows, shaped };
    const table = readVectorTable(heap, name, 'table', checked.table, shape);
    const maxPosition = (table.rows + 1) / 2;
    if (!Number.isInteger(maxPosition)) {
      const rule = 'odd: 2 maxPosition - 1';
      throw wrongValue(name, 'table.rows', rule, table.rows, 'ERR_SHAPE');
    }
    const indices = planBert({ maxPosition });
    const sides =
      form === 'key'
        ? ([['queryPosition', 'query']] as const)
        : ([
            ['queryPosition', 'query'],
            ['keyPosition', 'key'],
          ] as const);
    const products = queries * Math.min(table.rows, keys + 31) * headDim;
    return {
      names: sides.map(([term]) => term),
      needs: { q: true, k: sides.length > 1 },
      cost: heads * sides.length * (2 * products + queries * keys),
      load(scratch, gradient) {
        const index = indexByDistance(scratch, indices.load(scratch), (pairs) =>
          checkReach(pairs, maxPosition),
        );
        const loaded = table.load(scratch, gradient);
        return {
          terms: sides.map(([term, side]) =>
            lookupTerm(scratch, {
              ...{ name: term, side, index },
              table: loaded.table,
            }),
          ),
          gradients: () => ({
            ...(loaded.sum && { table: loaded.sum.tensor() }),
          }),
        };
      },
    };
  },
});

/** Throws if a key is farther from a query than the table has rows for. */
function checkReach({ queryAt, keyAt }: Pairs, maxPosition: number): void {
  const at = (positions: typeof keyAt) =>
    positions.extremes().map((row) => positions.at(row));
  const [keys, queries] = [at(keyAt), at(queryAt)];
  for (const key of keys) {
    for (const query of queries) {
      const distance = Math.abs(key - query);
      if (distance < maxPosition) continue;
      const rule = `more than the farthest distance, ${distance}`;
      throw wrongValue(name, 'maxPosition', rule, maxPosition);
    }
  }
}
