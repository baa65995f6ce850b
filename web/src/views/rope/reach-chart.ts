// The chart of a word's score with itself as far as a million positions away.

import { createSeeded } from '../../figures/words/seeded.js';
import { lineColour } from '../../plot/palette.js';
import { linearScale } from '../../plot/scales.js';
import { cssColour, h, setText } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import { createChart } from './chart/chart.js';
import type { Series } from './chart/look.js';
import { toldOf } from './kept.js';
import type { Reach } from './reach.js';
import { acrossOf, endsOf } from './reach-span.js';
import {
  explainReach,
  reachNames,
  reachTitle,
  readReach,
} from './reach-words.js';
import { createReachZoom, type ReachZoomEvents } from './reach-zoom.js';

function seriesOf(reach: Reach): Series[] {
  const { distances, rotary, unscaled, plain, expected, bound } = reach;
  // Magenta and blue are query and key; this is the colour of the rope.
  const rope = lineColour(4, theme());
  const soft = cssColour('--ink-soft');
  const level = Float64Array.from(distances, () => plain);
  const { rotary: own, unscaled: bare, ...names } = reachNames;
  return [
    {
      ...{ label: names.plain, mark: 'line', colour: soft },
      values: level,
    },
    ...(bound
      ? [
          {
            label: names.bound,
            mark: 'dashed',
            colour: soft,
            values: bound,
          },
        ]
      : []),
    ...(expected
      ? [
          {
            label: names.expected,
            mark: 'line',
            colour: rope,
            values: expected,
          },
        ]
      : []),
    ...(unscaled
      ? [
          {
            label: bare,
            mark: 'ring',
            colour: lineColour(3, theme()),
            values: unscaled,
          },
        ]
      : []),
    { label: own, mark: 'dot', colour: rope, values: rotary },
  ] as Series[];
}

export function createReachChart(events: ReachZoomEvents) {
  const title = h('h3');
  const words = h('div', { class: 'hint' });
  const chart = createChart('Distance');
  const zoom = createReachZoom(chart.field, events);
  let shown: Reach | null = null;
  let ends = endsOf([]);

  function draw(reach: Reach): void {
    shown = reach;
    setText(title, reachTitle(reach));
    const series = seriesOf(reach);
    const { distances } = reach;
    chart.draw({
      ...{ x: distances, series },
      across: acrossOf(ends),
      up: linearScale([
        0,
        ...series.flatMap(({ values }) => [...Array.from(values)]),
      ]),
      xName: 'distance in positions',
      yName: 'score',
      read(index) {
        zoom.at(distances[index] as number);
        return readReach(reach, index);
      },
      chosen: 0,
      caption: reachTitle(reach),
      told: toldOf(reach.spec, 'score-by-distance', `“${reach.word}”`),
    });
    words.replaceChildren(
      ...explainReach(reach).map((text) => h('p', {}, text)),
    );
  }

  return {
    element: h(
      'figure',
      { class: 'chart reach' },
      h('div', { class: 'chart-head' }, title, chart.reading),
      zoom.element,
      chart.element,
      words,
      createSeeded(),
    ),
    draw,
    /** Shows the distances of an address, as far as there are scores of them. */
    show(reach: readonly number[]): void {
      const next = endsOf(reach);
      zoom.show(reach);
      if (next.from === ends.from && next.to === ends.to) return;
      ends = next;
      if (shown) draw(shown);
    },
    /** Draws again, in the new colours of the page. */
    refresh(): void {
      if (shown) draw(shown);
    },
  };
}
