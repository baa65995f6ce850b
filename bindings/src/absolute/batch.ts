/** Rows of a batch of sequences that all have the same positions. */

import type { TableKernel } from '../arrays/plan-table.js';
import { LARGEST_POSITION, RowPositions } from '../arrays/positions.js';
import { wrongValue } from '../base/errors.js';
import type { Scratch } from '../core/memory.js';
import type { Status, Where } from '../core/wasm/calls.js';

/** Most positions that are written to the instance's memory at once. */
const TILE_ROWS = 2 ** 12;

/** Writes rows of one sequence of a batch to `out`; returns a status. */
export type SequenceKernel = (
  sequence: number,
  where: Where,
  rows: number,
  out: number,
) => Status;

/** The rows of a batch, numbered through: sequence by sequence. */
export function batchRows(
  method: string,
  positions: RowPositions,
  sequences: number,
): RowPositions {
  const rows = positions.length * sequences;
  if (rows > LARGEST_POSITION) {
    const rule = `such that ${sequences} sequences have at most 2^53 rows`;
    throw wrongValue(method, 'length', rule, positions.length, 'ERR_SHAPE');
  }
  return RowPositions.range(method, 'length', rows, 0);
}

/**
 * The kernel of a table whose rows are those of {@link batchRows}: it calls
 * `write` for each sequence of which some rows are wanted.
 */
export function batchKernel(
  scratch: Scratch,
  positions: RowPositions,
  rowBytes: number,
  write: SequenceKernel,
): TableKernel {
  const { length, counted } = positions;
  const maxRows = counted ? length : Math.min(length, TILE_ROWS);
  const list = counted ? 0 : scratch.bytes(maxRows * 8);
  return ({ first }, rows, out) => {
    for (let done = 0, count = 0; done < rows; done += count) {
      const row = first + done;
      const from = row % length;
      count = Math.min(rows - done, length - from, maxRows);
      const where = positions.where(from, count, scratch.heap.buffer, list);
      const at = out + done * rowBytes;
      const status = write(Math.floor(row / length), where, count, at);
      if (status !== 'ok') return status;
    }
    return 'ok';
  };
}
