// What is said of distances that stand together.

import { type Stretches, stretchWords } from '../stretches.js';

/** Which distance a point of the chart stands for, or which stretch of them. */
export const writeStretch = (stretches: Stretches, index: number): string =>
  stretchWords('distance', stretches, index);
