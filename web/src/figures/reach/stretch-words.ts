// What is said of distances that stand together.

import { writeCount } from '../../plot/ticks.js';
import type { Stretches } from './reach-span.js';

/** Which distance a point of the chart stands for, or which stretch of them. */
export function writeStretch({ from, to }: Stretches, index: number): string {
  const [first, last] = [from[index] ?? 0, to[index] ?? 0];
  return first === last
    ? `distance ${writeCount(first)}`
    : `distances ${writeCount(first)} to ${writeCount(last)}`;
}
