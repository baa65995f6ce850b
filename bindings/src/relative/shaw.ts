/**
 * Shaw's relative positions: options in, terms out. The mathematics is in
 * `cpp/posenc/relative/lookup.hpp` and `indices.hpp`.
 */

import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { planClip } from '../terms/indices.js';
import { indexByDistance } from '../terms/lookup-index.js';
import { readVectorTable, type VectorTable } from '../terms/lookup-table.js';
import { lookupTerm, lookupValues } from '../terms/lookup-term.js';
import { sinusoidalTable } from '../terms/sinusoidal-table.js';
import type { TermSizes } from '../terms/term.js';
import {
  type PlannedRelative,
  type RelativeMethod,
  type RelativeOptions,
  relativeMethod,
  type TermMaps,
} from './relative.js';
import { shawOwn, shawParameters } from './shaw.description.js';

const name = 'shaw';

/** Options of `shaw`. */
export type ShawOptions = RelativeOptions<typeof shawOwn>;

export interface ShawMethod {
  /**
   * The scores that queries have for relative positions, with a learned vector
   * for each distance. Inside attention also the vectors that are added to the
   * values.
   *
   *   formula  s[h, i, j] = scale · q_i·a_r, r = j - i, a_r = keyTable[clip(r,
   *            -left, right) + left], or a row counted from the other end if
   *            `reversed`; output_i += Σ_j w_ij valueTable[…] (Shaw et al. 2018, arXiv:1803.02155, equations 3 and 4)
   *   shapes   q [queries, heads, headDim], keyTable [left + right + 1,
   *            headDim], or [heads, …] if each head has its own; result [heads,
   *            queries, keys]
   *   range    every position; beyond the table the nearest row or none
   *   error    ≤ (headDim + 2) 2^-24 scale Σ |q_c a_c|
   *   cost     queries · min(left + right + 1, keys + 31) · headDim products a
   *            head, and a load and a store for each score
   *
   * @example
   * ```ts
   * pe.shaw({ q, keyTable, left: 4, right: 4 }); // q [queries, heads, 64]
   * pe.attention({ q, k, v, relative: { method: 'shaw', keyTable, left: 4 } });
   * ```
   */
  shaw(options: ShawOptions & { readonly terms: true }): TermMaps;
  shaw(options: ShawOptions): Tensor<'float32'>;
}

declare module '../describe/parameters.js' {
  interface RelativeSpecs {
    shaw: OptionsOf<typeof shawOwn>;
  }
}

export const shaw: RelativeMethod<ShawMethod, typeof shawOwn> = relativeMethod({
  name,
  parameters: shawParameters,
  own: shawOwn,
  plan: planShaw,
});

function planShaw(
  heap: Heap,
  checked: Checked<typeof shawOwn>,
  { heads, headDim, valueDim, queries, keys }: TermSizes,
): PlannedRelative {
  const { valueTable, beyond, sharedTable, reversed } = checked;
  const wanted =
    checked.left === undefined || checked.right === undefined
      ? undefined
      : checked.left + checked.right + 1;
  const tableOf = (
    param: 'keyTable' | 'valueTable',
    width: number,
    n = wanted,
  ) =>
    readVectorTable(heap, name, param, givenTable(param, checked[param]), {
      heads,
      width,
      rows: n,
      shaped: shawOwn[param],
    });
  const table =
    checked.source === 'sinusoidal'
      ? sinusoidalRows(heap, checked, headDim)
      : tableOf('keyTable', headDim);
  const { left, right } = spanOf(checked, table.rows);
  if (sharedTable && valueTable !== undefined) {
    throw conflict(name, 'sharedTable', 'valueTable');
  }
  if (sharedTable && valueDim > 0 && valueDim !== headDim) {
    const rule = `false where valueDim ${valueDim} is not headDim ${headDim}`;
    throw wrongValue(name, 'sharedTable', rule, true, 'ERR_SHAPE');
  }
  const values =
    valueTable === undefined || valueDim === 0
      ? undefined
      : tableOf('valueTable', valueDim, table.rows);
  const indices = planClip({ type: beyond, left, right, reversed });
  const products = Math.min(table.rows, keys + 31) * queries * heads;
  const sides = valueDim > 0 && (values || sharedTable) ? 2 : 1;
  return {
    names: [name],
    needs: { q: true, k: false },
    cost: 2 * products * headDim * sides + heads * queries * keys * sides,
    load(scratch, gradient) {
      const index = indexByDistance(scratch, indices.load(scratch));
      const ofKeys = table.load(scratch, gradient);
      const ofValues = sharedTable ? ofKeys : values?.load(scratch, gradient);
      return {
        terms: [
          lookupTerm(scratch, {
            ...{ name, side: 'query', index },
            table: ofKeys.table,
          }),
        ],
        ...(ofValues &&
          valueDim > 0 && {
            values: lookupValues(scratch, { table: ofValues.table, index }),
          }),
        gradients: () => ({
          ...(ofKeys.sum && { keyTable: ofKeys.sum.tensor() }),
          ...(!sharedTable &&
            ofValues?.sum && { valueTable: ofValues.sum.tensor() }),
        }),
      };
    },
  };
}

/** A table that must be given. */
function givenTable(param: string, value: unknown): unknown {
  if (value !== undefined) return value;
  throw missing(name, param, ruleOf(shawOwn.keyTable));
}

/** The rows that no table has to be given for. */
function sinusoidalRows(
  heap: Heap,
  { left, right, keyTable, valueTable }: Checked<typeof shawOwn>,
  width: number,
): VectorTable {
  if (keyTable !== undefined) throw conflict(name, 'keyTable', 'source');
  if (valueTable !== undefined) throw conflict(name, 'valueTable', 'source');
  if (left === undefined) throw missing(name, 'left', ruleOf(shawOwn.left));
  if (right === undefined) throw missing(name, 'right', ruleOf(shawOwn.right));
  return sinusoidalTable(heap, name, left + right + 1, width);
}

/** The distances that a table of so many rows has a row for. */
function spanOf(
  { left, right }: Checked<typeof shawOwn>,
  rows: number,
): { readonly left: number; readonly right: number } {
  const before =
    left ?? (right === undefined ? (rows - 1) / 2 : rows - 1 - right);
  const behind = right ?? rows - 1 - before;
  if (Number.isInteger(before) && before >= 0 && behind >= 0) {
    return { left: before, right: behind };
  }
  const rule =
    left === undefined && right === undefined
      ? 'odd, or left or right given'
      : 'more than left or right';
  throw wrongValue(name, 'keyTable.rows', rule, rows, 'ERR_SHAPE');
}
