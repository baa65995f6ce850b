/**
 * FIRE: options in, map out. The mathematics is in `cpp/posenc/bias/fire.hpp`.
 */

import { type Input, inputOf, readGiven } from '../arrays/operand.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { OptionsOf } from '../describe/parameters.js';
import { headsOf } from '../terms/head-table.js';
import { readWeight } from '../terms/weights.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import { fireOwn, fireParameters } from './fire.description.js';
import { cutGradients, type NamedShape } from './packed.js';

const name = 'fire';

/** Most units of the hidden layer. */
const WIDEST_LAYER = 2 ** 12;

/** Options of `fire`; `D` is the dtype of the result. */
export type FireOptions<D extends DType = DType> = BiasOptions<
  typeof fireOwn,
  D
>;

export interface FireMethod {
  /**
   * The biases of FIRE: a network's values at fractions of the way back to the
   * beginning.
   *
   *   formula  b[h, i, j] = outBias_h + sum over k of outWeight_hk max(0,
   *            hiddenWeight_k x + hiddenBias_k), x = ln(1 + |c| |j - i|) /
   *            (ln(1 + |c| max(i, |thresholdFactor threshold|)) + 10^-6) (Li et
   *            al. 2023, arXiv:2310.04418, section 3.2)
   *   shapes   hiddenWeight, hiddenBias: [width]; outWeight: [heads, width];
   *            outBias: [heads]; result [heads, queries, keys]
   *   range    every position; width ≤ 4096
   *   error    float64 ≤ (width + 8) 2^-52 of the sum of the terms' magnitudes;
   *            others that, rounded once
   *   cost     one pass over the result in float64, whatever the width, and
   *            4 width² heads operations
   *
   * @example
   * ```ts
   * const hidden = { hiddenWeight: [1, -1], hiddenBias: [0, 0.5] };
   * const outer = { outWeight: [[-1, 2]], outBias: [0] };
   * pe.fire({ heads: 1, ...hidden, ...outer, queries: 128 });
   * ```
   */
  fire<D extends DType = 'float32'>(options: FireOptions<D>): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    fire: Partial<OptionsOf<typeof fireOwn>> &
      Pick<
        OptionsOf<typeof fireOwn>,
        'hiddenWeight' | 'hiddenBias' | 'outWeight' | 'outBias'
      >;
  }
}

export const fire: BiasMethod<FireMethod, typeof fireOwn> = biasMethod({
  name,
  parameters: fireParameters,
  own: fireOwn,
  plan(heap, checked) {
    const { c, threshold, thresholdFactor } = checked;
    const heads = headsOf(heap, name, checked.heads, [
      ['outBias', checked.outBias, fireOwn.outBias],
    ]);
    const width = widthOf(
      inputOf(
        heap,
        name,
        readGiven(name, 'hiddenWeight', checked.hiddenWeight, 'float32'),
      ),
    );
    const shapes = {
      hiddenWeight: [width],
      hiddenBias: [width],
      outWeight: [heads, width],
      outBias: [heads],
    };
    const read = (param: keyof typeof shapes) =>
      readWeight(
        ...([heap, name, param, checked[param], shapes[param]] as const),
        fireOwn[param],
      );
    const weights = {
      hiddenWeight: read('hiddenWeight'),
      hiddenBias: read('hiddenBias'),
      outWeight: read('outWeight'),
      outBias: read('outBias'),
    };
    /** The gradients, in the order of the core. */
    const learned: readonly NamedShape[] = [
      ['c', [1]],
      ['thresholdFactor', [1]],
      ...Object.entries(shapes),
    ];
    const numbers = 2 + 2 * width + heads * width + heads;
    return {
      heads,
      byQuery: true,
      operations: 4,
      load(scratch) {
        const { core } = scratch;
        const made = scratch.own(
          scratch.make(
            () =>
              core.makeFire({
                ...{ heads, width, c, threshold, thresholdFactor },
                hiddenWeight: weights.hiddenWeight.float32(scratch),
                hiddenBias: weights.hiddenBias.float32(scratch),
                outWeight: weights.outWeight.float32(scratch),
                outBias: weights.outBias.float32(scratch),
              }),
            64 * width * heads,
          ),
        );
        return {
          values: (line, values) => core.fire({ fire: made, ...line, values }),
          back: (line, upstream) =>
            core.fireBack({ fire: made, ...line, upstream }),
          gradients() {
            const gradient = scratch.bytes(numbers * 4);
            scratch.check(core.fireGradient({ fire: made, gradient }));
            const { buffer } = scratch.heap;
            const packed = new Float32Array(buffer, gradient, numbers);
            return cutGradients(packed, learned);
          },
        };
      },
    };
  },
});

function widthOf({ length }: Input): number {
  if (length >= 1 && length <= WIDEST_LAYER) return length;
  const rule = `from 1 to ${WIDEST_LAYER}, the units of the hidden layer`;
  throw wrongValue(name, 'hiddenWeight.length', rule, length, 'ERR_SHAPE');
}
