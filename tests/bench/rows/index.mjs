// @ts-check
/** All groups of rows, by subject, in the order of the table. */

import { attention } from './attention.mjs';
import { biases } from './biases.mjs';
import { caches } from './caches.mjs';
import { commandLine } from './command-line.mjs';
import { corners } from './corners.mjs';
import { decode } from './decode.mjs';
import { load } from './load.mjs';
import { methodTables } from './methods.mjs';
import { products } from './products.mjs';
import { rotations } from './rotations.mjs';
import { tables } from './tables.mjs';

/** @type {import('../judge.mjs').Group[]} */
export const groups = [
  ...tables,
  ...caches,
  ...rotations,
  ...decode,
  ...biases,
  ...products,
  ...attention,
  ...commandLine,
  ...load,
  ...corners,
  ...methodTables,
];
