/** All records of families, by the words of `model_type`. */

import type { Family } from '../family.js';
import { decodersA } from './decoders-a.js';
import { decodersM } from './decoders-m.js';

export const families: Readonly<Record<string, Family>> = {
  ...decodersA,
  ...decodersM,
};
