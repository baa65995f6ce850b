/** The cells of pictures while they are pooled, and the pictures they become. */

import type { Scratch } from '../core/memory.js';
import type { Place } from '../describe/method.js';

/** What a cell shows of its pairs. */
export type Pool = 'max' | 'mean' | 'minMax';

/** Cells of the pictures of one item of a batch after another. */
export interface Pooled {
  /** Addresses of what is known of each cell; 0 for what is not wanted. */
  readonly at: {
    readonly highest: number;
    readonly lowest: number;
    readonly sums: number;
    readonly counts: number;
  };
  /** Clears the cells. */
  begin(): void;
  /** Makes the pictures of an item from the cells. */
  end(item: number): void;
}

/** Pictures of some lines. */
export interface Lines {
  readonly items: number;
  readonly heads: number;
  readonly lines: number;
  readonly width: number;
}

/**
 * Allocates the cells of an item, and makes pictures in `data` of them: of the
 * lines at `place`.
 */
export function pooled(
  scratch: Scratch,
  pool: Pool,
  { items, heads, lines, width }: Lines,
  data: Float32Array,
  { row, count: allLines }: Place,
): Pooled {
  const mean = pool === 'mean';
  const both = pool === 'minMax';
  const part = lines * width;
  const count = heads * part;
  const cells = (bytes: number, wanted: boolean) =>
    wanted ? scratch.bytes(count * bytes) : 0;
  const at = {
    highest: cells(4, !mean),
    lowest: cells(4, !mean),
    sums: cells(8, mean),
    counts: cells(8, mean),
  };
  const floats = (pointer: number) =>
    new Float32Array(scratch.heap.buffer, pointer, pointer && count);
  const doubles = (pointer: number) =>
    new Float64Array(scratch.heap.buffer, pointer, pointer && count);
  /** Takes the number of each cell of an item. */
  const take = (item: number, numberOf: (cell: number) => number) => {
    for (let head = 0, cell = 0; head < heads; ++head) {
      const first = ((item * heads + head) * allLines + row) * width;
      for (let n = 0; n < part; ++n) data[first + n] = numberOf(cell++);
    }
  };
  return {
    at,
    begin() {
      floats(at.highest).fill(-Infinity);
      floats(at.lowest).fill(Infinity);
      doubles(at.sums).fill(0);
      doubles(at.counts).fill(0);
    },
    end(item) {
      const highest = floats(at.highest);
      if (mean) {
        const sums = doubles(at.sums);
        const counts = doubles(at.counts);
        take(item, (cell) => {
          const seen = counts[cell] as number;
          return seen > 0 ? (sums[cell] as number) / seen : -Infinity;
        });
        return;
      }
      // The smallest numbers come first. A cell in which no pair is seen is
      // -Infinity in all pictures.
      if (both) {
        const lowest = floats(at.lowest);
        take(item, (cell) => {
          const seen = (highest[cell] as number) > -Infinity;
          return seen ? (lowest[cell] as number) : -Infinity;
        });
      }
      take(both ? items + item : item, (cell) => highest[cell] as number);
    },
  };
}
