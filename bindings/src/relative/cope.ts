/**
 * Contextual positions: options in, a term of the scores out. The mathematics
 * is in `cpp/posenc/relative/cope.hpp`.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { LoadedTerms, Term, TermSizes, Tile } from '../terms/term.js';
import { positionsOfTiles } from '../terms/tile-positions.js';
import { readWeight, type Weight } from '../terms/weights.js';
import { copeOwn, copeParameters } from './cope.description.js';
import { planGates, seenLogits } from './cope-gates.js';
import {
  type PlannedRelative,
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';

const name = 'cope';

/** Options of `cope`. */
export type CopeOptions = RelativeOptions<typeof copeOwn>;

export interface CopeMethod {
  /**
   * The term of contextual positions: each query counts the keys whose gates it
   * opens, and reads a table at the counted position.
   *
   *   formula  cope[h, i, j] = scale · q_i·e(p), p = min(Σ_{t=j..i} σ(scale ·
   *            q_i·k_t), positions - 1); e(p) lies on the line between the rows
   *            of the table next to p (Golovneva et al. 2024, arXiv:2405.18719)
   *   shapes   q [queries, heads, headDim], k [keys, keyHeads, headDim], table
   *            [positions, headDim]; result [heads, queries, keys]
   *   range    every finite float32
   *   error    products in float32, gates and their sums in float64
   *   cost     heads · queries · keys · headDim products for the gates, min(
   *            positions, keys + 1) of them instead of `keys` for the table, and
   *            an exponential for each entry
   *
   * @example
   * ```ts
   * pe.cope({ q, k, table, heads: 8, headDim: 64, scale: 1 / 8 });
   * pe.attention({ q, k, v, causal: true, relative: { method: 'cope', table } });
   * ```
   */
  cope(options: CopeOptions & { readonly terms: true }): TermMaps;
  cope(options: CopeOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    cope: OptionsOf<typeof copeOwn>;
  }
}

export const cope: RelativeMethod<CopeMethod, typeof copeOwn> = relativeMethod({
  name,
  parameters: copeParameters,
  own: copeOwn,
  plan: planCope,
});

function planCope(
  heap: Heap,
  checked: Checked<typeof copeOwn>,
  sizes: TermSizes,
): PlannedRelative {
  const { heads, headDim, queries, keys } = sizes;
  const { causal, scaled } = checked;
  const ofContent =
    checked.gateKeys === undefined && checked.gateLogits === undefined;
  const table = readTable(heap, checked.table, headDim);
  const [positions = 1] = table.shape;
  const makeGates = planGates(heap, name, checked, sizes);
  const products = Math.min(positions, keys + 1);
  return {
    names: [name],
    needs: { q: true, k: ofContent },
    ...(ofContent && { ofContent }),
    acrossKeys: true,
    cost: 2 * heads * queries * (headDim * products + 20 * keys),
    load(scratch, gradient): LoadedTerms {
      const { core } = scratch;
      const pointer = table.float32(scratch);
      const sums = gradient ? table.gradient(scratch) : undefined;
      const gates = makeGates(scratch, gradient);
      const positionsOf = positionsOfTiles(scratch);
      const seen = seenLogits(scratch);
      const callOf = (tile: Tile) => {
        const { q, rows, scale } = tile;
        const options = { rows, keys, heads, headDim, positions, causal };
        return {
          options: { ...options, scale: scaled ? scale : 1 },
          ...{ q, table: pointer, gateLogits: seen(tile, gates.logits(tile)) },
          ...positionsOf(tile),
        };
      };
      const bytes = ({ rows }: Tile) =>
        4 * rows * Math.min(positions, keys + 1);
      const term: Term = {
        name,
        write: (tile, out) =>
          scratch.check(core.cope({ ...callOf(tile), out }), bytes(tile)),
        back(tile, upstream, into) {
          const status = core.copeGradient({
            ...callOf(tile),
            upstream,
            qGradient: into.q,
            tableGradient: sums?.pointer ?? 0,
            gateLogitsGradient: gates.upstream(tile, into.content),
          });
          scratch.check(status, bytes(tile));
          gates.back?.(tile, into.q);
        },
      };
      return {
        terms: [term],
        gradients: () => ({
          ...(sums && { table: sums.tensor() }),
          ...gates.gradients?.(),
        }),
      };
    },
  };
}

/** Reads the table, whose number of rows follows from its length. */
function readTable(heap: Heap, value: unknown, headDim: number): Weight {
  const given = readGiven(name, 'table', value, 'float32');
  const { length } = inputOf(heap, name, given);
  const positions = length / headDim;
  if (!Number.isInteger(positions) || positions < 1) {
    const rule = `a multiple of headDim = ${headDim}`;
    throw wrongValue(name, 'table.length', rule, length, 'ERR_SHAPE');
  }
  const shape = [positions, headDim];
  return readWeight(heap, name, 'table', given.value, shape, copeOwn.table);
}
