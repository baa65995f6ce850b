/** The error for a required option that is missing. */

import { PosencTypeError } from '../base/errors.js';

/**
 * `rope: headDim is required, an even integer ≥ 2`; then the hint, if there is
 * one.
 */
export function missing(
  method: string,
  param: string,
  rule: string,
  hint = '',
): PosencTypeError {
  return new PosencTypeError(
    `${method}: ${param} is required${rule && `, ${rule}`}${hint}`,
    { code: 'ERR_MISSING', param, value: undefined },
  );
}
