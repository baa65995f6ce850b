/** Parameters that the methods with learned tables share. */

import { LARGEST_POSITION } from '../arrays/positions.js';

/** Largest number of rows of a table: 32 bits can index them. */
export const LONGEST_TABLE = 2 ** 32;

/** Number of rows of a table that is drawn. */
export const rowCount = {
  kind: 'number',
  integer: true,
  min: 1,
  max: LONGEST_TABLE,
} as const;

/** Seed of a drawn table. */
export const seed = {
  kind: 'number',
  integer: true,
  min: 0,
  max: LARGEST_POSITION,
  default: 0,
} as const;

/** Row that position 0 reads. */
export const offset = {
  kind: 'number',
  integer: true,
  min: -LARGEST_POSITION,
  max: LARGEST_POSITION,
  default: 0,
} as const;

/** Number of leading rows that are treated apart. */
export const prefix = {
  kind: 'number',
  integer: true,
  min: 0,
  max: LONGEST_TABLE,
  default: 0,
} as const;
