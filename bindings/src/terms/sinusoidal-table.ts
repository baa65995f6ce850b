/** A table of vectors that are sines and cosines of the numbers of its rows. */

import type { Heap } from '../core/memory.js';
import { computeFrequencies, makeOscillators } from '../core/oscillators.js';
import type { VectorTable } from './lookup-table.js';

/**
 * The table [rows, width] that heads share: row n has sines and cosines in turn
 * of n · 10000^(-2c/width). It has no gradient.
 */
export function sinusoidalTable(
  heap: Heap,
  method: string,
  rows: number,
  width: number,
): VectorTable {
  return {
    rows,
    width,
    load(scratch) {
      const spacing = { base: 10000, span: width / 2 };
      const wanted = { spacing, count: Math.ceil(width / 2) };
      const bank = makeOscillators(
        scratch,
        computeFrequencies(heap, method, { ...wanted, precision: 'exact' }),
      );
      const out = scratch.bytes(rows * width * Float32Array.BYTES_PER_ELEMENT);
      const where = { start: 0, first: 0, positions: 0, apart: 0 };
      scratch.check(
        scratch.core.sinusoidal({
          ...{ bank, dim: width, layout: 'interleaved', cosinesFirst: false },
          ...{ dtype: 'float32', zeroPosition: Number.NaN },
          ...{ where, rows, out },
        }),
      );
      return {
        table: {
          ...{ table: out, tableRows: rows, width },
          ...{ rowStride: width, headStride: 0, gradient: 0 },
        },
        sum: undefined,
      };
    },
  };
}
