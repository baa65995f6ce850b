// The factors that a rope puts on a score, and what is left of them in the end.

import { createNumbers } from '../../figures/arrows/readout.js';
import { digitsFor, product, writeEquation } from '../../plot/equations.js';
import { writeValue } from '../../plot/ticks.js';
import { h } from '../../shell/dom.js';

/** What a rope says of its factors. */
export interface Scale {
  readonly attentionFactor: number;
  readonly softmaxScale: number;
  readonly scoreFactor: number;
}

const digits = 8;

/** The factors, with so many digits that they multiply as it is printed. */
export function scaleWords(scale: Scale, hasRest: boolean) {
  const { attentionFactor, softmaxScale, scoreFactor } = scale;
  const square = attentionFactor ** 2;
  const turned = writeEquation(
    scoreFactor,
    [softmaxScale, square],
    product,
    digits,
  );
  const [softmax = '', printed = ''] = turned.given;
  // As many digits of A as the printed digits of its square need.
  const length = Math.max(digits, printed.replace(/\D/g, '').length);
  const times = ([a = 0]: readonly number[]) => a * a;
  const own = digitsFor([attentionFactor], times, square, length, digits);
  return {
    'attention-factor': writeValue(attentionFactor, own ?? 17),
    'attention-square': printed,
    'softmax-scale': softmax,
    'turned-scale': turned.result,
    'plain-scale': hasRest ? softmax : 'there are none',
  };
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
      numbers.show(scaleWords(scale, hasRest));
    },
  };
}
