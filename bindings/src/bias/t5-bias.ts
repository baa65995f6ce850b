/** The biases of T5: options in, map out. */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { OptionsOf } from '../describe/parameters.js';
import { planT5 } from '../terms/buckets.js';
import { axisLengths, drawn, readHeadTable } from '../terms/head-table.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import {
  t5BiasOwn,
  t5BiasParameters,
  t5BiasPresets,
} from './t5-bias.description.js';
import { planTableBias } from './table-bias.js';

const name = 't5Bias';

/** Options of `t5Bias`; `D` is the dtype of the result. */
export type T5BiasOptions<D extends DType = DType> = BiasOptions<
  typeof t5BiasOwn,
  D
>;

export interface T5BiasMethod {
  /**
   * The biases of T5, a number for each head and bucket of distances.
   *
   *   formula  b[h, i, j] = table[bucket(j - i), h] (Raffel et al. 2020,
   *            arXiv:1910.10683, section 2.1)
   *   shapes   table [buckets, heads], result [heads, queries, keys]
   *   range    maxDistance greater than the number of distances that have a
   *            bucket each: a quarter of the buckets, or half of them in one
   *            direction
   *   error    buckets exact; entries ≤ 0.5001 ulp, none in float32 with a
   *            biasScale of 1
   *   cost     one pass over the result; lists of positions cost about twelve
   *            operations a value besides
   *
   * @example
   * ```ts
   * pe.t5Bias({ table, heads: 12, queries: 128 });
   * const bias = { method: 't5Bias', table, bidirectional: false } as const;
   * pe.attention({ q, k, v, heads: 12, scale: 1, causal: true, bias });
   * ```
   */
  t5Bias<D extends DType = 'float32'>(options: T5BiasOptions<D>): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    t5Bias: OptionsOf<typeof t5BiasOwn>;
  }
}

export const t5Bias: BiasMethod<T5BiasMethod, typeof t5BiasOwn> = biasMethod({
  name,
  parameters: t5BiasParameters,
  own: t5BiasOwn,
  presets: t5BiasPresets,
  plan(heap, checked) {
    const { seed, biasScale, heads, given } = checked;
    const shaped = t5BiasOwn.table;
    const wanted = given.has('buckets') ? checked.buckets : undefined;
    const { buckets = checked.buckets } = axisLengths(
      ...([heap, name, 'table', checked.table, shaped] as const),
      ...([{ heads, buckets: wanted }, { buckets: checked.buckets }] as const),
    );
    const indices = planT5(name, { ...checked, buckets });
    const fill = drawn({ seed });
    const { rows } = indices;
    const table = readHeadTable(heap, name, checked, rows, fill, shaped);
    return planTableBias(table, indices, biasScale);
  },
});
