/**
 * TUPE: options in, terms of the scores out. The mathematics is in
 * `cpp/posenc/relative/tupe.hpp`.
 */

import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { axisLengths } from '../terms/head-table.js';
import type { LoadedTerms, Term, TermSizes, Tile } from '../terms/term.js';
import { positionsOfTiles } from '../terms/tile-positions.js';
import { relativeInputs } from './inputs.js';
import {
  type PlannedRelative,
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';
import { tupeOwn, tupeParameters } from './tupe.description.js';
import { planTupeBuckets } from './tupe-buckets.js';
import { type PositionRows, planTupeRows } from './tupe-rows.js';

const name = 'tupe';

/** Options of `tupe`. */
export type TupeOptions = RelativeOptions<typeof tupeOwn>;

export interface TupeMethod {
  /**
   * The terms of TUPE: positions against positions, with projections of their
   * own, and biases by the bucket of the distance.
   *
   *   formula  positions[h, i, j] = scale · (U^Q p_i)·(U^K p_j), p the
   *            normalised rows of the table; with a class token at position 0,
   *            (U^Q p_0)·(U^K p_0) in its row and (U^Q p_1)·(U^K p_1) in its
   *            column; buckets[h, i, j] = relativeTable[bucket(j - i), h] (Ke et
   *            al. 2021, arXiv:2006.15595, sections 3.1 and 3.2)
   *   shapes   table [rows, dim], queryWeight and keyWeight [heads · headDim,
   *            dim]; result [heads, queries, keys]
   *   range    positions are whole numbers that have a row in the table
   *   error    products in float32; buckets exact
   *   cost     2 · rows · dim · heads · headDim products once, and heads ·
   *            queries · keys · headDim
   *
   * @example
   * ```ts
   * pe.tupe({ table, queryWeight, keyWeight, heads: 12, headDim: 64, queries: 128 });
   * pe.attention({ q, k, v, relative: { method: 'tupe', table, queryWeight, keyWeight } });
   * ```
   */
  tupe(options: TupeOptions & { readonly terms: true }): TermMaps;
  tupe(options: TupeOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    tupe: OptionsOf<typeof tupeOwn>;
  }
}

export const tupe: RelativeMethod<TupeMethod, typeof tupeOwn> = relativeMethod({
  name,
  parameters: tupeParameters,
  own: tupeOwn,
  plan: planTupe,
  defaults(checked, heap) {
    const said = (param: 'queryWeight' | 'relativeTable', axis: string) => {
      const at = [param, checked[param], tupeOwn[param], {}] as const;
      return axisLengths(heap, name, ...at)[axis];
    };
    return {
      heads: said('relativeTable', 'heads'),
      width: said('queryWeight', 'heads · headDim'),
    };
  },
});

function planTupe(
  heap: Heap,
  checked: Checked<typeof tupeOwn>,
  sizes: TermSizes,
): PlannedRelative {
  const { heads, headDim, queries, keys } = sizes;
  if (headDim === 0) {
    throw missing(name, 'headDim', ruleOf(relativeInputs.headDim));
  }
  const rows = planTupeRows(heap, name, checked, sizes);
  const buckets = planTupeBuckets(heap, name, checked, sizes);
  return {
    names: ['positions', ...(buckets ? ['buckets'] : [])],
    needs: { q: false, k: false },
    divisor: 2,
    cost: rows.cost + 2 * heads * queries * keys * headDim,
    load(scratch, gradient): LoadedTerms {
      const loaded = rows.load(scratch, gradient);
      const byBucket = buckets?.load(scratch, gradient);
      const { classToken } = checked;
      const positions = positionTerm(scratch, loaded, { headDim, classToken });
      return {
        terms: [positions, ...(byBucket?.terms ?? [])],
        gradients: () => ({
          ...loaded.gradients(),
          ...byBucket?.gradients?.(),
        }),
      };
    },
  };
}

/** The term of positions against positions. */
function positionTerm(
  scratch: Scratch,
  rows: PositionRows,
  own: { readonly headDim: number; readonly classToken: boolean },
): Term {
  const { core } = scratch;
  const positionsOf = positionsOfTiles(scratch);
  const { tableLength, queries, keys } = rows;
  const callOf = (tile: Tile) => ({
    options: {
      ...{ rows: tile.rows, keys: tile.keys, heads: tile.heads },
      ...{ ...own, tableLength, scale: tile.scale },
    },
    ...{ queryRows: queries, keyRows: keys },
    ...positionsOf(tile),
  });
  const checkPositions = ({ pairs }: Tile) => {
    const last = tableLength - (own.classToken ? 2 : 1);
    const rule = `whole numbers from 0 to ${last}, the rows of the table`;
    for (const side of ['query', 'key'] as const) {
      const at = pairs[`${side}At`];
      for (let row = 0; row < at.length; ++row) {
        const position = at.at(row);
        if (Number.isInteger(position) && position >= 0 && position <= last) {
          continue;
        }
        throw wrongValue(name, `${side}Positions`, rule, position);
      }
    }
  };
  let checked: Tile['pairs'] | undefined;
  const check = (tile: Tile) => {
    if (checked !== tile.pairs) checkPositions(tile);
    checked = tile.pairs;
  };
  return {
    name: 'positions',
    write(tile, out) {
      check(tile);
      scratch.check(core.tupe({ ...callOf(tile), out }));
    },
    back(tile, upstream) {
      check(tile);
      const into = {
        queryRowsGradient: rows.queryGradient,
        keyRowsGradient: rows.keyGradient,
      };
      scratch.check(core.tupeGradient({ ...callOf(tile), upstream, ...into }));
    },
  };
}
