// The factors that a rope puts on a score in words.

import { digitsFor, product, writeEquation } from '../../plot/equations.js';
import { writeValue } from '../../plot/ticks.js';

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
