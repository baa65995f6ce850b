/**
 * Runs a kernel over the rows of a call, a tile of rows at a time.
 *
 * A result in JavaScript's memory is computed in a scratch of 64 KiB and copied
 * out tile by tile, so that a table of any size needs no more of the module's
 * memory. Data that already lies in the module's memory is processed there, all
 * rows at once. The core computes each row in the same way wherever a tile
 * begins, so tiles do not change the result.
 */

import type { Operand } from '../arrays/operand.js';
import type { RowPlaces } from '../arrays/positions.js';
import { bytesOf, viewArray } from '../base/dtype.js';
import type { Scratch } from './memory.js';
import type { Status, Where } from './wasm/calls.js';

/** Size of the scratch: it fits into the first or second cache. */
const TILE_BYTES = 2 ** 16;

/**
 * Largest scratch for a tile of ALIGNED_ROWS rows, if they do not fit into
 * TILE_BYTES.
 */
const WIDE_TILE_BYTES = 2 ** 24;

/**
 * The core is fastest on blocks of this many rows that begin at a multiple of
 * it.
 */
const ALIGNED_ROWS = 32;

/**
 * Row-major data of a call with `width` numbers a row, which is read, written
 * or both.
 */
export interface Lane {
  readonly width: number;
  readonly from?: Operand;
  readonly to: Operand;
}

/** Location of a lane's rows for one call of the kernel. */
export interface LaneAt {
  readonly from: number;
  readonly to: number;
}

/** A kernel: computes `rows` rows and returns a status. */
export type Kernel = (where: Where, rows: number, ...lanes: LaneAt[]) => Status;

/**
 * Calls `kernel` until all rows of `positions` are computed; `bytes` is about
 * what the kernel allocates.
 */
export function streamRows(
  scratch: Scratch,
  positions: RowPlaces,
  lanes: readonly Lane[],
  kernel: Kernel,
  bytes?: number,
): void {
  const { length } = positions;
  if (length === 0) return;
  const tile = Math.min(length, tileRows(lanes, positions.counted));
  const tiles = lanes.map((lane) => new TileOf(lane, scratch, tile));
  const list = positions.counted ? 0 : scratch.bytes(tile * positions.axes * 8);
  for (let row = 0, rows = 0; row < length; row += rows) {
    rows = Math.min(tile - misaligned(positions, row, tile), length - row);
    const at = tiles.map((lane) => lane.load(row, rows));
    const where = positions.where(row, rows, scratch.heap.buffer, list);
    scratch.check(kernel(where, rows, ...at), bytes);
    for (const lane of tiles) lane.store(row, rows);
  }
}

function tileRows(lanes: readonly Lane[], counted: boolean): number {
  if (lanes.every(isResident)) return counted ? Infinity : TILE_BYTES / 8;
  const rowBytes = lanes.reduce(
    (sum, { width, to }) => sum + width * bytesOf(to.dtype),
    0,
  );
  const rows = Math.floor(TILE_BYTES / rowBytes);
  if (rows >= ALIGNED_ROWS) return rows - (rows % ALIGNED_ROWS);
  const wide = Math.floor(WIDE_TILE_BYTES / rowBytes);
  return Math.max(1, Math.min(wide, ALIGNED_ROWS));
}

function isResident({ from, to }: Lane): boolean {
  const here = !from || from.pointer !== undefined;
  return here && to.pointer !== undefined;
}

// Distance of a row from the last multiple of ALIGNED_ROWS, by which the first
// tile is shorter.
function misaligned(positions: RowPlaces, row: number, tile: number): number {
  const { length, integers } = positions;
  if (tile === length || !integers || tile % ALIGNED_ROWS !== 0) return 0;
  const rest = positions.at(row) % ALIGNED_ROWS;
  return rest < 0 ? rest + ALIGNED_ROWS : rest;
}

/** One lane's part of the scratch. */
class TileOf {
  readonly #lane: Lane;
  readonly #scratch: Scratch;
  /** Address at which the kernel writes: the scratch, or the target itself. */
  readonly #buffer: number;

  constructor(lane: Lane, scratch: Scratch, rows: number) {
    this.#lane = lane;
    this.#scratch = scratch;
    this.#buffer =
      lane.to.pointer ??
      scratch.bytes(rows * lane.width * bytesOf(lane.to.dtype));
  }

  /**
   * Copies rows of the source to the scratch, unless the kernel can read them
   * in place.
   */
  load(row: number, rows: number): LaneAt {
    const { from, to, width } = this.#lane;
    const skipped = row * width * bytesOf(to.dtype);
    const into = this.#buffer + (to.pointer === undefined ? 0 : skipped);
    if (from?.pointer !== undefined) {
      return { from: from.pointer + skipped, to: into };
    }
    if (from) {
      const rowsOf = from.array.subarray(row * width, (row + rows) * width);
      this.#view(into, rows).set(rowsOf);
    }
    return { from: into, to: into };
  }

  /** Copies the computed rows to a target in JavaScript's memory. */
  store(row: number, rows: number): void {
    const { to, width } = this.#lane;
    if (to.pointer !== undefined) return;
    to.array.set(this.#view(this.#buffer, rows), row * width);
  }

  #view(pointer: number, rows: number) {
    const { to, width } = this.#lane;
    const { buffer } = this.#scratch.heap;
    return viewArray(to.dtype, buffer, pointer, rows * width);
  }
}
