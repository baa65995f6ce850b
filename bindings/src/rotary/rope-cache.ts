/**
 * The tables of a rope in the order of another engine: the options of the rope
 * and of the tables in, tables out.
 */

import type { DType } from '../base/dtype.js';
import { withErrorName } from '../describe/inside.js';
import type { Method } from '../describe/method.js';
import { coreOf, type RopeCore } from './core.js';
import { type RopeOptions, type RopePresetOptions, rope } from './rope.js';
import {
  ropeCacheParameters,
  ropeCachePresets,
} from './rope-cache.description.js';
import {
  type CacheOptions,
  type CacheOrder,
  type CacheTables,
  planCache,
} from './tables/cache.js';

const name = 'ropeCache';

/** Options of `ropeCache`; `D` is the dtype of the tables. */
export type RopeCacheOptions<
  D extends DType = DType,
  C extends CacheOrder = CacheOrder,
> = (RopeOptions | RopePresetOptions) & CacheOptions<D, C>;

export type { CacheOrder, CacheTables };

export interface RopeCacheMethod {
  /**
   * The cosines and sines of a rope, in the order in which another engine reads
   * them. `rope.cache` gives the same for a rope that there is.
   *
   *   formula  the values of `rope.cosSin`: see `cache` for their order
   *   shapes   `hf` { cos, sin } [L, rotaryDim], every value at both components
   *            of its pair; `ort` { cos, sin } [L, rotaryDim/2]; `flashinfer`
   *            { cache } [L, rotaryDim], cosines before sines; `ggml` { cache }
   *            [L, rotaryDim], a cosine before its sine; `pairs` { cache }
   *            [L, rotaryDim/2, 2]
   *   range    as `rope`, and as the positions of `rope.cosSin`
   *   error    as `rope.cosSin`, the same bits; `rows` alone have the same bits
   *            as in the whole tables
   *   cost     one pass over the tables
   *
   * @example
   * ```ts
   * const { cos, sin } = pe.ropeCache({
   *   headDim: 128, theta: 500000, cache: 'ort', length: 4096,
   * });
   * const { cache } = pe.ropeCache({
   *   headDim: 128, cache: 'flashinfer', length: 4096, rows: [0, 1024],
   * });
   * ```
   */
  ropeCache<C extends CacheOrder, D extends DType = 'float32'>(
    options: RopeCacheOptions<D, C>,
  ): CacheTables<D, C>;
}

export const ropeCache: Method<RopeCacheMethod, typeof ropeCacheParameters> = {
  name,
  parameters: ropeCacheParameters,
  presets: ropeCachePresets,
  plan(heap, checked) {
    const work = withErrorName(rope.name, name, () => rope.plan(heap, checked));
    const { headDim, rotaryDim = headDim } = checked;
    const make = () => {
      const made = withErrorName(rope.name, name, () => work.run());
      return coreOf(made) as RopeCore;
    };
    return planCache(heap, name, { pairs: rotaryDim / 2, make }, checked);
  },
};
