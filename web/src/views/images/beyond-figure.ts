// What becomes of the similarity in a picture with more patches than those of the
// training: a map for each thing that can be done, and all of them along a row.

import { createGroup } from '../../controls/group.js';
import { createStrip } from '../../controls/segments.js';
import { createChart } from '../../figures/chart/chart.js';
import { createPatchMap, patchGrid } from '../../figures/patch-map.js';
import type { ColourRange } from '../../plot/colormap.js';
import { lineColour } from '../../plot/palette.js';
import { linearScale } from '../../plot/scales.js';
import { h, setText } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import type { Size } from './calls.js';
import type { Made } from './follow.js';
import {
  type Change,
  changeOf,
  optionWords,
  pageParameters,
  rangeOf as sliderOf,
} from './options.js';
import { nearRange, shapeOf } from './stage.js';
import { type ImagesState, type Side, sides } from './state.js';
import { alongRow, readStep, type Steps } from './steps.js';
import { toldOf } from './told.js';
import { beyonds, measureOf, wayOf } from './ways.js';
import { beyondWords, howNames } from './words.js';

const slots = ['trained', ...beyonds] as const;

export interface BeyondEvents {
  readonly change: Change;
  side(side: Side): void;
  /** A patch of the training, or of the larger picture. */
  choose(row: number, larger: boolean): void;
}

function createSlot(slot: string, choose: (row: number) => void) {
  const title = h('h4');
  const map = createPatchMap(choose, 'Point at a patch to read it.');
  const element = h(
    'div',
    { class: 'patch-panel', 'data-beyond': slot, hidden: true },
    ...[title, map.heatmap.element, map.reading, map.live],
    h('div', { class: 'more-of-figure' }, map.data, map.keep),
  );
  return { title, map, element };
}

export function createBeyondFigure(events: BeyondEvents) {
  const strip = createStrip('map', sides, events.side);
  const group = createGroup<'to'>({
    parameters: pageParameters,
    ...{ names: ['to'], words: optionWords, range: sliderOf },
    onInput: changeOf(events.change),
  });
  const title = h('h3');
  const words = h('div', { class: 'beyond-words' });
  const maps = Object.fromEntries(
    slots.map((slot) => [
      slot,
      createSlot(slot, (row) => events.choose(row, slot !== 'trained')),
    ]),
  ) as Record<(typeof slots)[number], ReturnType<typeof createSlot>>;
  const chart = createChart('Steps along the row');

  function drawChart(
    { ask }: Made<'beyond'>,
    steps: Steps,
    range: ColourRange,
  ): void {
    const { asked, head } = ask;
    const colour = (i: number) => lineColour(i, theme());
    const series = steps.series.map(({ label, values, slot }) => ({
      ...{ label, values, colour: colour(slots.indexOf(slot)) },
      mark: slot === 'trained' ? ('dot' as const) : ('line' as const),
    }));
    chart.draw({
      ...{ x: steps.x, series, caption: 'Similarity along the row' },
      across: linearScale(steps.x),
      up: { ...range, logarithmic: false },
      xName: 'patches to the right',
      yName: measureOf(asked.way),
      read: (index) => readStep(steps, index),
      chosen: steps.chosen,
      told: { ...toldOf(asked, head), name: `images-${asked.way}-along-row` },
    });
  }

  return {
    element: h(
      'figure',
      { class: 'chart beyond' },
      h('div', { class: 'chart-head' }, title, strip.element),
      h('div', { class: 'beyond-size' }, ...group.elements),
      words,
      h('div', { class: 'beyond-maps' }, ...slots.map((s) => maps[s].element)),
      // All maps have one range of colours.
      maps.trained.map.bar.element,
      h(
        'div',
        { class: 'chart-head' },
        h('h4', {}, 'Along the row of the patch'),
        chart.reading,
      ),
      chart.element,
    ),
    fail: group.fail,
    show({ to, side }: ImagesState): void {
      group.show({ to });
      strip.set(side);
    },
    draw(made: Made<'beyond'>): void {
      const { ask, got } = made;
      const { asked, head, row, rowBeyond } = ask;
      const { grid, way } = asked;
      const to = ask.to as Size;
      setText(title, `Larger pictures: ${wayOf(way).title}`);
      words.replaceChildren(
        ...beyondWords(ask, to, got).map((line) => h('p', {}, line)),
      );
      const shown = slots.flatMap((slot) => {
        const alike = slot === 'trained' ? got.trained : got.larger[slot];
        maps[slot].element.hidden = alike === undefined;
        if (alike === undefined) return [];
        const size = slot === 'trained' ? grid : to;
        return [{ slot, alike, size }];
      });
      const rowsOf = (size: Size) => ({
        start: 0,
        step: 1,
        grid: size,
        extra: 0,
      });
      const range = nearRange(
        ...shown.map(({ alike, size }) =>
          patchGrid({ rows: rowsOf(size), alike }),
        ),
      );
      for (const { slot, alike, size } of shown) {
        const { map, title, element } = maps[slot];
        const trained = slot === 'trained';
        const name = trained ? 'the training' : howNames[slot];
        setText(title, `${size[0]} × ${size[1]}: ${name}`);
        element.style.setProperty('--shape', shapeOf(size));
        const larger = trained ? null : { to, how: slot };
        const told = toldOf({ ...asked, larger }, head);
        map.draw({
          ...{
            rows: rowsOf(size),
            row: trained ? row : rowBeyond,
            alike,
            range,
          },
          measure: measureOf(way),
          told: { ...told, name: `${told.name}${trained ? '-trained' : ''}` },
        });
      }
      drawChart(made, alongRow(ask, to, got), range);
    },
  };
}
