// The figure of each question, loaded by its page alone.

import type { QuestionName } from '../../start/questions.js';
import type { AnyFigure } from '../../start/screen.js';

export const figures: Readonly<
  Record<QuestionName, () => Promise<{ readonly figure: AnyFigure }>>
> = {
  'add-or-concatenate': () => import('./add.js'),
  'each-dimension': () => import('./dimension.js'),
  'sine-and-cosine': () => import('./shadows.js'),
  'gpt-without-sines': () => import('./learned.js'),
  'order-of-columns': () => import('./columns.js'),
  'longer-context': () => import('./cures.js'),
  'low-dimensions': () => import('./fast-first.js'),
  'rope-beyond-training': () => import('./beyond.js'),
};
