// The rows of learned tables that pairs read. Schemes come from controls and
// addresses, so their options may be wrong: the package checks them, and throws an
// error with a `code`.

import type { RelativeIndicesOptions } from 'posenc';
import type { Attention } from 'posenc/attention';
import type { Options } from '../../state/spec.js';

/** Where queries and keys stand; every token of a grid where that is left out. */
export interface Places {
  readonly queries?: number;
  readonly queryPositions?: readonly number[];
  readonly keyPositions?: readonly number[];
}

/** The row of a learned table that each pair of positions reads; -1 for none. */
export function findRelativeRows(
  pe: Pick<Attention, 'relativeIndices'>,
  scheme: Options,
  places: Places,
): Int32Array {
  const options = { scheme, ...places } as unknown as RelativeIndicesOptions;
  return pe.relativeIndices(options).data;
}
