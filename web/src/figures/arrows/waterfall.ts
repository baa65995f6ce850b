// The products of all pairs as bars that add up to the score. The chart is a
// slider: arrow keys and the pointer choose a pair.

import { cellTicks, speakValue, writeValue } from '../../plot/ticks.js';
import { h, svg } from '../../shell/dom.js';
import { createPairField } from './pair-field.js';
import type { Meeting } from './pairs.js';
import { barsPath, levelsOf, linksPath, type Step, stepsOf } from './steps.js';

export interface Waterfall {
  readonly element: HTMLElement;
  draw(meeting: Meeting, chosen: number): void;
}

export function createWaterfall(choose: (pair: number) => void): Waterfall {
  const grid = svg('path', { class: 'levels' });
  const marked = svg('rect', { class: 'marked', width: 1 });
  const links = svg('path', { class: 'links' });
  const more = svg('path', { class: 'more' });
  const less = svg('path', { class: 'less' });
  const end = svg('path', { class: 'end' });
  const drawing = svg(
    'svg',
    {
      class: 'falls-drawing',
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    ...[marked, grid, links, more, less, end],
  );
  const field = createPairField({ name: 'falls', label: 'pair' }, drawing, {
    choose,
  });
  const left = h('div', { class: 'falls-levels numbers', 'aria-hidden': true });
  const below = h('div', { class: 'falls-pairs numbers', 'aria-hidden': true });

  function drawAxes(steps: readonly Step[], pairs: number): void {
    const { low, high, ticks } = levelsOf(steps);
    const columns = steps.length;
    drawing.setAttribute('viewBox', `0 ${-high} ${columns} ${high - low}`);
    marked.setAttribute('y', String(-high));
    marked.setAttribute('height', String(high - low));
    grid.setAttribute(
      'd',
      ticks.map((level) => `M0 ${-level}H${columns}`).join(''),
    );
    left.replaceChildren(
      ...ticks.map((level) => {
        const label = h('span', {}, writeValue(level));
        label.style.top = `${(100 * (high - level)) / (high - low)}%`;
        return label;
      }),
    );
    const hasRest = columns > pairs;
    // The name of the last bar needs the room of the last marks.
    const named = Math.ceil(pairs * (hasRest ? 0.85 : 1));
    below.replaceChildren(
      ...cellTicks(0, pairs, 8, 'twos')
        .filter((i) => i < named)
        .map((i) => {
          const label = h('span', {}, String(i));
          label.style.left = `${(100 * (i + 0.5)) / columns}%`;
          return label;
        }),
      ...(hasRest ? [h('span', { class: 'rest' }, 'unturned')] : []),
    );
  }

  return {
    element: h(
      'div',
      { class: 'waterfall' },
      left,
      field.element,
      below,
      h('span', { class: 'axis-name', 'aria-hidden': 'true' }, 'pair'),
    ),
    draw(meeting, chosen) {
      const steps = stepsOf(meeting);
      const pairs = meeting.pairs.length;
      const columns = steps.length;
      drawAxes(steps, pairs);
      marked.setAttribute('x', String(chosen));
      links.setAttribute('d', linksPath(steps));
      more.setAttribute(
        'd',
        barsPath(steps, ({ from, to }) => to >= from),
      );
      less.setAttribute(
        'd',
        barsPath(steps, ({ from, to }) => to < from),
      );
      const last = steps.at(-1)?.to ?? 0;
      end.setAttribute('d', `M0 ${-last}H${columns}`);
      const { from = 0, to = 0 } = steps[chosen] ?? {};
      field.show({
        ...{ pairs, columns, chosen },
        spoken:
          `pair ${chosen} of ${pairs} adds ${speakValue(to - from, 4)}, ` +
          `the sum is then ${speakValue(to, 4)}`,
      });
    },
  };
}
