/**
 * XLNet: options in, terms of the scores out. The mathematics is in
 * `cpp/posenc/relative/lookup.hpp`, `projection.hpp` and `column.hpp`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { recurrentParameters } from './recurrent.description.js';
import { planRecurrent } from './recurrent.js';
import {
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';
import { xlnetOwn, xlnetParameters } from './xlnet.description.js';
import { planSegments } from './xlnet-segments.js';

const name = 'xlnet';

/** Options of `xlnet`. */
export type XLNetOptions = OptionsOf<typeof recurrentParameters> &
  RelativeOptions<typeof xlnetOwn>;

export interface XLNetMethod {
  /**
   * The terms of XLNet: those of Transformer-XL, and the segments.
   *
   *   formula  position, contentBias and positionBias as in `transformerXL`;
   *            segment[h, i, j] = scale · q_i·g, segmentBias = scale · s·g, g =
   *            segmentTable[0] if query and key are of one segment, else
   *            segmentTable[1] (Yang et al. 2019, arXiv:1906.08237, section 2.5)
   *   shapes   as `transformerXL`; segmentTable [2, heads, headDim], segmentBias
   *            [heads, headDim], segments [keys]
   *   range    every position
   *   error    products in float32
   *   cost     that of `transformerXL`, and 2 · heads · queries · headDim
   *            products
   *
   * @example
   * ```ts
   * pe.xlnet({ q, k, positionWeight, segmentTable, segments: [0, 0, 1, 1] });
   * ```
   */
  xlnet(options: XLNetOptions & { readonly terms: true }): TermMaps;
  xlnet(options: XLNetOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    xlnet: OptionsOf<typeof recurrentParameters> & OptionsOf<typeof xlnetOwn>;
  }
}

export const xlnet: RelativeMethod<XLNetMethod, typeof xlnetOwn> =
  relativeMethod({
    name,
    parameters: xlnetParameters,
    own: xlnetOwn,
    plan(heap, checked, sizes) {
      const shared = planRecurrent(heap, name, checked, sizes);
      const segments = planSegments(heap, name, checked, sizes);
      if (!segments) return shared;
      const { heads, queries, keys, headDim } = sizes;
      return {
        ...shared,
        names: [...shared.names, ...segments.names],
        cost: shared.cost + heads * queries * (4 * headDim + keys),
        load(scratch, gradient) {
          const parts = [shared, segments].map((part) =>
            part.load(scratch, gradient),
          );
          return {
            terms: parts.flatMap(({ terms }) => terms),
            gradients: () =>
              Object.assign({}, ...parts.map((part) => part.gradients?.())),
          };
        },
      };
    },
  });
