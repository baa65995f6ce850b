/**
 * Tables of differences that are resampled for another grid, with the adjoint
 * of the resampling for gradients.
 */

import type { Scratch } from '../core/memory.js';
import type { HeadTable } from '../terms/head-table.js';

/** The grid of a table, the new grid, and the kernel between them. */
export interface Resizing {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly mode: 'linear' | 'cubic';
}

/** Numbers of differences along both axes of a grid. */
const differences = (grid: readonly number[]) =>
  grid.map((length) => 2 * length - 1);

const product = ([rows = 1, columns = 1]: readonly number[]) => rows * columns;

/**
 * The table of the new grid. Rows behind those of the differences, such as
 * those of a class token, are copied.
 */
export function resizedTable(table: HeadTable, resizing: Resizing): HeadTable {
  const { heads, rows } = table;
  const from = differences(resizing.from);
  const to = differences(resizing.to);
  const special = rows - product(from);
  const { mode } = resizing;
  const made = product(to) + special;
  return {
    heads,
    rows: made,
    float64(scratch) {
      const { heap } = scratch;
      const given = table.float64(scratch);
      const data = scratch.bytes(rows * heads * Float32Array.BYTES_PER_ELEMENT);
      const pointer = scratch.bytes(
        made * heads * Float64Array.BYTES_PER_ELEMENT,
      );
      // A learned table holds float32, of which nothing is lost here.
      const all = new Float64Array(heap.buffer, given, rows * heads);
      new Float32Array(heap.buffer, data, rows * heads).set(all);
      const source = { data, rows: product(from), dim: heads };
      run(scratch, { from, to, mode }, source, pointer);
      const out = new Float64Array(heap.buffer, pointer, made * heads);
      const last = new Float64Array(heap.buffer, given, rows * heads);
      out.set(last.subarray(product(from) * heads), product(to) * heads);
      return pointer;
    },
    gradient(scratch) {
      const sums = table.gradient(scratch);
      const { heap } = scratch;
      const pointer = scratch.bytes(
        made * heads * Float64Array.BYTES_PER_ELEMENT,
      );
      const upstream = () =>
        new Float64Array(heap.buffer, pointer, made * heads);
      upstream().fill(0);
      const weights = [0, 1].map((axis) =>
        axisWeights(scratch, from[axis] ?? 1, to[axis] ?? 1, mode),
      );
      return {
        pointer,
        tensor: () => {
          const into = new Float64Array(
            heap.buffer,
            sums.pointer,
            rows * heads,
          );
          const by = upstream();
          addAdjoint(weights, by, into, { from, to, heads });
          const tail = by.subarray(product(to) * heads);
          tail.forEach((value, i) => {
            into[product(from) * heads + i] = value;
          });
          return sums.tensor();
        },
      };
    },
  };
}

/** Resamples a float32 table in the instance's memory to float64. */
function run(
  scratch: Scratch,
  { from, to, mode }: Resizing,
  table: { readonly data: number; readonly rows: number; readonly dim: number },
  out: number,
): void {
  const axes = (lengths: readonly number[]) =>
    scratch.copy(Float64Array.from([1, ...lengths]));
  const where = { start: 0, first: 0, positions: 0, apart: 0 };
  const plain = { antialias: false, alignCorners: false };
  const how = { from: axes(from), to: axes(to), mode, ...plain };
  const rows = product(to);
  scratch.check(
    scratch.core.resample({
      ...how,
      ...{ prefix: 0, dtype: 'float64', table, where, rows, out },
    }),
  );
}

/** The weights of the resampling of one axis: [to, from]. */
function axisWeights(
  scratch: Scratch,
  from: number,
  to: number,
  mode: Resizing['mode'],
): Float64Array {
  const unit = Float32Array.from({ length: from * from }, (_, i) =>
    i % (from + 1) === 0 ? 1 : 0,
  );
  const data = scratch.copy(unit);
  const out = scratch.bytes(to * from * Float64Array.BYTES_PER_ELEMENT);
  const axis = { from: [1, from], to: [1, to], mode };
  run(scratch, axis, { data, rows: from, dim: from }, out);
  return new Float64Array(scratch.heap.buffer, out, to * from).slice();
}

interface Sizes {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly heads: number;
}

/**
 * Adds the gradient by the old table to `into`, given that by the new one: into
 * [a, b, h] += Σ over i, j of weights[0][i, a]·weights[1][j, b]·upstream[i, j, h].
 */
function addAdjoint(
  [down = new Float64Array(), across = new Float64Array()]: Float64Array[],
  upstream: Float64Array,
  into: Float64Array,
  {
    from: [rows = 1, columns = 1],
    to: [newRows = 1, newColumns = 1],
    heads,
  }: Sizes,
): void {
  const narrow = new Float64Array(columns * heads);
  for (let i = 0; i < newRows; ++i) {
    narrow.fill(0);
    for (let j = 0; j < newColumns; ++j) {
      const at = (i * newColumns + j) * heads;
      for (let b = 0; b < columns; ++b) {
        const weight = across[j * columns + b] as number;
        if (weight === 0) continue;
        for (let h = 0; h < heads; ++h) {
          narrow[b * heads + h] =
            (narrow[b * heads + h] as number) +
            weight * (upstream[at + h] as number);
        }
      }
    }
    for (let a = 0; a < rows; ++a) {
      const weight = down[i * rows + a] as number;
      if (weight === 0) continue;
      const at = a * columns * heads;
      for (let n = 0; n < narrow.length; ++n) {
        into[at + n] =
          (into[at + n] as number) + weight * (narrow[n] as number);
      }
    }
  }
}
