// A layer in one sentence.

import type { Tower } from 'posenc/models';
import { writeCount } from '../../plot/ticks.js';
import { seeWords } from './see-words.js';
import { turnWords } from './turn-words.js';

export function layerSentence(tower: Tower, index: number): string {
  const layer = tower.layers[index];
  if (layer === undefined) return 'The tower has no layer.';
  const all = writeCount(tower.layers.length);
  return (
    `Layer ${writeCount(index)} of ${all}: a token ${seeWords(layer)}; ` +
    `${turnWords(layer, tower)}.`
  );
}
