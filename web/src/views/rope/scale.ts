// The factors that a rope puts on a score, and what is left of them in the end.

import { createNumbers } from '../../figures/arrows/readout.js';
import { h } from '../../shell/dom.js';
import { type Scale, scaleWords } from './scale-words.js';

export function createScaleReadout() {
  const numbers = createNumbers({
    'attention-factor': 'A, factor of cosines and sines (attentionFactor)',
    'attention-square': 'A², because query and key both have it',
    'softmax-scale': 'factor of all products (softmaxScale)',
    'turned-scale': 'products of turned pairs, in all (scoreFactor)',
    'plain-scale': 'products of components that no pair turns',
  });
  return {
    element: h(
      'figure',
      { class: 'scale' },
      h('h3', {}, 'What scale do I really get?'),
      numbers.element,
    ),
    show(scale: Scale, hasRest: boolean): void {
      numbers.show(scaleWords(scale, hasRest));
    },
  };
}
