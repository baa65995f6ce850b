/**
 * ALiBi: options in, map out. The mathematics is in
 * `cpp/posenc/bias/alibi.hpp`.
 */

import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { Checked } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { headsOf } from '../terms/head-table.js';
import { readOptionalWeight } from '../terms/weights.js';
import {
  alibiOwn,
  alibiParameters,
  alibiPresets,
} from './alibi.description.js';
import type { SlopeOptions } from './alibi-slopes.description.js';
import { alibiSlopesLoader } from './alibi-slopes.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import { slopeLoader } from './slopes.js';

const name = 'alibi';

/** Options of `alibi`; `D` is the dtype of the result. */
export type AlibiOptions<D extends DType = DType> = Omit<
  SlopeOptions,
  'heads'
> &
  BiasOptions<Omit<typeof alibiOwn, 'maxBias' | 'order'>, D>;

export interface AlibiMethod {
  /**
   * The biases of ALiBi, which fall with the distance.
   *
   *   formula  b[h, i, j] = -m_h |j - i|, m_h = 2^(-maxBias (h+1)/heads) (Press
   *            et al. 2022, arXiv:2108.12409, section 3)
   *   shapes   [heads, queries, keys]
   *   range    any number of heads; every position
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 1.5 ulp
   *   cost     one pass over the result; lists of positions cost four
   *            operations a value besides
   *
   * @example
   * ```ts
   * pe.alibi({ heads: 12, queries: 128 });
   * pe.attention({ q, k, v, heads: 12, bias: { method: 'alibi' } });
   * ```
   */
  alibi<D extends DType = 'float32'>(options: AlibiOptions<D>): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    alibi: Partial<OptionsOf<typeof alibiOwn>>;
  }
}

export const alibi: BiasMethod<AlibiMethod, typeof alibiOwn> = biasMethod({
  name,
  parameters: alibiParameters,
  own: alibiOwn,
  presets: alibiPresets,
  plan(heap, checked) {
    checkGiven(checked);
    const { form, biasScale: scale, maxBias, order } = checked;
    const heads = headsOf(heap, name, checked.heads, [
      ['slopes', checked.slopes, alibiOwn.slopes],
      ['rightSlopes', checked.rightSlopes, alibiOwn.rightSlopes],
    ]);
    const weight = (param: 'slopes' | 'rightSlopes') =>
      readOptionalWeight(
        ...([heap, name, param, checked[param], [heads]] as const),
        alibiOwn[param],
      );
    const given = weight('slopes');
    return {
      heads,
      byQuery: form === 'key',
      operations: 4,
      load: slopeLoader({
        ...{ heads, form, scale },
        load: given
          ? (scratch) => given.float64(scratch)
          : alibiSlopesLoader({ heads, maxBias, order }),
        rightSlopes: weight('rightSlopes'),
      }),
    };
  },
});

/** Throws where options exclude each other. */
function checkGiven({ given, form }: Checked<typeof alibiOwn>): void {
  for (const other of ['maxBias', 'order']) {
    if (given.has('slopes') && given.has(other)) {
      throw conflict(name, other, 'slopes');
    }
  }
  if (given.has('rightSlopes') && form !== 'symmetric') {
    throw conflict(name, 'form', 'rightSlopes');
  }
}
