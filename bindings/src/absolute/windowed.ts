/**
 * Windowed learned tables: a short table in, rows for any position out. The
 * mathematics is in `cpp/posenc/absolute/windowed.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
  type TablePlan,
} from '../arrays/plan-table.js';
import { type RowPositions, readPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import {
  checkWhole,
  drawnBy,
  drawnSource,
  noTable,
  readSource,
  type Source,
  widthOf,
} from './source.js';
import { windowedParameters } from './windowed.description.js';

const name = 'windowed';

/** Options of `windowed`; `D` is the dtype of the result. */
export type WindowedOptions<D extends DType = DType> = PositionTableOptions<
  typeof windowedParameters,
  D
>;

export interface WindowedMethod {
  /**
   * A short learned table for any length.
   *
   *   formula  PE[p] = table[p mod w], or with `kind: 'block'` table[p mod w] +
   *            blockTable[⌊p / w⌋]
   *   shapes   table [w, D], blockTable [windows, D], result [L, D]
   *   range    positions are whole numbers; with `block` only those of its
   *            windows
   *   error    none in float32, or with `block` ≤ 0.5001 ulp
   *   cost     a copy of the rows, or with `block` an addition a number, and a
   *            copy of the tables
   *
   * @example
   * ```ts
   * pe.windowed({ table, length: 4096 }); // repeats table, [64, 512], 64 times
   * pe.windowed({ length: 4096, dim: 512, window: 64, kind: 'block' });
   * ```
   */
  windowed<D extends DType = 'float32'>(options: WindowedOptions<D>): Tensor<D>;
}

export const windowed: TableMethod<WindowedMethod, typeof windowedParameters> =
  {
    name,
    parameters: windowedParameters,
    plan(heap, checked) {
      const positions = readPositions(name, checked);
      const toOut = checked.out !== undefined;
      const tables = readWindow(heap, name, positions, { ...checked, toOut });
      const plan = windowPlan(tables, checked.dtype);
      // Drawn windows are as many as the positions need.
      const alone = !tables.blocks || checked.blockTable !== undefined;
      return planRows(heap, name, positions, checked, { ...plan, alone });
    },
  };

/**
 * The tables from which a windowed table is made.
 *
 * @package
 */
export interface WindowTables {
  readonly local: Source;
  /** The table with a row for each window, if there is one. */
  readonly blocks: Source | undefined;
}

/** Reads and checks the tables of checked options against the positions. */
export function readWindow(
  heap: Heap,
  method: string,
  positions: RowPositions,
  options: Pick<
    Checked<typeof windowedParameters>,
    'dim' | 'kind' | 'window' | 'table' | 'blockTable' | 'seed'
  > & { readonly toOut: boolean },
): WindowTables {
  const { kind, seed, toOut } = options;
  const block = kind === 'block';
  if (!block && options.blockTable !== undefined) {
    throw new PosencTypeError(
      `${method}: blockTable and kind "modulo" exclude each other`,
      { code: 'ERR_CONFLICT', param: 'blockTable' },
    );
  }
  const read = (param: 'table' | 'blockTable', dim: number | undefined) =>
    readSource(heap, method, {
      ...{ param, value: options[param], dim, toOut },
      rows: param === 'table' ? options.window : undefined,
      shaped: windowedParameters[param],
    });
  const table = read('table', options.dim);
  const blockTable = read('blockTable', table?.dim ?? options.dim);
  const dim =
    table?.dim ??
    blockTable?.dim ??
    widthOf(method, options.dim, windowedParameters.dim);
  const window = options.window ?? table?.rows ?? DEFAULT_WINDOW;
  if (table && table.rows !== window) {
    const rule = `${table.rows}, the number of rows of table`;
    throw wrongValue(method, 'window', rule, window, 'ERR_SHAPE');
  }
  const local = table ?? drawnSource(drawnBy(seed), window, dim);
  if (!block) {
    checkWhole(method, positions, {
      least: -Infinity,
      most: Infinity,
      because: 'as a window has only those',
    });
    return { local, blocks: undefined };
  }
  const last = positions.extremes().at(-1);
  const needed = last === undefined ? 0 : positions.at(last);
  const count =
    blockTable?.rows ?? Math.floor(Math.max(0, needed) / window) + 1;
  checkWhole(method, positions, {
    least: 0,
    most: count * window - 1,
    because: `as there are ${count} windows of ${window}`,
  });
  const blocks = blockTable ?? drawnSource(drawnBy(seed, 1), count, dim);
  return { local, blocks };
}

const DEFAULT_WINDOW = 64;

/** How to make a windowed table from its tables. */
export function windowPlan(
  { local, blocks }: WindowTables,
  dtype: DType,
): TablePlan {
  return {
    width: local.dim,
    kernel: (scratch) => {
      const table = local.load(scratch);
      const blockTable = blocks?.load(scratch) ?? noTable;
      return (where, rows, out) =>
        scratch.core.windowed({ table, blockTable, dtype, where, rows, out });
    },
  };
}
