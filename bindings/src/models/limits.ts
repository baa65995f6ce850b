/** The most positions that a class has rows or frequencies for. */

import type { Family } from './family.js';
import { count, type Section } from './section.js';
import type { Json } from './types.js';

/** The fact `limits`: the most positions of each axis; none without a key. */
export function limitsOf(
  section: Section,
  { limits: key }: Family,
  axes: number,
): Readonly<Record<string, Json>> {
  if (key === undefined) return {};
  const all = Array.isArray(section.get(key))
    ? section.numbers(key, count)
    : section.number(key, count);
  if (all === null) return {};
  return { limits: typeof all === 'number' ? Array(axes).fill(all) : all };
}
