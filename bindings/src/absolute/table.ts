/**
 * What all tables share: rows by position, a dtype, a place for the result.
 * A method adds how wide its rows are and the kernel that writes them.
 */

import { readOptional, targetOf } from '../arrays/operand.js';
import {
  type Positions,
  type positionParameters,
  type RowPositions,
  readPositions,
  someRows,
} from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
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

/**
 * Which rows of a table, of what kind, and where to; `D` is its dtype. Written
 * out, because editors do not see the comments behind a spread.
 */
export interface ResultOptions<D extends DType = DType> {
  /**
   * Rows `[from, to]` of the table alone, `to` not among them; their bits are
   * those that they have in the whole. Defaults to all.
   */
  readonly rows?: readonly [from: number, to: number] | undefined;
  /** Kind of the numbers. Defaults to `'float32'`. */
  readonly dtype?: D | undefined;
  /** Array or tensor to write into. Defaults to a new one. */
  readonly out?: Output<D> | undefined;
}

type Common = typeof rowsParameter & typeof tableResult;

/** Options of a table; `P` is what its description says. */
export type TableOptions<
  P extends Parameters & Common,
  D extends DType = DType,
> = ResultOptions<D> & OptionsOf<P, D, keyof Common>;

/** The same of a table by position. */
export type PositionTableOptions<
  P extends Parameters & Common & typeof positionParameters,
  D extends DType = DType,
> = Positions &
  ResultOptions<D> &
  OptionsOf<P, D, keyof Common | keyof typeof positionParameters>;

/** Writes `rows` rows, those of `where`, to `out`; returns a status. */
export type TableKernel = (where: Where, rows: number, out: number) => Status;

/** A table that is about to be made. */
export interface TablePlan {
  /** Numbers in a row. */
  readonly width: number;
  /** Shape of the result for this many rows; `[rows, width]` by default. */
  readonly shape?: (rows: number) => readonly number[];
  /**
   * Makes the kernel, with what it needs in the module's memory. Nothing may
   * touch that memory earlier: it may grow, and `out` may be a view of it.
   */
  readonly kernel: (scratch: Scratch) => TableKernel;
  /** About what the core allocates for itself; said in errors only. */
  readonly bytes?: number;
  /** About how many arithmetic operations a number takes. Defaults to 4. */
  readonly operations?: number;
  /** About how many are needed once, whatever the rows. Defaults to 0. */
  readonly once?: number;
  /**
   * A row needs no other position than its own, so that a list of positions
   * can be cut.
   */
  readonly alone?: boolean;
  /** The method has no option `rows`. */
  readonly whole?: true;
}

/** A method that gives a table. */
export type TableMethod<Api, P extends Parameters> = Method<
  Api,
  P,
  Tensor<DType>
>;

/** Plans the table of the positions that checked options give. */
export function planTable(
  heap: Heap,
  method: string,
  checked: Checked<typeof tableRows & typeof tableResult>,
  table: TablePlan,
): Work<Tensor<DType>> {
  const positions = readPositions(method, checked);
  return planRows(heap, method, positions, checked, { ...table, alone: true });
}

/** The same where the rows do not stand for positions that are options. */
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
      const out = targetOf(heap, method, given, { dtype, shape });
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
