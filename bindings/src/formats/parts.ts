/** The parts of a table's file, as each format makes them. */

import type { AnyDType, ArrayOf, OwnArray } from '../base/dtype.js';

/** A table to be written, and what its file tells about it. */
export interface TableFile {
  /** Type of the numbers. */
  readonly dtype: AnyDType;
  /** Lengths of the axes; the first counts rows. */
  readonly shape: readonly number[];
  /** Spec of the table, which safetensors and JSON files store. */
  readonly spec?: unknown;
  /** Name of the tensor in a safetensors file. Defaults to `table`. */
  readonly name?: string | undefined;
  /** Whether a CSV file begins with names of columns. Defaults to `false`. */
  readonly header?: boolean | undefined;
  /**
   * Number of axes that count lines in CSV and JSON files; all others together
   * are one line. Defaults to 1.
   */
  readonly lineAxes?: number | undefined;
}

/** A file in pieces. */
export interface TableParts {
  readonly head: OwnArray<'Uint8Array'>;
  /** Whole lines as bytes, which may be a view of `data`. */
  readonly rows: (data: ArrayOf[AnyDType]) => Uint8Array;
  readonly tail: OwnArray<'Uint8Array'>;
}
