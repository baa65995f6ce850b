/** Analyses by the distance of two rows. */

import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Measure } from '../core/wasm/calls.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { analysisParameters } from './analysis.description.js';
import {
  bringTable,
  type ReadTable,
  readTable,
  recheckTable,
  resultNumbers,
} from './read-table.js';

const { distanceCurve: curveOf } = analysisParameters;

/** Options of `analysis.distanceCurve`. */
export interface DistanceCurveOptions
  extends OptionsOf<(typeof analysisParameters)['distanceCurve']> {}

/** Statistics of the pairs of rows at each distance 0, 1, … L - 1. */
export interface DistanceCurve {
  /** Means. At a distance without pairs, mean, min and max are 0. */
  readonly mean: Float64Array;
  /** Least values. */
  readonly min: Float64Array;
  /** Greatest values. */
  readonly max: Float64Array;
  /** Number of pairs. */
  readonly pairs: Float64Array;
}

/** Deviation of a Gram map from one that is constant along each diagonal. */
export interface Toeplitz {
  /** Relative residual: 0 if products depend only on distances. */
  readonly residual: number;
  /** Mean of each diagonal, from the main one outwards. */
  readonly mean: Float64Array;
  /** Standard deviation along each diagonal. */
  readonly deviation: Float64Array;
}

/** The analysis `toeplitz`; its contract stands at `Analysis.toeplitz`. */
export function toeplitz(heap: Heap, value: unknown): Toeplitz {
  const name = 'analysis.toeplitz';
  const given = readTable(name, 'table', value);
  const table = recheckTable(heap, name, given);
  return heap.scope(name, (scratch) => {
    const { pointer, column } = statistics(scratch, name, table, 'dot', []);
    return {
      residual: scratch.core.toeplitzResidual({
        statistics: pointer,
        count: table.count,
      }),
      mean: column(1),
      deviation: column(4),
    };
  });
}

/** The analysis `distanceCurve`; see `Analysis.distanceCurve`. */
export function distanceCurve(
  heap: Heap,
  value: unknown,
  options: DistanceCurveOptions,
): DistanceCurve {
  const name = 'analysis.distanceCurve';
  const checked = checkOptions(name, curveOf, options);
  const given = readTable(name, 'table', value);
  const table = recheckTable(heap, name, given);
  const { anchors = [] } = checked;
  for (const [i, row] of anchors.entries()) {
    if (row < table.count) continue;
    const rule = `below ${table.count}, the number of rows`;
    throw wrongValue(name, `anchors[${i}]`, rule, row);
  }
  const { measure } = checked;
  return heap.scope(name, (scratch) => {
    const { column } = statistics(scratch, name, table, measure, anchors);
    const [pairs, mean, min, max] = [
      column(0),
      column(1),
      column(2),
      column(3),
    ];
    return { mean, min, max, pairs };
  });
}

/** Number of float64 that the core writes for a distance. */
const WORDS = 5;

function statistics(
  scratch: Scratch,
  method: string,
  table: ReadTable,
  measure: Measure,
  anchors: readonly number[],
) {
  const { count, width } = table;
  const rows = bringTable(scratch, method, table);
  const list = scratch.bytes(anchors.length * 4);
  const { pointer, read } = resultNumbers(scratch, count * WORDS);
  new Int32Array(scratch.heap.buffer, list, anchors.length).set(anchors);
  const status = scratch.core.distanceStatistics({
    table: rows,
    measure,
    anchors: list,
    anchorCount: anchors.length,
    out: pointer,
  });
  scratch.check(status, 8 * (4 * width + 4 * count));
  const all = read();
  const column = (word: number) =>
    Float64Array.from({ length: count }, (_, r) => all[r * WORDS + word] ?? 0);
  return { pointer, column };
}
