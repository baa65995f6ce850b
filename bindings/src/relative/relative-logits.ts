/** Relative logits of their own vectors: options in, a term out. */

import { inputOf, readGiven } from '../arrays/operand.js';
import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { batchForms, fitAxes } from '../describe/axes.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { axisLengths } from '../terms/head-table.js';
import { planClip } from '../terms/indices.js';
import { readItems, zeros } from '../terms/items.js';
import { indexByDistance } from '../terms/lookup-index.js';
import { lookupTerm } from '../terms/lookup-term.js';
import { gradientSum, readWeight } from '../terms/weights.js';
import {
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';
import {
  relativeLogitsOwn,
  relativeLogitsParameters,
} from './relative-logits.description.js';

const name = 'relativeLogits';

/** Options of `relativeLogits`. */
export type RelativeLogitsOptions = RelativeOptions<typeof relativeLogitsOwn>;

export interface RelativeLogitsMethod {
  /**
   * The scores of Inkling for relative positions: short vectors that queries
   * make of their tokens, times learned profiles of distance.
   *
   *   formula  s[h, i, j] = Σ_c relative[i, h, c] · table[c, i - j] where 0 ≤ i
   *            - j < extent, otherwise 0 (transformers,
   *            `models/inkling/modeling_inkling.py`)
   *   shapes   relative [queries, heads, dim], table [dim, extent]; result
   *            [heads, queries, keys]
   *   range    every position
   *   error    ≤ (dim + 2) 2^-24 Σ |r_c t_c|
   *   cost     queries · min(extent, keys + 31) · dim products a head, and a
   *            load and a store for each score
   *
   * @example
   * ```ts
   * pe.relativeLogits({ relative, table, heads: 8, queries: 64 });
   * ```
   */
  relativeLogits(
    options: RelativeLogitsOptions & { readonly terms: true },
  ): TermMaps;
  relativeLogits(options: RelativeLogitsOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    relativeLogits: OptionsOf<typeof relativeLogitsOwn>;
  }
}

export const relativeLogits: RelativeMethod<
  RelativeLogitsMethod,
  typeof relativeLogitsOwn
> = relativeMethod({
  name,
  parameters: relativeLogitsParameters,
  own: relativeLogitsOwn,
  defaults({ relative, heads, queries }, heap) {
    const shaped = batchForms(relativeLogitsOwn.relative, undefined);
    const sizes = { heads, queries };
    const at = ['relative', relative, shaped, sizes] as const;
    const said = axisLengths(heap, name, ...at);
    return { heads: said.heads, queries: said.queries };
  },
  plan(heap, checked, { heads, queries, keys, items }) {
    const { dim, extent } = sizesOf(heap, checked);
    const form = [dim, extent];
    const own = relativeLogitsOwn;
    const table = readWeight(
      ...([heap, name, 'table', checked.table, form, own.table] as const),
    );
    const shape = [queries, heads, dim];
    const given = checked.relative;
    const vectors = readItems(
      ...([heap, name, 'relative', given, shape, own.relative, items] as const),
    );
    const reach = { left: extent - 1, right: 0, reversed: true };
    const indices = planClip({ type: 'zero', ...reach });
    const products = queries * Math.min(extent, keys + 31) * dim;
    return {
      names: [name],
      needs: { q: false, k: false },
      cost: heads * (2 * products + queries * keys),
      load(scratch, gradient) {
        const { heap } = scratch;
        const index = indexByDistance(scratch, indices.load(scratch));
        const profiles = table.float32(scratch);
        // A row for each distance: the table is turned.
        const rows = scratch.bytes(dim * extent * 4);
        turn(
          new Float32Array(heap.buffer, profiles, dim * extent),
          new Float32Array(heap.buffer, rows, dim * extent),
          dim,
        );
        const sum = gradient ? gradientSum(scratch, [extent, dim]) : undefined;
        const x = vectors.weight.float32(scratch);
        const into = gradient
          ? zeros(scratch, vectors.weight.shape)
          : undefined;
        const term = lookupTerm(scratch, {
          ...{ name, side: 'query', index, scaled: false },
          table: {
            ...{ table: rows, tableRows: extent, width: dim },
            ...{ rowStride: dim, headStride: 0 },
            gradient: sum?.pointer ?? 0,
          },
          vectors: ({ item, row }) => {
            const at = (vectors.at(item) + row * heads * dim) * 4;
            return {
              x: x + at,
              xHeads: heads,
              gradient: into ? into.pointer + at : 0,
            };
          },
        });
        return {
          terms: [term],
          gradients() {
            if (!sum || !into) return {};
            const turned = new Float32Array(dim * extent);
            turn(sum.tensor().data, turned, extent);
            return {
              relative: into.tensor(),
              table: makeTensor(turned, [dim, extent], 'float32'),
            };
          },
        };
      },
    };
  },
});

/** Transposes a matrix of so many rows. */
function turn(from: Float32Array, to: Float32Array, rows: number): void {
  const columns = from.length / rows;
  for (let r = 0, n = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c, ++n) {
      to[c * rows + r] = from[n] as number;
    }
  }
}

/** The axes of the table: as its shape says, or as options do. */
function sizesOf(heap: Heap, checked: Checked<typeof relativeLogitsOwn>) {
  const given = readGiven(name, 'table', checked.table, 'float32');
  const { length, shape } = inputOf(heap, name, given);
  const { extent: wanted } = checked;
  const found = fitAxes(
    { method: name, param: 'table' },
    ...([relativeLogitsOwn.table, shape] as const),
    { dim: checked.dim, extent: wanted },
  );
  const dim = checked.dim ?? found.dim ?? (wanted && length / wanted);
  if (dim === undefined) {
    throw missing(name, 'dim', ruleOf(relativeLogitsOwn.dim));
  }
  const extent = wanted ?? length / dim;
  if (Number.isInteger(dim) && Number.isInteger(extent) && extent > 0) {
    return { dim, extent };
  }
  const rule = `a multiple of ${wanted ?? dim}`;
  throw wrongValue(name, 'table.length', rule, length, 'ERR_SHAPE');
}
