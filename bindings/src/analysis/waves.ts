/** The columns of a table as waves. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { allocateResult, type Heap } from '../core/memory.js';
import { bringTable, readTable, resultNumbers, settleTable } from './table.js';

/** The wave that describes each column best. */
export interface Wavelengths {
  /** In positions; Infinity for a constant column, at most `longest` else. */
  readonly wavelengths: Float64Array;
  /** Share of the column's variance, from 0 to 1. */
  readonly explained: Float64Array;
  /** 4 L: a column with this wavelength has that or a longer one. */
  readonly longest: number;
}

/** The power of every column at every frequency. */
export interface Spectrum {
  /** [bins, D]; the powers of a column add up to its variance. */
  readonly power: Tensor<'float32'>;
  /** Of each bin, in cycles a position, from 0 to 1/2. */
  readonly frequencies: Float64Array;
}

/** The analysis `wavelengths`; see `Analysis.wavelengths`. */
export function wavelengths(heap: Heap, value: unknown): Wavelengths {
  const name = 'analysis.wavelengths';
  const given = readTable(name, 'table', value);
  const table = settleTable(heap, name, given, { least: 2 });
  const { count, width } = table;
  return heap.scope(name, (scratch) => {
    const rows = bringTable(scratch, name, table);
    const waves = resultNumbers(scratch, width);
    const explained = resultNumbers(scratch, width);
    const status = scratch.core.dominantWaves({
      table: rows,
      wavelengths: waves.pointer,
      explained: explained.pointer,
    });
    scratch.check(status, transformBytes(count));
    return {
      wavelengths: waves.read(),
      explained: explained.read(),
      longest: 4 * count,
    };
  });
}

/** The analysis `spectrum`; see `Analysis.spectrum`. */
export function spectrum(heap: Heap, value: unknown): Spectrum {
  const name = 'analysis.spectrum';
  const given = readTable(name, 'table', value);
  const table = settleTable(heap, name, given, { least: 2 });
  let size = 2;
  while (size < 2 * table.count) size *= 2;
  const shape = [size / 2 + 1, table.width];
  const data = allocateResult(name, 'float32', shape);
  heap.scope(name, (scratch) => {
    const rows = bringTable(scratch, name, table);
    const out = scratch.bytes(data.byteLength);
    const status = scratch.core.powerSpectrum({ table: rows, out });
    scratch.check(status, transformBytes(table.count));
    data.set(new Float32Array(heap.buffer, out, data.length));
  });
  return {
    power: makeTensor(data, shape, 'float32'),
    frequencies: Float64Array.from(
      { length: shape[0] ?? 0 },
      (_, k) => k / size,
    ),
  };
}

/** About what the transform of so many rows takes. */
function transformBytes(count: number): number {
  return 8 * 16 * count;
}
