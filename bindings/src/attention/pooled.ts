/** The cells of pictures while they are pooled, and the pictures they become. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { allocateResult, type Scratch } from '../core/memory.js';

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
  /** The pictures of all items. */
  readonly result: Tensor<'float32'>;
}

/** Allocates the cells of each item, and the pictures of `items` of them. */
export function pooled(
  scratch: Scratch,
  method: string,
  pool: Pool,
  shape: readonly number[],
  items: number,
): Pooled {
  const data = allocateResult(method, 'float32', shape);
  const mean = pool === 'mean';
  const both = pool === 'minMax';
  const all = data.length / (both ? 2 : 1);
  const count = all / items;
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
  return {
    at,
    begin() {
      floats(at.highest).fill(-Infinity);
      floats(at.lowest).fill(Infinity);
      doubles(at.sums).fill(0);
      doubles(at.counts).fill(0);
    },
    end(item) {
      const first = item * count;
      const highest = floats(at.highest);
      data.set(highest, first + (both ? all : 0));
      // The smallest numbers come first. A cell in which no pair is seen is
      // -Infinity in all pictures.
      if (both) {
        floats(at.lowest).forEach((low, n) => {
          const seen = (highest[n] as number) > -Infinity;
          data[first + n] = seen ? low : -Infinity;
        });
      }
      const sums = doubles(at.sums);
      doubles(at.counts).forEach((seen, n) => {
        data[first + n] = seen > 0 ? (sums[n] as number) / seen : -Infinity;
      });
    },
    result: makeTensor(data, shape, 'float32'),
  };
}
