// The chart of errors by pair, at one position.

import { createChart } from '../../figures/chart/chart.js';
import { h, setText } from '../../shell/dom.js';
import type { Made } from './follow.js';
import { dotsOf, errorScale } from './look.js';
import {
  placeTitle,
  powerWords,
  readPair,
  ropeTitle,
  waysIn,
} from './words.js';

export function createPairsFigure(choose: (pair: number) => void) {
  const title = h('h3');
  const chart = createChart('Pair', choose);
  const note = h('p', { class: 'hint' });
  return {
    element: h(
      'figure',
      { class: 'chart errors-by-pair' },
      h('div', { class: 'chart-head' }, title, chart.reading),
      chart.element,
      note,
    ),
    draw({ rope, got }: Made<'place'>, pair: number): void {
      const { pairs: place } = got;
      const { errors, pairs, at, frequencies } = place;
      const series = waysIn(errors).map((way) =>
        dotsOf(way, errors[way] as Float64Array),
      );
      const name = placeTitle(at);
      setText(title, name);
      setText(note, powerWords(at));
      chart.draw({
        x: Float64Array.from({ length: pairs }, (_, k) => k),
        across: { low: -0.5, high: pairs - 0.5, logarithmic: false },
        up: errorScale(series),
        series,
        xName: 'pair',
        yName: 'error',
        read: (k) => readPair(place, k, Number(frequencies[k])),
        chosen: pair,
        caption: name,
        told: {
          name: 'precision-by-pair',
          caption: ropeTitle(rope),
          spec: { ...rope.spec, positions: [at] },
        },
      });
    },
  };
}
