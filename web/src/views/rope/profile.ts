// A chart of a word's score with itself over the distance.

import { shorten } from '../../figures/words/words.js';
import { createLegendEntry } from '../../plot/legend.js';
import { createLines } from '../../plot/lines.js';
import { lineColour } from '../../plot/palette.js';
import { writeValue } from '../../plot/ticks.js';
import { cssColour, h, setText } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import type { Profile } from './sentence.js';

export function createProfileChart() {
  const title = h('h3');
  const legend = h('p', { class: 'legend' });
  const lines = createLines(
    'Score over the distance between two equal words',
    read,
  );
  let entries: readonly { show(text: string): void }[] = [];
  let values: readonly Float64Array[] = [];

  function read(distance: number | null): void {
    entries.forEach((entry, i) => {
      const value = distance === null ? undefined : values[i]?.[distance];
      entry.show(value === undefined ? '' : writeValue(value, 3));
    });
  }

  return {
    element: h(
      'figure',
      { class: 'chart' },
      h('div', { class: 'chart-head' }, title, legend),
      lines.element,
    ),
    draw({ word, distances, rotary, plain }: Profile): void {
      const name = shorten(word, 20);
      setText(title, `The score of “${name}” with itself, by distance`);
      const drawn = [
        {
          label: 'without position',
          colour: cssColour('--ink-soft'),
          values: plain,
        },
        { label: 'with RoPE', colour: lineColour(0, theme()), values: rotary },
      ];
      const made = drawn.map(createLegendEntry);
      legend.replaceChildren(...made.flatMap(({ parts }) => parts));
      entries = made;
      values = drawn.map((line) => line.values);
      lines.draw({
        x: distances,
        lines: drawn,
        xName: 'distance in positions',
        yName: 'score',
      });
    },
    refresh: lines.refresh,
  };
}
