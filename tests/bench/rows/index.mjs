// @ts-check
/** All groups of rows, by subject, in the order of the table. */

import { attention } from './attention.mjs';
import { biases } from './biases.mjs';
import { caches } from './caches.mjs';
import { corners } from './corners.mjs';
import { decode } from './decode.mjs';
import { methodTables } from './methods.mjs';
import { products } from './products.mjs';
import { queries } from './queries.mjs';
import { rotations } from './rotations.mjs';
import { tables } from './tables.mjs';

/** @typedef {import('../judge.mjs').Group} Group */

/**
 * The groups of a host: those that run everywhere, and its own among them.
 * @param {readonly Group[]} own
 * @returns {Group[]}
 */
export const groupsWith = (own) => [
  ...tables,
  ...caches,
  ...rotations,
  ...decode,
  ...biases,
  ...products,
  ...attention,
  ...queries,
  ...own,
  ...corners,
  ...methodTables,
];
