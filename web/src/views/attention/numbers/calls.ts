// Turns configurations of the page into calls of the package. Their options may
// be wrong: the package checks them, and throws an error with a `code`.

import type {
  AttentionOptions,
  AttentionResult,
  RelativeIndicesOptions,
} from 'posenc';
import type { Attention } from 'posenc/attention';
import type { Options } from '../../../state/spec.js';

/** Attention whose parts, such as a rope, are specs. */
export function attend(
  pe: Attention,
  options: AttentionOptions,
  parts: Readonly<Record<string, object>>,
): AttentionResult {
  return pe.attention({ ...options, ...parts } as AttentionOptions);
}

/** The row of a learned table that each pair of positions reads. */
export function findRelativeRows(
  pe: Attention,
  scheme: Options,
  queries: number,
): Int32Array {
  const options = { scheme, queries } as unknown as RelativeIndicesOptions;
  return pe.relativeIndices(options).data;
}
