/**
 * The biases of Swin V2: options in, map out. The mathematics is in
 * `cpp/posenc/bias/continuous_grid.hpp`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import {
  axisLengths,
  drawn,
  headsOf,
  type Loadable,
} from '../terms/head-table.js';
import { planGrid } from '../terms/indices.js';
import { gradientSum, readOptionalWeight } from '../terms/weights.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import {
  continuousGridBiasOwn,
  continuousGridBiasParameters,
  continuousGridBiasPresets,
} from './continuous-grid-bias.description.js';
import { entries } from './table-bias.js';

const name = 'continuousGridBias';

/** Options of `continuousGridBias`; `D` is the dtype of the result. */
export type ContinuousGridBiasOptions<D extends DType = DType> = BiasOptions<
  typeof continuousGridBiasOwn,
  D
>;

export interface ContinuousGridBiasMethod {
  /**
   * Biases by the difference of two cells, made by the network of Swin V2.
   *
   *   formula  b[h, i, j] = 16·sigmoid(W2·relu(W1·u + b1))[h] for u = sign(t)
   *            log2(1 + |8 t|) / 3, t = the difference of rows or columns over
   *            the largest of the trained grid (Liu et al. 2022,
   *            arXiv:2111.09883, section 3.3)
   *   shapes   W1 [hidden, 2], b1 [hidden], W2 [heads, hidden], result [heads,
   *            queries, keys]
   *   range    positions are tokens of the grid; all of them by default
   *   error    ≤ 0.51 ulp where the products of the second layer do not cancel
   *   cost     2·hidden·(2 + heads) operations for each of the (2H - 1)(2W - 1)
   *            differences, and about twelve operations a value
   *
   * @example
   * ```ts
   * const weights = { firstWeight, firstBias, secondWeight };
   * pe.continuousGridBias({ ...weights, heads: 3, grid: [8, 8] });
   * ```
   */
  continuousGridBias<D extends DType = 'float32'>(
    options: ContinuousGridBiasOptions<D>,
  ): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    continuousGridBias: Partial<OptionsOf<typeof continuousGridBiasOwn>> & {
      readonly grid: readonly number[];
    };
  }
}

const gridIndices = (grid: readonly number[]) =>
  planGrid(name, { type: 'grid', grid, prefix: 0 });

export const continuousGridBias: BiasMethod<
  ContinuousGridBiasMethod,
  typeof continuousGridBiasOwn
> = biasMethod({
  name,
  parameters: continuousGridBiasParameters,
  own: continuousGridBiasOwn,
  presets: continuousGridBiasPresets,
  tokens: ({ grid }) => gridIndices(grid).tokens,
  plan(heap, checked) {
    const { grid, trainedGrid = grid, biasScale, secondWeight } = checked;
    const shaped = continuousGridBiasOwn.secondWeight;
    const heads = headsOf(heap, name, checked.heads, [
      ['secondWeight', secondWeight, shaped],
    ]);
    const hidden = hiddenOf(heap, checked, heads);
    const [rows = 1, columns = 1] = grid;
    const indices = gridIndices(grid);
    const weights = readWeights(heap, { ...checked, heads, hidden });
    // A single row or column has only the difference 0.
    const [rowSpan = 1, columnSpan = 1] = trainedGrid.map((length) =>
      Math.max(1, length - 1),
    );
    const sizes = { rows, columns, rowSpan, columnSpan, hidden, heads };
    return {
      heads,
      byQuery: true,
      operations: 12,
      load(scratch, gradient) {
        const { core } = scratch;
        const loaded = each(weights, (one) => one.float64(scratch));
        const network = { ...sizes, ...loaded };
        const numbers = indices.rows * heads;
        const data = scratch.bytes(numbers * Float64Array.BYTES_PER_ELEMENT);
        scratch.check(core.continuousGrid({ grid: network, out: data }));
        const sums = gradient
          ? gradientSum(scratch, [indices.rows, heads])
          : undefined;
        const own = sums && each(weights, (one) => one.gradient(scratch));
        const table = { data, heads, scale: biasScale };
        return {
          ...entries(scratch, indices, table, sums),
          gradients: () => {
            if (!sums || !own) return {};
            scratch.check(
              core.continuousGridGradient({
                grid: network,
                upstream: sums.pointer,
                gradient: each(own, ({ pointer }) => pointer),
              }),
            );
            return { ...each(own, (sum) => sum.tensor()) };
          },
        };
      },
    };
  },
});

/** Number of hidden units: the option, or what the weights say. */
function hiddenOf(
  heap: Heap,
  checked: Checked<typeof continuousGridBiasOwn>,
  heads: number,
): number {
  if (checked.given.has('hidden')) return checked.hidden;
  for (const param of ['firstWeight', 'firstBias', 'secondWeight'] as const) {
    const { hidden } = axisLengths(
      ...([heap, name, param, checked[param]] as const),
      ...([continuousGridBiasOwn[param], { heads }] as const),
    );
    if (hidden !== undefined) return hidden;
  }
  return checked.hidden;
}

/** Reads the weights of both layers; those that are not given are drawn. */
function readWeights(
  heap: Heap,
  checked: Checked<typeof continuousGridBiasOwn> & { readonly heads: number },
): Layers<Loadable> {
  const { heads, hidden, seed } = checked;
  let stream = 0;
  const read = (
    param: keyof Layers<unknown>,
    shape: readonly number[],
    spread: number,
  ) =>
    readOptionalWeight(
      ...([heap, name, param, checked[param], shape] as const),
      continuousGridBiasOwn[param],
    ) ?? drawn({ seed, stream: stream++, spread })(shape);
  return {
    firstWeight: read('firstWeight', [hidden, 2], Math.SQRT1_2),
    firstBias: read('firstBias', [hidden], Math.SQRT1_2),
    secondWeight: read('secondWeight', [heads, hidden], hidden ** -0.5),
  };
}

/** What belongs to the weights of the two layers. */
interface Layers<T> {
  readonly firstWeight: T;
  readonly firstBias: T;
  readonly secondWeight: T;
}

const each = <T, U>(layers: Layers<T>, make: (one: T) => U): Layers<U> => ({
  firstWeight: make(layers.firstWeight),
  firstBias: make(layers.firstBias),
  secondWeight: make(layers.secondWeight),
});
