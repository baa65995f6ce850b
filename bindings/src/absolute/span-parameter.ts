/** The span of the methods that see positions as parts of a whole. */

import { LARGEST_POSITION } from '../arrays/positions.js';

/** Repeated in words where it stands, for the editors. */
export const spanParameter = {
  kind: 'number',
  integer: true,
  min: 2,
  max: LARGEST_POSITION,
  optional: true,
} as const;
