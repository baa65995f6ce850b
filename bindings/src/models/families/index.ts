/** All records of families, by the words of `model_type`. */

import type { Family } from '../family.js';
import { decoders } from './decoders.js';

export const families: Readonly<Record<string, Family>> = {
  ...decoders,
};
