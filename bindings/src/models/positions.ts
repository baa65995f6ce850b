/** The specs of layers besides rotations: biases and relative encodings. */

import type { Family } from './family.js';
import { gridBias, gridBiases } from './grid-bias.js';
import { count, type Section } from './section.js';
import type { ModelSpec } from './types.js';

/** The layer that positions act in. */
export interface PositionLayer {
  readonly heads: number;
  readonly keyHeads: number;
  /** Its window, or `null`. */
  readonly window: number | null;
}

type Reader = (
  section: Section,
  family: Family,
  layer: PositionLayer,
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
      buckets: section.fact('buckets') ?? 32,
      maxDistance: section.fact('maxDistance') ?? 128,
      bidirectional,
    },
  ],
  // Sinusoids of distances, with two learned biases of the queries.
  transformerXL: (_section, _family, { heads }) => [
    { method: 'transformerXL', heads },
  ],
  // Learned vectors of clipped distances, by which queries are multiplied.
  clippedKey: (section, _family, { heads }) => [
    {
      method: 'clippedKey',
      heads,
      left: section.number('left_max_position_embeddings', count),
      right: section.number('right_max_position_embeddings', count),
    },
  ],
  ...Object.fromEntries(
    gridBiases.map((word): [string, Reader] => [
      word,
      (section, family, layer) => [gridBias(section, family, layer)],
    ]),
  ),
};

/** The words of all positions besides those of tables. */
export const positionWords: readonly string[] = Object.keys(readers);

/** The specs of a layer besides its rotation. */
export function positionsOf(
  section: Section,
  family: Family,
  layer: PositionLayer,
): readonly ModelSpec[] {
  const { position = 'rope' } = family;
  const read = readers[position];
  return read?.(section, family, layer) ?? [];
}
