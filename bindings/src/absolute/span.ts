/** Resolves `span`, the number of positions of the whole sequence. */

import { PosencTypeError } from '../base/errors.js';

/** The given span, or the length of a range. */
export function spanOf(
  method: string,
  checked: {
    readonly span: number | undefined;
    readonly length: number | undefined;
    readonly positions: unknown;
  },
): number {
  const { span, length = 0, positions } = checked;
  if (span !== undefined) return span;
  if (positions === undefined) return Math.max(length, 2);
  throw new PosencTypeError(
    `${method}: span is required with positions: the number of positions ` +
      'that make the whole',
    { code: 'ERR_MISSING', param: 'span' },
  );
}
