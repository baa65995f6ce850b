// The factors that a rope puts on a score, and what is left of them in the end.

import { createNumbers } from '../../figures/arrows/readout.js';
import { writeValue } from '../../plot/ticks.js';
import { h } from '../../shell/dom.js';

/** What a rope says of its factors. */
export interface Scale {
  readonly attentionFactor: number;
  readonly softmaxScale: number;
  readonly scoreFactor: number;
}

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
      const { attentionFactor, softmaxScale, scoreFactor } = scale;
      numbers.show({
        'attention-factor': writeValue(attentionFactor, 8),
        'attention-square': writeValue(attentionFactor ** 2, 8),
        'softmax-scale': writeValue(softmaxScale, 8),
        'turned-scale': writeValue(scoreFactor, 8),
        'plain-scale': hasRest ? writeValue(softmaxScale, 8) : 'there are none',
      });
    },
  };
}
