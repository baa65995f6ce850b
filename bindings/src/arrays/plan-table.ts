/**
 * Plans tables: rows by position, a dtype, a place for the result. A method
 * adds the width of its rows and the kernel that writes them.
 */

import type { DType } from '../base/dtype.js';
import type { Heap, Scratch } from '../core/memory.js';
import { streamRows } from '../core/stream.js';
import type { Status, Where } from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import type {
  rowsParameter,
  tableResult,
  tableRows,
} from '../describe/common.js';
import type { Output } from '../describe/kinds/output.js';
import type { Method, PartOptions, Work } from '../describe/method.js';
import type { OptionsOf, Parameters } from '../describe/parameters.js';
import { readOptional, targetOf } from './operand.js';
import {
  type Positions,
  type positionParameters,
  type RowPositions,
  readPositions,
  rowsOption,
  someRows,
} from './positions.js';
import type { Tensor } from './tensor.js';

/**
 * Options for the result of every table; `D` is its dtype. They are written out
 * because editors do not show comments of parameters that come by a spread.
 */
export interface ResultOptions<D extends DType = DType> {
  /**
   * Rows of the table to compute: `[from, to]`, without `to`. They have the
   * same bits as in the whole table. Defaults to all.
   */
  readonly rows?: readonly [from: number, to: number] | undefined;
  /** Type of the numbers. Defaults to `'float32'`. */
  readonly dtype?: D | undefined;
  /** Array or tensor to write into. Defaults to a new one. */
  readonly out?: Output<D> | undefined;
}

type Common = typeof rowsParameter & typeof tableResult;

/** Options of a table; `P` are the parameters of its description. */
export type TableOptions<
  P extends Parameters & Common,
  D extends DType = DType,
> = ResultOptions<D> & OptionsOf<P, D, keyof Common>;

/** Options of a table that has a row for each position. */
export type PositionTableOptions<
  P extends Parameters & Common & typeof positionParameters,
  D extends DType = DType,
> = Positions &
  ResultOptions<D> &
  OptionsOf<P, D, keyof Common | keyof typeof positionParameters>;

/** Writes the rows of the positions `where` to `out`; returns a status. */
export type TableKernel = (where: Where, rows: number, out: number) => Status;

/** How a table will be made. */
export interface TablePlan {
  /** Numbers in a row. */
  readonly width: number;
  /** Shape of the result for a number of rows. Defaults to `[rows, width]`. */
  readonly shape?: (rows: number) => readonly number[];
  /**
   * Makes the kernel and allocates what it needs in the instance's memory.
   * Nothing may be allocated there earlier: the memory may grow, and `out` may
   * be a view of it.
   */
  readonly kernel: (scratch: Scratch) => TableKernel;
  /** Bytes that the core allocates, about; used in errors only. */
  readonly bytes?: number;
  /** Arithmetic operations for each number, about. Defaults to 4. */
  readonly operations?: number;
  /**
   * Arithmetic operations that do not depend on the number of rows, about.
   * Defaults to 0.
   */
  readonly once?: number;
  /**
   * Set if a row depends on no other position than its own. A list of positions
   * can then be cut.
   */
  readonly alone?: boolean;
  /** Set if the method has no option `rows`. */
  readonly whole?: true;
}

/** A method that gives a table. */
export type TableMethod<Api, P extends Parameters> = Method<
  Api,
  P,
  Tensor<DType>
>;

/** Plans the table for the positions that checked options give. */
export function planTable(
  heap: Heap,
  method: string,
  checked: Checked<typeof tableRows & typeof tableResult>,
  table: TablePlan,
): Work<Tensor<DType>> {
  const positions = readPositions(method, checked);
  return planRows(heap, method, positions, checked, { ...table, alone: true });
}

/**
 * Plans a table for the given rows, for methods whose positions are not
 * options.
 */
export function planRows<D extends DType>(
  heap: Heap,
  method: string,
  all: RowPositions,
  checked: {
    readonly rows?: readonly [from: number, to: number] | undefined;
    readonly dtype: D;
    readonly out?: unknown;
  },
  { width, kernel, bytes, operations = 4, once = 0, ...table }: TablePlan,
): Work<Tensor<D>> {
  const { dtype } = checked;
  const positions = someRows(method, all, checked.rows);
  const shape = table.shape?.(positions.length) ?? [positions.length, width];
  const given = readOptional(method, 'out', checked.out, dtype);
  const part = (from: number, to: number): PartOptions => {
    const [first] = checked.rows ?? [0];
    const which =
      all.listed && table.alone
        ? { positions: all.copy(from, to) }
        : { rows: [from, to] as const };
    if (!given) return which;
    const { array } = targetOf(heap, method, given, { dtype, shape }).operand;
    const rowLength = array.length / positions.length;
    const at = (row: number) => (row - first) * rowLength;
    return { ...which, out: array.subarray(at(from), at(to)) };
  };
  return {
    outputs: { table: { shape, dtype } },
    cost: once + positions.length * width * operations,
    ...(!table.whole && { rows: checked.rows ?? [0, all.length], part }),
    run: () => {
      const sizedBy = rowsOption(checked);
      const out = targetOf(heap, method, given, { dtype, shape, sizedBy });
      heap.scope(method, (scratch) => {
        const write = kernel(scratch);
        streamRows(
          scratch,
          positions,
          [{ width, to: out.operand }],
          (where, rows, at) => write(where, rows, at.to),
          bytes,
        );
      });
      return out.tensor();
    },
  };
}
