// Two ropes over each other: their scores by distance, the wavelengths of their
// pairs, and how much faster each pair of one turns.

import { pairShown } from '../../../figures/arrows/pairs.js';
import { createChart } from '../../../figures/chart/chart.js';
import { bandSeries, valuesIn } from '../../../figures/chart/series.js';
import { acrossOf, farthest } from '../../../figures/reach/reach-span.js';
import { createSeeded } from '../../../figures/words/seeded.js';
import { lineColour } from '../../../plot/palette.js';
import { decadeScale, linearScale } from '../../../plot/scales.js';
import { h, setText } from '../../../shell/dom.js';
import { theme } from '../../../shell/theme.js';
import type { Spec } from '../../../state/spec.js';
import { toldOf } from '../kept.js';
import type { Reach } from '../reach.js';
import type { RopeState } from '../state.js';
import type { Comparison } from './compare.js';
import type { SideNames } from './names.js';
import {
  distanceTitle,
  ratiosOf,
  readDistance,
  readPair,
  turnOf,
} from './words.js';

/** The colours of the two, which no query and no key has. */
const colourOf = (side: 0 | 1) => lineColour(side === 0 ? 4 : 5, theme());

function createCard(label: string, choose?: (index: number) => void) {
  const title = h('h4');
  const chart = createChart(label, choose);
  const element = h(
    'div',
    { class: 'chart second-chart' },
    h('div', { class: 'chart-head' }, title, chart.reading),
    chart.element,
  );
  return { title, chart, element };
}

/** What saved files say of the two. */
function told(
  names: SideNames,
  first: Spec,
  second: Spec | null,
  what: string,
) {
  const { name, spec } = toldOf(first, `two-${what}`);
  const caption = `${names.first} and ${names.second}`;
  const other = second && toldOf(second, '').spec;
  return { name, caption, spec: { first: spec, second: other } };
}

export function createSecondCharts(choose: (pair: number) => void) {
  const reach = createCard('Distance of the two ropes');
  const turns = createCard('Pair of the two ropes', choose);
  const speeds = createCard('Pair, by its speeds', choose);

  function drawReach(first: Reach, second: Reach, names: SideNames): void {
    const series = [
      bandSeries(names.first, colourOf(0), first.rotary),
      bandSeries(names.second, colourOf(1), second.rotary),
    ];
    const title = distanceTitle(first);
    setText(reach.title, title);
    reach.chart.draw({
      ...{ x: first.from, xTo: first.to, series, caption: title },
      across: acrossOf({
        from: first.from[0] ?? 1,
        to: first.to.at(-1) ?? farthest,
      }),
      up: linearScale([0, ...valuesIn(series)]),
      xName: 'distance in positions',
      yName: 'score',
      read: (index) => readDistance(first, second, names, index),
      chosen: 0,
      told: told(names, first.spec, second.spec, 'score-by-distance'),
    });
  }

  function drawPairs(
    comparison: Comparison,
    names: SideNames,
    { spec, second: other, pair }: Pick<RopeState, 'spec' | 'second' | 'pair'>,
  ): void {
    const { first, second } = comparison;
    const sides = [first, second];
    const count = Math.max(...sides.map((side) => side.frequencies.length));
    const look = {
      x: Float64Array.from({ length: count }, (_, k) => k),
      across: { low: -0.5, high: count - 0.5, logarithmic: false },
      xName: 'pair, from fast to slow',
      read: (at: number) => readPair(comparison, names, at),
      chosen: pairShown(pair, count),
    };
    const lengths = sides.map((side) =>
      Float64Array.from({ length: count }, (_, k) => turnOf(side, k)),
    ) as [Float64Array, Float64Array];
    turns.element.hidden = count === 0;
    setText(turns.title, 'Positions that a pair takes for a turn');
    if (count > 0) {
      turns.chart.draw({
        ...look,
        up: decadeScale(lengths.flatMap((values) => [...values])),
        series: [
          {
            ...{ label: names.first, mark: 'dot', colour: colourOf(0) },
            values: lengths[0],
          },
          {
            ...{ label: names.second, mark: 'ring', colour: colourOf(1) },
            values: lengths[1],
          },
        ],
        yName: 'positions a turn',
        caption: 'Positions that a pair takes for a turn',
        told: told(names, spec, other, 'wavelengths'),
      });
    }
    const ratios = ratiosOf(comparison);
    const even = ratios === null || ratios.every((ratio) => ratio === 1);
    speeds.element.hidden = even;
    if (even) return;
    const title = `Speed of each pair of ${names.second}, in times that of ${names.first}`;
    setText(speeds.title, title);
    speeds.chart.draw({
      ...look,
      up: linearScale([0, 1, ...ratios]),
      series: [
        {
          ...{ label: 'speed', mark: 'dot', colour: colourOf(1) },
          values: ratios,
        },
      ],
      yName: 'times',
      caption: title,
      told: told(names, spec, other, 'speeds'),
    });
  }

  return {
    element: h(
      'div',
      { class: 'second-charts' },
      ...[reach, turns, speeds].map(({ element }) => element),
      createSeeded(),
    ),
    drawReach,
    drawPairs,
  };
}
