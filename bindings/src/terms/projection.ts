/**
 * Linear maps of table rows: the queries and keys that relative encodings make
 * from their tables.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Shaped } from '../describe/axes.js';
import { zeros } from './items.js';
import { readOptionalWeight, readWeight, type Weight } from './weights.js';

/** An option: its name, its value and its axes. */
type Option = readonly [param: string, value: unknown, shaped: Shaped];

/** A checked projection. */
export interface PlannedProjection {
  /** Width of the rows that it takes. */
  readonly inputs: number;
  /** Loads the weights; `gradient` says whether gradients are wanted. */
  load(scratch: Scratch, gradient: boolean): LoadedProjection;
}

/** A projection in the instance's memory. */
export interface LoadedProjection {
  /** Projects float32 [rows, inputs] at the address `x`. */
  project(x: number, rows: number): ProjectedRows;
  /** The gradients of weight and bias by name, after all calls of `back`. */
  gradients(): Readonly<Record<string, Tensor<'float32'>>>;
}

/** Projected rows in the instance's memory. */
export interface ProjectedRows {
  /** Address of the projected rows, float32 [rows, outputs]. */
  readonly out: number;
  /** Address of their gradient, float64, which begins as zeros; 0: none. */
  readonly upstream: number;
  /**
   * Takes that gradient back to the weights, and adds that of the rows to
   * float32 [rows, inputs] at the address `into`, unless that is 0.
   */
  back(into: number): void;
}

/** Reads the weight [outputs, inputs] and the bias [outputs] of a projection. */
export function planProjection(
  heap: Heap,
  method: string,
  outputs: number,
  options: { readonly weight: Option; readonly bias?: Option },
): PlannedProjection {
  const [param, value, shaped] = options.weight;
  const given = readGiven(method, param, value, 'float32');
  const { length } = inputOf(heap, method, given);
  const inputs = length / outputs;
  if (!Number.isInteger(inputs) || inputs < 1) {
    const rule = `a multiple of ${outputs}, heads by width`;
    throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
  }
  const shape = [outputs, inputs];
  const weight = readWeight(heap, method, param, given.value, shape, shaped);
  const [biasParam, biasValue, biasAxes] = options.bias ?? ['', undefined];
  const bias =
    biasAxes &&
    readOptionalWeight(
      ...([heap, method, biasParam, biasValue, [outputs], biasAxes] as const),
    );
  return {
    inputs,
    load(scratch, gradient) {
      const { core, heap } = scratch;
      const matrix = weight.float32(scratch);
      const added = bias?.float32(scratch) ?? 0;
      const sumOf = (one: Weight | undefined) =>
        gradient && one ? zeros(scratch, one.shape) : undefined;
      const [ofWeight, ofBias] = [sumOf(weight), sumOf(bias)];
      return {
        project(x, rows) {
          const sizes = { rows, in: inputs, out: outputs };
          const count = rows * outputs;
          const out = scratch.bytes(count * 4);
          const call = { sizes, x, weight: matrix };
          const bytes = (inputs + rows) * outputs * 4;
          scratch.check(core.linear({ ...call, bias: added, out }), bytes);
          const upstream = gradient ? zeroed(scratch, count) : 0;
          const back = (into: number) => {
            const sums = new Float64Array(heap.buffer, upstream, count);
            const status = core.linearGradient({
              ...call,
              upstream: scratch.copy(Float32Array.from(sums)),
              xGradient: into,
              weightGradient: ofWeight?.pointer ?? 0,
              biasGradient: ofBias?.pointer ?? 0,
            });
            scratch.check(status, bytes);
          };
          return { out, upstream, back };
        },
        gradients: () => ({
          ...(ofWeight && { [param]: ofWeight.tensor() }),
          ...(ofBias && { [biasParam]: ofBias.tensor() }),
        }),
      };
    },
  };
}

/** Allocates float64 zeros. */
function zeroed(scratch: Scratch, count: number): number {
  const pointer = scratch.bytes(count * 8);
  new Float64Array(scratch.heap.buffer, pointer, count).fill(0);
  return pointer;
}
