/**
 * The parameter `span` of the methods that take positions relative to a whole
 * sequence.
 */

import { LARGEST_POSITION } from '../arrays/positions.js';

/**
 * Each use repeats the comment as JSDoc: editors do not show comments behind a
 * reference.
 */
export const spanParameter = {
  kind: 'number',
  integer: true,
  min: 2,
  max: LARGEST_POSITION,
  optional: true,
} as const;
