// What is said of the wavelengths of a layer.

import type { Layer, Tower } from 'posenc/models';
import { writeCount } from '../../../plot/ticks.js';
import type { Waves } from './waves.js';

/** What is said where a layer turns nothing. */
export function stillWords(layer: Layer, { layers }: Tower): string {
  if (layer.positions.some(({ method }) => method === 'rope')) {
    return 'No rotation can be made of what the file says of this layer.';
  }
  const other = layers.find(({ spec }) => spec !== null);
  return other === undefined
    ? 'No layer of this tower turns anything, so there are no waves.'
    : `This layer turns nothing, so it has no waves. Layer ${other.index} has some.`;
}

/** What is said above the counts. */
export function turningWords({ turning, spans, window }: Waves): string {
  const { pairs, trained } = spans;
  const all = writeCount(pairs.length);
  const some =
    turning === pairs.length
      ? `All ${all} pairs turn.`
      : `${writeCount(turning)} of ${all} pairs turn.`;
  if (trained === null) return some;
  if (window !== null && window <= trained.value) {
    return (
      `${some} A query of this layer sees the last ${writeCount(window)} tokens, ` +
      'so that a longer text brings it no angle that it has not met.'
    );
  }
  return (
    `${some} A pair whose wave is longer than the texts of the training has ` +
    'shown the model only a part of its circle.'
  );
}

export const lengthHeads = ['texts of', 'tokens', 'plain', 'with the schedule'];

/** The cells of the counts, a row for each length. */
export function lengthRows({ turns, spans }: Waves): readonly string[][] {
  const all = writeCount(spans.pairs.length);
  return turns.map(({ name, length, plain, own }) => [
    name,
    writeCount(length),
    ...[plain, own].map((count) => `${writeCount(count)} of ${all}`),
  ]);
}
