/** What the methods with learned tables share. */

import { LARGEST_POSITION } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';

/** Most rows of a table: all that a batch could index with 32 bits. */
export const LONGEST_TABLE = 2 ** 32;

/** Width of a table that may be given. */
export const tableDim = {
  kind: 'number',
  integer: true,
  min: 1,
  max: WIDEST,
  optional: true,
} as const;

/** Number of rows of a table that is drawn. */
export const rowCount = {
  kind: 'number',
  integer: true,
  min: 1,
  max: LONGEST_TABLE,
} as const;

/** Which numbers are drawn. */
export const seed = {
  kind: 'number',
  integer: true,
  min: 0,
  max: LARGEST_POSITION,
  default: 0,
} as const;

/** Row of position 0. */
export const offset = {
  kind: 'number',
  integer: true,
  min: -LARGEST_POSITION,
  max: LARGEST_POSITION,
  default: 0,
} as const;

/** Rows in front that belong to no position in turn. */
export const prefix = {
  kind: 'number',
  integer: true,
  min: 0,
  max: LONGEST_TABLE,
  default: 0,
} as const;
