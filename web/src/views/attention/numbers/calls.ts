// Turns configurations of the page into calls of the package. Their options may
// be wrong: the package checks them, and throws an error with a `code`.

import type { AttentionOptions, AttentionResult } from 'posenc';
import type { Attention } from 'posenc/attention';

/** Attention whose parts, such as a rope, are specs. */
export function attend(
  pe: Attention,
  options: AttentionOptions,
  parts: Readonly<Record<string, object>>,
): AttentionResult {
  return pe.attention({ ...options, ...parts } as AttentionOptions);
}
