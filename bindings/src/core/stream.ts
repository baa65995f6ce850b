/**
 * Runs a kernel over the rows of a call, a tile of rows at a time.
 *
 * A result in JavaScript's memory is computed in a scratch of 2 MiB and copied
 * out tile by tile, so that a table of any size needs no more of the instance's
 * memory. Data that already lies in the instance's memory is processed there,
 * all rows at once. The core computes each row in the same way wherever a tile
 * begins, so tiles do not change the result.
 */

import type { Operand } from '../arrays/operand.js';
import type { PositionedRows } from '../arrays/positions.js';
import { type ArrayOf, bytesOf, type DType, viewArray } from '../base/dtype.js';
import type { Scratch } from './memory.js';
import type { Status, Where } from './wasm/calls.js';

/**
 * Size of the scratch. It fits into the caches, and C libraries copy so much by
 * vectors, but less than a second cache by an instruction that is slow where
 * source and target lie differently in their cache lines.
 */
const STREAM_BYTES = 2 ** 21;

/** Positions of a list that are written to the instance's memory at a time. */
const LISTED = 2 ** 13;

/**
 * Largest scratch for a tile of ALIGNED_ROWS rows, if they do not fit into
 * STREAM_BYTES.
 */
const WIDE_STREAM_BYTES = 2 ** 24;

/**
 * The core is fastest on blocks of this many rows that begin at a multiple of
 * it.
 */
export const ALIGNED_ROWS = 32;

/**
 * Row-major data of a call with `width` numbers a row, which is read, written
 * or both.
 */
export interface Stream {
  readonly width: number;
  /**
   * Number of blocks: the data are [blocks, rows, width], and each row of the
   * call is a row in every block. Defaults to 1.
   */
  readonly blocks?: number;
  readonly from?: Operand;
  readonly to: Operand;
}

/** Location of a stream's rows for one call of the kernel. */
export interface RowAddress {
  readonly from: number;
  readonly to: number;
  /** Rows from the beginning of a block to that of the next. */
  readonly length: number;
}

/** A kernel: computes `rows` rows and returns a status. */
export type Kernel = (
  where: Where,
  rows: number,
  ...streams: RowAddress[]
) => Status;

/**
 * Calls `kernel` until all rows of `positions` are computed; `bytes` is about
 * what the kernel allocates.
 */
export function streamRows(
  scratch: Scratch,
  positions: PositionedRows,
  streams: readonly Stream[],
  kernel: Kernel,
  bytes?: number,
): void {
  const { length } = positions;
  if (length === 0) return;
  const tile = Math.min(length, rowsAtOnce(streams, positions.counted));
  const tiles = streams.map(
    (stream) => new TileOf(stream, scratch, tile, length),
  );
  const list = positions.counted ? 0 : scratch.bytes(tile * positions.axes * 8);
  for (let row = 0, rows = 0; row < length; row += rows) {
    rows = Math.min(tile - misaligned(positions, row, tile), length - row);
    const at = tiles.map((stream) => stream.load(row, rows));
    const where = positions.where(row, rows, scratch.heap.buffer, list);
    scratch.check(kernel(where, rows, ...at), bytes);
    for (const stream of tiles) stream.store(row, rows);
  }
}

function rowsAtOnce(streams: readonly Stream[], counted: boolean): number {
  if (streams.every(isResident)) return counted ? Infinity : LISTED;
  // What is copied in as well needs twice the room in the caches.
  const rowBytes = streams.reduce(
    (sum, { width, blocks = 1, from, to }) =>
      sum + (from ? 2 : 1) * blocks * width * bytesOf(to.dtype),
    0,
  );
  const rows = Math.floor(STREAM_BYTES / rowBytes);
  if (rows >= ALIGNED_ROWS) return rows - (rows % ALIGNED_ROWS);
  const wide = Math.floor(WIDE_STREAM_BYTES / rowBytes);
  return Math.max(1, Math.min(wide, ALIGNED_ROWS));
}

function isResident({ from, to }: Stream): boolean {
  const here = !from || from.pointer !== undefined;
  return here && to.pointer !== undefined;
}

// Distance of a row from the last multiple of ALIGNED_ROWS, by which the first
// tile is shorter.
function misaligned(
  positions: PositionedRows,
  row: number,
  tile: number,
): number {
  const { length, integers } = positions;
  if (tile === length || !integers || tile % ALIGNED_ROWS !== 0) return 0;
  const rest = positions.at(row) % ALIGNED_ROWS;
  return rest < 0 ? rest + ALIGNED_ROWS : rest;
}

/** The scratch of one stream. */
class TileOf {
  readonly #stream: Stream;
  readonly #scratch: Scratch;
  readonly #blocks: number;
  /** Rows of a block of the whole data. */
  readonly #length: number;
  /** Address at which the kernel writes: the scratch, or the target itself. */
  readonly #buffer: number;

  constructor(stream: Stream, scratch: Scratch, rows: number, length: number) {
    const { width, blocks = 1, to } = stream;
    this.#stream = stream;
    this.#scratch = scratch;
    this.#blocks = blocks;
    this.#length = length;
    this.#buffer =
      to.pointer ?? scratch.bytes(blocks * rows * width * bytesOf(to.dtype));
  }

  /**
   * Copies rows of the source to the scratch, unless the kernel can read them
   * in place.
   */
  load(row: number, rows: number): RowAddress {
    const { from, to, width } = this.#stream;
    const skipped = row * width * bytesOf(to.dtype);
    const resident = to.pointer !== undefined;
    const into = this.#buffer + (resident ? skipped : 0);
    const length = resident ? this.#length : rows;
    // Blocks of the source are as far apart as those of the whole data.
    const alike = resident || this.#blocks === 1;
    if (from?.pointer !== undefined && alike) {
      return { from: from.pointer + skipped, to: into, length };
    }
    if (from) {
      this.#forBlocks(row, rows, into, length, (view, first) => {
        view.set(this.#source(from, first, rows * width));
      });
    }
    return { from: into, to: into, length };
  }

  /** Copies the computed rows to a target in JavaScript's memory. */
  store(row: number, rows: number): void {
    const { to } = this.#stream;
    if (to.pointer !== undefined) return;
    this.#forBlocks(row, rows, this.#buffer, rows, (view, first) => {
      to.array.set(view, first);
    });
  }

  /**
   * Visits the rows of each block at `pointer`, where blocks are `length` rows
   * apart; `first` is the index of the same rows in the whole data.
   */
  #forBlocks(
    row: number,
    rows: number,
    pointer: number,
    length: number,
    visit: (view: ArrayOf[DType], first: number) => void,
  ): void {
    const { to, width } = this.#stream;
    const { buffer } = this.#scratch.heap;
    const bytes = length * width * bytesOf(to.dtype);
    for (let block = 0; block < this.#blocks; ++block) {
      const at = pointer + block * bytes;
      const view = viewArray(to.dtype, buffer, at, rows * width);
      visit(view, (block * this.#length + row) * width);
    }
  }

  /** Numbers of the source. */
  #source({ array, pointer, dtype }: Operand, first: number, count: number) {
    if (pointer === undefined) return array.subarray(first, first + count);
    const { buffer } = this.#scratch.heap;
    return viewArray(dtype, buffer, pointer + first * bytesOf(dtype), count);
  }
}
