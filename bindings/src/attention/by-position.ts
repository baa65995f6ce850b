/**
 * Rows of numbers by position, such as an absolute table or the factors of
 * queries: given as a spec, which is made for the positions, or as a tensor.
 */

import { readFloats } from '../arrays/float32.js';
import { type Given, inputOf, isTensor } from '../arrays/operand.js';
import type { RowPositions } from '../arrays/positions.js';
import { makeTensor, product, type Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import { withErrorPath } from '../describe/inside.js';
import type { MethodMap } from '../describe/method.js';
import { tableInside } from '../describe/table-inside.js';
import { inputParameters } from './inputs.description.js';

/** An option whose tensor, if it is one, has been read. */
export interface GivenRows {
  readonly param: string;
  readonly value: unknown;
  readonly tensor: Given<'float32'> | undefined;
}

/** Reads the tensor of an option; undefined if the option is not given. */
export function readRowsOption(
  method: string,
  param: string,
  value: unknown,
): GivenRows | undefined {
  if (value === undefined) return undefined;
  const array = isTensor(value) || ArrayBuffer.isView(value);
  const tensor = array ? readFloats(method, param, value) : undefined;
  return { param, value, tensor };
}

/** Planned rows, [rows, width] float32. */
export interface PlannedRows {
  readonly make: () => Float32Array;
}

/** The spec of a table, planned for some positions. */
export function planSpecRows(
  heap: Heap,
  method: string,
  { param, value }: GivenRows,
  methods: MethodMap,
  at: RowPositions,
  width: number,
): PlannedRows {
  const table = tableInside(method, param, value, methods);
  const { outputs, run } = table.plan(heap, {
    ...('dim' in table.parameters && { dim: width }),
    ...(at.counted
      ? { start: at.at(0), length: at.length }
      : { positions: at.copy(0, at.length) }),
    ...table.options,
  });
  const [one, other] = Object.values(outputs);
  const wanted = at.length * width;
  const fits =
    one && !other && one.dtype === 'float32' && product(one.shape) === wanted;
  if (!fits) {
    const rule = `one that gives float32 [${at.length}, ${width}]`;
    const got = one ? `${one.dtype} [${one.shape.join(', ')}]` : 'no array';
    throw wrongValue(method, param, rule, got, 'ERR_SHAPE');
  }
  return {
    make: () => (withErrorPath(table.place, run) as Tensor<'float32'>).data,
  };
}

/** The rows of a tensor [positions, width] that positions name. */
export function planTensorRows(
  heap: Heap,
  method: string,
  given: Given<'float32'>,
  at: RowPositions,
  width: number,
): PlannedRows {
  const count = tensorRows(heap, method, given, width);
  checkPositions(method, given.param, at, count);
  return {
    make() {
      const { array } = inputOf(heap, method, given).operand;
      const rows = new Float32Array(at.length * width);
      for (let row = 0; row < at.length; ++row) {
        const from = at.at(row) * width;
        rows.set(array.subarray(from, from + width), row * width);
      }
      return rows;
    },
  };
}

/** Number of rows of a tensor of rows of a width. */
function tensorRows(
  heap: Heap,
  method: string,
  given: Given<'float32'>,
  width: number,
): number {
  const { shape, length } = inputOf(heap, method, given);
  const place = { method, param: given.param };
  fitAxes(place, inputParameters.table, shape, { dim: width });
  if (length % width === 0) return length / width;
  const rule = `[positions, ${width}]`;
  const got = shape ? `[${shape.join(', ')}]` : `${length} numbers`;
  throw wrongValue(method, given.param, rule, got, 'ERR_SHAPE');
}

/** Throws unless each position is the number of a row. */
function checkPositions(
  method: string,
  param: string,
  at: RowPositions,
  count: number,
): void {
  for (let row = 0; row < at.length; ++row) {
    const position = at.at(row);
    const fits =
      Number.isInteger(position) && position >= 0 && position < count;
    if (fits) continue;
    const rule = `a tensor with a row for each position; it has ${count}`;
    throw wrongValue(method, param, rule, position, 'ERR_SHAPE');
  }
}

/** Collects the gradient of a tensor of rows by position. */
export interface RowsGradient {
  /** Adds the gradient by the rows of some positions, times a factor. */
  add(at: RowPositions, rows: Float32Array, factor: number): void;
  /** The gradient, summed in float64 and rounded once. */
  tensor(): Tensor<'float32'>;
}

/** Begins the gradient of a tensor of rows. */
export function rowsGradient(
  heap: Heap,
  method: string,
  given: Given<'float32'>,
  width: number,
): RowsGradient {
  const count = tensorRows(heap, method, given, width);
  const sums = new Float64Array(count * width);
  return {
    add(at, rows, factor) {
      for (let row = 0; row < at.length; ++row) {
        const to = at.at(row) * width;
        for (let c = 0; c < width; ++c) {
          const by = rows[row * width + c] as number;
          sums[to + c] = (sums[to + c] as number) + factor * by;
        }
      }
    },
    tensor: () =>
      makeTensor(Float32Array.from(sums), [count, width], 'float32'),
  };
}
