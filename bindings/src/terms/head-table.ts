/** Tables of terms with a row for each distance, and weights that are drawn. */

import { inputOf, readOptional } from '../arrays/operand.js';
import { LARGEST_POSITION } from '../arrays/positions.js';
import { product } from '../arrays/tensor.js';
import type { Heap, Scratch } from '../core/memory.js';
import {
  type AxisSizes,
  fitAxes,
  formsOf,
  type Shaped,
} from '../describe/axes.js';
import { ruleOf } from '../describe/checks.js';
import { axisLength } from '../describe/common.js';
import { missing } from '../describe/missing.js';
import { type GradientSum, gradientSum, readWeight } from './weights.js';

/** Seed of a drawn table. */
export const tableSeed = {
  kind: 'number',
  integer: true,
  min: 0,
  max: LARGEST_POSITION,
  default: 0,
} as const;

/** Weights that can be loaded and have gradients, given or not. */
export interface Loadable {
  /** Writes them as float64 to scratch memory; gives the address. */
  float64(scratch: Scratch): number;
  /** Allocates their gradient. */
  gradient(scratch: Scratch): GradientSum;
}

/** A table [rows, heads]. */
export interface HeadTable extends Loadable {
  readonly rows: number;
  readonly heads: number;
}

/** The options that say which table it is. */
interface TableOptions {
  readonly heads: number | undefined;
  readonly table: unknown;
}

/**
 * Reads a table of a known number of rows, whose axes `shaped` names. If none
 * is given, `standIn` makes it.
 */
export function readHeadTable(
  heap: Heap,
  method: string,
  { heads: wanted, table: value }: TableOptions,
  rows: number,
  standIn: (shape: readonly number[]) => Loadable,
  shaped: Shaped,
): HeadTable {
  const [[rowAxis = '', headAxis = ''] = []] = formsOf(shaped);
  const sizes = { [rowAxis]: rows, [headAxis]: wanted };
  const found = axisLengths(heap, method, 'table', value, shaped, sizes);
  const heads = wanted ?? found[headAxis];
  if (heads === undefined) throw missing(method, 'heads', ruleOf(axisLength));
  const size = [rows, heads];
  const weight =
    value === undefined
      ? standIn(size)
      : readWeight(heap, method, 'table', value, size, shaped);
  return {
    rows,
    heads,
    float64: (scratch) => weight.float64(scratch),
    gradient: (scratch) => weight.gradient(scratch),
  };
}

/**
 * The lengths that the shape of an array says, by the names of its axes: none
 * if the option is left out or has no shape. A vector needs no shape.
 */
export function axisLengths(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
  shaped: Shaped,
  sizes: AxisSizes,
  usual?: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const given = readOptional(method, param, value, 'float32');
  if (!given) return {};
  const { shape, length } = inputOf(heap, method, given);
  const [axis, ...more] = formsOf(shaped).flat();
  if (!shape && axis !== undefined && more.length === 0) {
    return { [axis]: length };
  }
  return fitAxes({ method, param }, shaped, shape, sizes, usual);
}

/**
 * Number of heads: the given one, else what the first array says that has an
 * axis of heads. Throws if none does.
 */
export function headsOf(
  heap: Heap,
  method: string,
  wanted: number | undefined,
  arrays: readonly (readonly [param: string, value: unknown, of: Shaped])[],
): number {
  if (wanted !== undefined) return wanted;
  for (const [param, value, shaped] of arrays) {
    const { heads } = axisLengths(heap, method, param, value, shaped, {});
    if (heads !== undefined) return heads;
  }
  throw missing(method, 'heads', ruleOf(axisLength));
}

/** How weights are drawn that stand for learned ones. */
interface Draw {
  readonly seed: number;
  /** Number of the array among those of one seed. Defaults to 0. */
  readonly stream?: number;
  /** Standard deviation. Defaults to that of BERT. */
  readonly spread?: number;
}

/** Weights drawn from a seed. */
export const drawn =
  ({ seed, stream = 0, spread = 0.02 }: Draw) =>
  (shape: readonly number[]): Loadable =>
    standing(shape, (scratch, into) => {
      const count = product(shape);
      const out = scratch.bytes(count * Float32Array.BYTES_PER_ELEMENT);
      const by = { draw: 'normal', spread, seed, stream } as const;
      scratch.check(scratch.core.drawFloats({ drawn: by, count, out }));
      into().set(new Float32Array(scratch.heap.buffer, out, count));
    });

/** Weights that all are 1. */
export const ones = (shape: readonly number[]): Loadable =>
  standing(shape, (_, into) => into().fill(1));

/** Weights that `fill` writes. */
function standing(
  shape: readonly number[],
  fill: (scratch: Scratch, into: () => Float64Array) => void,
): Loadable {
  return {
    float64(scratch) {
      const count = product(shape);
      const pointer = scratch.bytes(count * Float64Array.BYTES_PER_ELEMENT);
      fill(
        scratch,
        () => new Float64Array(scratch.heap.buffer, pointer, count),
      );
      return pointer;
    },
    gradient: (scratch) => gradientSum(scratch, shape),
  };
}
