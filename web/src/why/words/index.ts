// The words of each page of a question. The build reads them; the pages have them
// as text.

import type { QuestionName } from '../../start/questions.js';
import type { Words } from '../question.js';
import { words as add } from './add-or-concatenate.js';
import { words as dimension } from './each-dimension.js';
import { words as learned } from './gpt-without-sines.js';
import { words as longer } from './longer-context.js';
import { words as low } from './low-dimensions.js';
import { words as columns } from './order-of-columns.js';
import { words as beyond } from './rope-beyond-training.js';
import { words as shadows } from './sine-and-cosine.js';

export const wordsOf: Readonly<Record<QuestionName, Words>> = {
  'add-or-concatenate': add,
  'each-dimension': dimension,
  'sine-and-cosine': shadows,
  'gpt-without-sines': learned,
  'order-of-columns': columns,
  'longer-context': longer,
  'low-dimensions': low,
  'rope-beyond-training': beyond,
};
