/**
 * Dynamic position bias: options in, map out. The mathematics is in
 * `cpp/posenc/bias/dynamic_bias.hpp`.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import { product, type Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { headsOf } from '../terms/head-table.js';
import { readWeight, type Weight } from '../terms/weights.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import {
  dynamicBiasOwn,
  dynamicBiasParameters,
  WIDEST_LAYER,
} from './dynamic-bias.description.js';
import { cutGradients, type NamedShape } from './packed.js';

const name = 'dynamicBias';

/** Options of `dynamicBias`; `D` is the dtype of the result. */
export type DynamicBiasOptions<D extends DType = DType> = BiasOptions<
  typeof dynamicBiasOwn,
  D
>;

export interface DynamicBiasMethod {
  /**
   * Biases that a network makes of the signed distance.
   *
   *   formula  b[., i, j] = W_n x_n + b_n; x_0 = i - j, or with `logDistance`
   *            sign(i - j) ln(1 + |i - j|); x_(l+1) = silu(norm(W_l x_l +
   *            b_l)); norm is a layer norm if layers have a gain, otherwise
   *            nothing (Wang et al. 2021, arXiv:2108.00154, section 3.3; the
   *            form of x-transformers)
   *   shapes   layers: weight [units, inputs], bias, gain, shift [units];
   *            result [heads, queries, keys]
   *   range    every position; up to 64 hidden layers of up to 8192 units
   *   error    float64 throughout; others that, rounded once
   *   cost     one pass over the result, and as many products as the network
   *            has weights for each distance; lists of positions cost these
   *            for each pair
   *
   * @example
   * ```ts
   * const layers = [
   *   { weight: [[0.3], [-0.2]], bias: [0, 1] },
   *   { weight: [[1, -1]], bias: [0] },
   * ];
   * pe.dynamicBias({ heads: 1, layers, queries: 128 });
   * ```
   */
  dynamicBias<D extends DType = 'float32'>(
    options: DynamicBiasOptions<D>,
  ): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    dynamicBias: Partial<OptionsOf<typeof dynamicBiasOwn>> &
      Pick<OptionsOf<typeof dynamicBiasOwn>, 'layers'>;
  }
}

const LAYER = dynamicBiasOwn.layers.of;

type Layers = Checked<typeof dynamicBiasOwn>['layers'];

/** A network as the core takes it. */
interface Network {
  /** Units of a hidden layer, and number of these layers. */
  readonly dim: number;
  readonly depth: number;
  readonly norm: boolean;
  /** The weights of all layers, in the order of the core. */
  readonly weights: readonly (readonly [shape: NamedShape, weight: Weight])[];
}

export const dynamicBias: BiasMethod<DynamicBiasMethod, typeof dynamicBiasOwn> =
  biasMethod({
    name,
    parameters: dynamicBiasParameters,
    own: dynamicBiasOwn,
    plan(heap, { heads: wanted, layers, logDistance, normEpsilon }) {
      const last = `layers[${layers.length - 1}].bias`;
      const heads = headsOf(heap, name, wanted, [
        [last, layers.at(-1)?.bias, { axes: ['heads'] }],
      ]);
      const network = readNetwork(heap, layers, heads);
      const { dim, depth, norm, weights } = network;
      const shapes = weights.map(([shape]) => shape);
      const numbers = shapes.reduce((sum, [, axes]) => sum + product(axes), 0);
      return {
        heads,
        operations: (2 * numbers) / heads,
        load(scratch) {
          const { core } = scratch;
          const made = scratch.own(
            scratch.make(
              () =>
                core.makeDynamicBias({
                  ...{ heads, dim, depth, logDistance, norm, normEpsilon },
                  weights: packed(scratch, network, numbers),
                }),
              24 * numbers,
            ),
          );
          return {
            values: (line, values) =>
              core.dynamicBias({ dynamicBias: made, ...line, values }),
            back: (line, upstream) =>
              core.dynamicBiasBack({ dynamicBias: made, ...line, upstream }),
            gradients() {
              const gradient = scratch.bytes(numbers * 4);
              scratch.check(
                core.dynamicBiasGradient({ dynamicBias: made, gradient }),
              );
              const { buffer } = scratch.heap;
              const all = new Float32Array(buffer, gradient, numbers);
              return cutGradients(all, shapes);
            },
          };
        },
      };
    },
  });

/** Reads the layers, whose shapes must fit together. */
function readNetwork(heap: Heap, layers: Layers, heads: number): Network {
  const depth = layers.length - 1;
  const first = readGiven(name, 'layers[0].bias', layers[0]?.bias, 'float32');
  const dim = inputOf(heap, name, first).length;
  if (dim < 1 || dim > WIDEST_LAYER) {
    const rule = `from 1 to ${WIDEST_LAYER}, the units of a hidden layer`;
    throw wrongValue(name, 'layers[0].bias.length', rule, dim, 'ERR_SHAPE');
  }
  const norm = layers[0]?.gain !== undefined;
  const weights = layers.flatMap((layer, l) => {
    const at = `layers[${l}]`;
    const last = l === depth;
    const normed = norm && !last;
    checkNorm(layer, at, normed);
    const units = last ? heads : dim;
    const read = (
      param: keyof typeof LAYER,
      shape: readonly number[],
      value: unknown = layer[param],
    ) => {
      const path = `${at}.${param}`;
      const axes = LAYER[param];
      const weight = readWeight(heap, name, path, value, shape, axes);
      return [[path, shape], weight] as const;
    };
    return [
      read('weight', [units, l === 0 ? 1 : dim]),
      read('bias', [units]),
      ...(normed
        ? [
            read('gain', [units]),
            read('shift', [units], layer.shift ?? new Float32Array(units)),
          ]
        : []),
    ];
  });
  return { dim, depth, norm, weights };
}

/** Throws unless a layer has a gain exactly if it should. */
function checkNorm(layer: Layers[number], at: string, normed: boolean): void {
  const without = 'left out, because the layer has no layer norm';
  if (normed && layer.gain === undefined) {
    throw missing(name, `${at}.gain`, 'as in the first layer');
  }
  for (const param of ['gain', 'shift'] as const) {
    if (normed || layer[param] === undefined) continue;
    throw wrongValue(name, `${at}.${param}`, without, layer[param]);
  }
}

/** Copies all weights into one array; gives its address. */
function packed(
  scratch: Scratch,
  { weights }: Network,
  numbers: number,
): number {
  const all = scratch.bytes(numbers * 4);
  let next = all;
  for (const [[, shape], weight] of weights) {
    const from = weight.float32(scratch);
    const bytes = product(shape) * 4;
    new Uint8Array(scratch.heap.buffer).copyWithin(next, from, from + bytes);
    next += bytes;
  }
  return all;
}
