/** Analyses of the columns of a table as waves. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { allocateResult, type Heap } from '../core/memory.js';
import {
  bringTable,
  ROUNDING,
  readTable,
  recheckTable,
  resultNumbers,
} from './read-table.js';

/** The wave that fits each column best. */
export interface Wavelengths {
  /**
   * Wavelengths in positions, at most `longest`; Infinity for a constant
   * column.
   */
  readonly wavelengths: Float64Array;
  /** Share of the column's variance that the wave explains, from 0 to 1. */
  readonly explained: Float64Array;
  /**
   * Rows after which each column repeats, whole numbers up to L / 2; 1 for a
   * constant column, NaN for a column that does not repeat so.
   */
  readonly periods: Float64Array;
  /**
   * Longest reported wavelength, 4 L, which also stands for all longer ones.
   */
  readonly longest: number;
}

/** The power of every column at every frequency. */
export interface Spectrum {
  /** Power [bins, D]; the powers of a column add up to its variance. */
  readonly power: Tensor<'float32'>;
  /** Frequency of each bin, in cycles per position, from 0 to 1/2. */
  readonly frequencies: Float64Array;
}

/** The analysis `wavelengths`; see `Analysis.wavelengths`. */
export function wavelengths(heap: Heap, value: unknown): Wavelengths {
  const name = 'analysis.wavelengths';
  const given = readTable(name, 'table', value);
  const table = recheckTable(heap, name, given, { least: 2 });
  const { count, width, dtype } = table;
  return heap.scope(name, (scratch) => {
    const rows = bringTable(scratch, name, table);
    const repeats = resultNumbers(scratch, width);
    const waves = resultNumbers(scratch, width);
    const explained = resultNumbers(scratch, width);
    const status = scratch.core.dominantWaves({
      table: rows,
      wavelengths: waves.pointer,
      explained: explained.pointer,
    });
    scratch.check(status, transformBytes(count));
    const found = scratch.core.periods({
      table: rows,
      rounding: ROUNDING[dtype],
      out: repeats.pointer,
    });
    scratch.check(found, transformBytes(count));
    return {
      wavelengths: waves.read(),
      explained: explained.read(),
      periods: repeats.read().map((period) => period || Number.NaN),
      longest: 4 * count,
    };
  });
}

/** The analysis `spectrum`; see `Analysis.spectrum`. */
export function spectrum(heap: Heap, value: unknown): Spectrum {
  const name = 'analysis.spectrum';
  const given = readTable(name, 'table', value);
  const table = recheckTable(heap, name, given, { least: 2 });
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

/** Bytes that the transform of `count` rows takes, about. */
function transformBytes(count: number): number {
  return 8 * 16 * count;
}
