/** All records of families, by the words of `model_type`. */

import type { Family } from '../family.js';
import { audio } from './audio.js';
import { composites } from './composites.js';
import { decoders } from './decoders.js';
import { vision } from './vision.js';

export const families: Readonly<Record<string, Family>> = {
  ...decoders,
  ...vision,
  ...audio,
  ...composites,
};
