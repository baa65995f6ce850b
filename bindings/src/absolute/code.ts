/**
 * The naive codes of positions: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/code.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/plan-table.js';
import { type RowPositions, readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { CodeKind } from '../core/wasm/calls.js';
import { WIDEST } from '../describe/common.js';
import { codeParameters } from './code.description.js';

const name = 'code';

/** Options of `code`; `D` is the dtype of the table. */
export type CodeOptions<D extends DType = DType> = PositionTableOptions<
  typeof codeParameters,
  D
>;

export interface CodeMethod {
  /**
   * The naive codes of a position: the number itself, one column for each
   * position, or the binary digits.
   *
   *   formula  p; [k = p]; floor(p / 2^k) mod 2: see `kind`
   *   shapes   [L, D], L positions by `dim`
   *   range    integer: positions up to 2^53 from zero, fractions too; one-hot
   *            and binary: whole positions from 0 that fit into the columns
   *   error    integers ≤ 0.5001 ulp, the others exact
   *   cost     one pass over the table, and one over listed positions
   *
   * @example
   * ```ts
   * pe.code({ positions: [6], kind: 'binary', dim: 4 }).data; // 0, 1, 1, 0
   * pe.code({ length: 16, kind: 'one-hot' }).shape; // [16, 16]
   * ```
   */
  code<D extends DType = 'float32'>(options: CodeOptions<D>): Tensor<D>;
}

export const code: TableMethod<CodeMethod, typeof codeParameters> = {
  name,
  parameters: codeParameters,
  plan(heap, checked) {
    const { kind, dtype } = checked;
    const positions = readPositions(name, checked);
    const dim = columnsOf(kind, positions, checked.dim);
    return planRows(heap, name, positions, checked, {
      width: dim,
      operations: 1,
      kernel: (scratch) => (where, rows, out) =>
        scratch.core.code({ dim, kind, dtype, where, rows, out }),
    });
  },
};

/** Largest number of bits in a position. */
const BITS = 54;

function columnsOf(
  kind: CodeKind,
  positions: RowPositions,
  dim: number | undefined,
): number {
  if (kind === 'integer') return dim ?? 1;
  const most = kind === 'binary' ? 2 ** Math.min(dim ?? BITS, BITS) : dim;
  const largest = largestOf(kind, positions, most ?? WIDEST);
  if (dim !== undefined) return dim;
  if (kind === 'one-hot') return largest + 1;
  return Math.max(1, largest.toString(2).length);
}

/**
 * The largest position. Throws unless all are whole numbers from 0 to below
 * `limit`.
 */
function largestOf(
  kind: string,
  positions: RowPositions,
  limit: number,
): number {
  const { length } = positions;
  // For neighbouring integers it suffices to check the first and the last.
  const step = positions.integers ? Math.max(1, length - 1) : 1;
  let largest = 0;
  for (let row = 0; row < length; row += step) {
    const position = positions.at(row);
    if (!Number.isInteger(position) || position < 0 || position >= limit) {
      const rule = `whole and from 0 to ${limit - 1} for ${kind}`;
      throw wrongValue(name, `positions[${row}]`, rule, position);
    }
    largest = Math.max(largest, position);
  }
  return largest;
}
