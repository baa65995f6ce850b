/** The specs of layers besides rotations: biases and relative encodings. */

import type { Family } from './family.js';
import { count, type Section } from './section.js';
import type { ModelSpec } from './types.js';

/** The heads of a layer. */
interface Heads {
  readonly heads: number;
  readonly keyHeads: number;
}

type Reader = (
  section: Section,
  family: Family,
  heads: Heads,
) => readonly ModelSpec[];

/** What acts in a layer, by the word of a record's `position`. */
const readers: Readonly<Record<string, Reader>> = {
  rope: () => [],
  none: () => [],
  alibi: (section, _family, { heads }) => {
    const largest = section.number('alibi_bias_max', { min: 0 });
    const more = largest === null ? {} : { maxBias: largest };
    return [{ method: 'alibi', heads, ...more }];
  },
  t5Bias: (section, { bidirectional = false }, { heads }) => [
    {
      method: 't5Bias',
      heads,
      buckets: section.number('relative_attention_num_buckets', count) ?? 32,
      maxDistance:
        section.number('relative_attention_max_distance', count) ?? 128,
      bidirectional,
    },
  ],
};

/** The words of all positions besides those of tables. */
export const positionWords: readonly string[] = Object.keys(readers);

/** The specs of a layer besides its rotation. */
export function positionsOf(
  section: Section,
  family: Family,
  heads: number,
  keyHeads: number,
): readonly ModelSpec[] {
  const { position = 'rope' } = family;
  const read = readers[position];
  return read?.(section, family, { heads, keyHeads }) ?? [];
}
