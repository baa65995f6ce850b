/**
 * Biases that are entries of a table, whatever gives the rows. The mathematics
 * is in `cpp/posenc/bias/table_bias.hpp`.
 */

import type { Line } from '../arrays/pairs.js';
import { growableBuffer } from '../core/growable-buffer.js';
import type { Scratch } from '../core/memory.js';
import type { HeadTable } from '../terms/head-table.js';
import type { PlannedIndices } from '../terms/indices.js';
import type { GradientSum } from '../terms/weights.js';
import type { BiasKernel, PlannedBias } from './kernel.js';

/** Arithmetic operations for an entry, about. */
const OPERATIONS = 12;

/** Plans the bias of a learned table. */
export function planTableBias(
  table: HeadTable,
  indices: PlannedIndices,
  scale: number,
): PlannedBias {
  const { heads } = table;
  return {
    heads,
    byQuery: indices.byQuery,
    operations: OPERATIONS,
    load(scratch, gradient) {
      const data = table.float64(scratch);
      const sums = gradient ? table.gradient(scratch) : undefined;
      const kernel = entries(scratch, indices, { data, heads, scale }, sums);
      const gradients = () => (sums ? { table: sums.tensor() } : {});
      return { ...kernel, gradients };
    },
  };
}

/** A table in the instance's memory, float64 [rows, heads]. */
export interface LoadedTable {
  readonly data: number;
  readonly heads: number;
  /** Factor of all values. */
  readonly scale: number;
}

/** Gives the entries of a loaded table, and adds to its gradient. */
export function entries(
  scratch: Scratch,
  indices: PlannedIndices,
  loaded: LoadedTable,
  sums?: GradientSum,
): BiasKernel {
  const { core } = scratch;
  const table = { ...loaded, rows: indices.rows };
  const find = indices.load(scratch);
  const room = growableBuffer(scratch);
  const lookedUp = (line: Line) => {
    const rows = room(line.count * Int32Array.BYTES_PER_ELEMENT);
    find(line, rows);
    return { table, indices: rows, count: line.count };
  };
  return {
    values: (line, values) => core.tableBias({ ...lookedUp(line), values }),
    back: (line, upstream) =>
      core.tableBiasGradient({
        ...lookedUp(line),
        upstream,
        gradient: sums?.pointer ?? 0,
      }),
  };
}
