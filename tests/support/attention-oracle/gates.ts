/** Gates: factors of the weights after the softmax. */

import type { Array64 } from './array.js';
import type { Term } from './attention.js';

/**
 * URPE (arXiv:2205.13401): a factor for each distance, whose row in the table
 * [rows, heads] a scheme gives.
 */
export const urpe =
  (table: Array64, row: (r: number) => number): Term =>
  ({ head, distance }) =>
    table.at(row(distance), head);
