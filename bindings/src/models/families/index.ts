/** All records of families, by the words of `model_type`. */

import type { Family } from '../family.js';
import { decoders } from './decoders.js';
import { encoders } from './encoders.js';
import { older } from './older.js';
import { seq2seq } from './seq2seq.js';

export const families: Readonly<Record<string, Family>> = {
  ...decoders,
  ...encoders,
  ...seq2seq,
  ...older,
};
