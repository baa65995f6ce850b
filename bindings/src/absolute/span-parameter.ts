/** The span of the methods that see positions as parts of a whole. */

import { LARGEST_POSITION } from '../arrays/positions.js';

/** Repeated in words where it stands, for the editors. */
export const spanParameter = {
  kind: 'number',
  integer: true,
  min: 2,
  max: LARGEST_POSITION,
  defaultsTo: '`length`, but at least 2; required with `positions`',
  doc: 'Number of positions that make the whole, from 0 on.',
} as const;
