// The chart of a word's score with itself as far as a million positions away.

import { createChart } from '../../figures/chart/chart.js';
import type { Series } from '../../figures/chart/look.js';
import { bandSeries, valuesIn } from '../../figures/chart/series.js';
import { acrossOf, endsOf } from '../../figures/reach/reach-span.js';
import { createSeeded } from '../../figures/words/seeded.js';
import { lineColour } from '../../plot/palette.js';
import { linearScale } from '../../plot/scales.js';
import { cssColour, h, setText } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import { toldOf } from './kept.js';
import type { Reach } from './reach.js';
import {
  explainReach,
  reachNames,
  reachTitle,
  readReach,
} from './reach-words.js';
import { createReachZoom, type ReachZoomEvents } from './reach-zoom.js';
import type { RopeState } from './state.js';

function seriesOf(reach: Reach, withBound: boolean): Series[] {
  const { from, rotary, unscaled, plain, expected, bound } = reach;
  // Magenta and blue are query and key; this is the colour of the rope.
  const rope = lineColour(4, theme());
  const soft = cssColour('--ink-soft');
  const line = (
    name: 'plain' | 'bound' | 'expected',
    colour: string,
    values: Float64Array,
  ): Series => ({
    ...{ label: reachNames[name], colour, values },
    mark: name === 'bound' ? 'dashed' : 'line',
  });
  return [
    line(
      'plain',
      soft,
      from.map(() => plain),
    ),
    ...(bound && withBound ? [line('bound', soft, bound)] : []),
    ...(unscaled
      ? [bandSeries(reachNames.unscaled, lineColour(3, theme()), unscaled)]
      : []),
    bandSeries(reachNames.rotary, rope, rotary),
    ...(expected ? [line('expected', rope, expected)] : []),
  ];
}

export interface ReachEvents extends ReachZoomEvents {
  set(patch: Partial<Pick<RopeState, 'reach' | 'bound'>>): void;
}

export function createReachChart(events: ReachEvents) {
  const title = h('h3');
  const words = h('div', { class: 'hint' });
  const chart = createChart('Distance');
  const zoom = createReachZoom(chart.field, events);
  const box = h('input', { type: 'checkbox' });
  const check = h('label', { class: 'reach-bound' }, box, 'Show the bound');
  box.addEventListener('change', () => events.set({ bound: box.checked }));
  let shown: Reach | null = null;
  let ends = endsOf([]);
  let withBound = false;

  function draw(reach: Reach): void {
    shown = reach;
    // Where the package tells no bound, there is nothing to choose.
    check.hidden = reach.bound === null;
    setText(title, reachTitle(reach));
    const series = seriesOf(reach, withBound);
    const { from, to } = reach;
    chart.draw({
      ...{ x: from, xTo: to, series },
      across: acrossOf(ends),
      up: linearScale([0, ...valuesIn(series)]),
      xName: 'distance in positions',
      yName: 'score',
      read(index) {
        zoom.at(from[index] as number);
        return readReach(reach, index, withBound);
      },
      chosen: 0,
      caption: reachTitle(reach),
      told: toldOf(reach.spec, 'score-by-distance', `“${reach.word}”`),
    });
    words.replaceChildren(
      ...explainReach(reach, withBound).map((text) => h('p', {}, text)),
    );
  }

  return {
    element: h(
      'figure',
      { class: 'chart reach' },
      h('div', { class: 'chart-head' }, title, chart.reading),
      h('div', { class: 'reach-tools' }, zoom.element, check),
      chart.element,
      words,
      createSeeded(),
    ),
    draw,
    /** Shows the distances of an address, as far as there are scores of them. */
    show({ reach, bound }: Pick<RopeState, 'reach' | 'bound'>): void {
      const next = endsOf(reach);
      zoom.show(reach);
      box.checked = bound;
      const same = next.from === ends.from && next.to === ends.to;
      if (same && bound === withBound) return;
      ends = next;
      withBound = bound;
      if (shown) draw(shown);
    },
    /** Draws again, in the new colours of the page. */
    refresh(): void {
      if (shown) draw(shown);
    },
  };
}
