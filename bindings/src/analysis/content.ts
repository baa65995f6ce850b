/** Compares positions with content: sum or concatenate. */

import { type EmbeddingScale, readScale } from '../absolute/embeddings.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Rows } from '../core/wasm/calls.js';
import { fitAxes } from '../describe/axes.js';
import { checkOptions } from '../describe/checks.js';
import { analysisParameters } from './analysis.description.js';
import {
  bringTable,
  readTable,
  recheckTable,
  resultNumbers,
  type Table,
} from './read-table.js';

const parameters = analysisParameters.sumOrConcat;
const name = 'analysis.sumOrConcat';

/** Options of `analysis.sumOrConcat`. */
export interface SumOrConcatOptions {
  /** Rows of content, such as token embeddings, [.., D]. Required. */
  readonly embeddings: Table;
  /** Rows of positions, [L, D]. Required. */
  readonly table: Table;
  /** Factor of the table. Defaults to 1. */
  readonly scale?: number | undefined;
  /**
   * Factor of the embeddings: a number, or `'rootDim'` for √dim, by which most
   * Transformers multiply. Defaults to 1.
   */
  readonly embeddingScale?: EmbeddingScale | undefined;
  /**
   * Share of the sum of squares that the compared subspaces hold; 1 takes all
   * directions that are not rounding. Defaults to 0.99.
   */
  readonly energy?: number | undefined;
  /** Number of bins of the histogram, from -1 to 1. Defaults to 64. */
  readonly bins?: number | undefined;
}

/** Overlap of positions and embeddings. */
export interface SumOrConcat {
  /** Variances of the columns, after multiplication by the factors. */
  readonly variance: {
    readonly embeddings: Float64Array;
    readonly table: Float64Array;
  };
  /** Cosines of all pairs of a content row and a position row. */
  readonly cosine: {
    readonly mean: number;
    /** Root mean square: about 1/√D if the directions are random. */
    readonly rms: number;
    readonly min: number;
    readonly max: number;
    /** Number of pairs in which neither row is zero. */
    readonly pairs: number;
    /** Number of pairs in each of the equal bins from -1 to 1. */
    readonly histogram: Float64Array;
  };
  /** Smallest number of directions that hold `energy`. */
  readonly dimensions: { readonly embeddings: number; readonly table: number };
  /** Angles between the two subspaces in radians, smallest first. */
  readonly principalAngles: Float64Array;
  /**
   * Effective number of directions: e to the entropy of the singular values.
   */
  readonly effectiveRank: {
    readonly embeddings: number;
    readonly table: number;
    readonly sum: number;
    readonly concat: number;
  };
}

/** The analysis `sumOrConcat`; see `Analysis.sumOrConcat`. */
export function sumOrConcat(
  heap: Heap,
  options: SumOrConcatOptions,
): SumOrConcat {
  const checked = checkOptions(name, parameters, options);
  const { scale, energy, bins } = checked;
  const scaleOf = readScale(name, checked.embeddingScale);
  const given = readTable(name, 'embeddings', checked.embeddings);
  const tableGiven = readTable(name, 'table', checked.table);
  const embeddings = recheckTable(heap, name, given, { deep: true });
  const table = recheckTable(heap, name, tableGiven);
  const { width } = table;
  const place = { method: name, param: 'embeddings', flat: false };
  fitAxes(place, parameters.embeddings, given.given.shape, { D: width });
  const embeddingScale = scaleOf(width);

  return heap.scope(name, (scratch) => {
    const content = bringTable(scratch, name, embeddings);
    const positions = bringTable(scratch, name, table);
    const meeting = {
      embeddings: content,
      table: positions,
      embeddingScale,
      scale,
    };
    const numbers = resultNumbers(scratch, 7);
    const histogram = resultNumbers(scratch, bins);
    const angles = resultNumbers(scratch, width);
    const cosines = scratch.core.meetingCosines({
      meeting,
      out: numbers.pointer,
      histogram: histogram.pointer,
      bins,
    });
    scratch.check(cosines, 8 * (4 * width + embeddings.count + table.count));
    const [pairs = 0, mean = 0, square = 0, min = 0, max = 0] = numbers.read();
    const spaces = scratch.core.meetingSpaces({
      meeting,
      energy,
      out: numbers.pointer,
      angles: angles.pointer,
    });
    scratch.check(spaces, 8 * (6 * width + 512) * 2 * width);
    const [contentRank = 0, tableRank = 0, sum = 0, concat = 0, ...counts] =
      numbers.read();
    const [contentDims = 0, positionDims = 0, found = 0] = counts;
    return {
      variance: {
        embeddings: variances(scratch, content, embeddingScale),
        table: variances(scratch, positions, scale),
      },
      cosine: {
        mean,
        rms: Math.sqrt(square),
        min,
        max,
        pairs,
        histogram: histogram.read(),
      },
      dimensions: { embeddings: contentDims, table: positionDims },
      principalAngles: angles.read(found),
      effectiveRank: { embeddings: contentRank, table: tableRank, sum, concat },
    };
  });
}

function variances(scratch: Scratch, table: Rows, scale: number): Float64Array {
  const out = resultNumbers(scratch, table.width);
  scratch.check(scratch.core.columnVariances({ table, out: out.pointer }));
  return out.read().map((variance) => variance * scale * scale);
}
