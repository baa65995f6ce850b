/** A table's file as the formats make it: what stands around the rows. */

import type { ArrayOf, DType } from '../base/dtype.js';

/** What a table will be, and what its file says about it. */
export interface TableFile {
  /** Kind of the numbers. */
  readonly dtype: DType;
  /** Lengths of the axes; the first counts rows. */
  readonly shape: readonly number[];
  /** What it was made from; safetensors and JSON files hold it. */
  readonly spec?: unknown;
  /** Name of the tensor in a safetensors file. Defaults to `table`. */
  readonly name?: string | undefined;
  /** Whether a CSV file begins with names of columns. Defaults to `false`. */
  readonly header?: boolean | undefined;
}

/** A file in pieces. */
export interface TableParts {
  readonly head: Uint8Array;
  /** Whole rows as bytes, perhaps as a view of `data`. */
  readonly rows: (data: ArrayOf[DType]) => Uint8Array;
  readonly tail: Uint8Array;
}
