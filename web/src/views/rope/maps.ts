// Four heat maps with one cursor: scores and weights of the sentence, with RoPE
// and without position.

import { showPair, speakPair } from '../../figures/words/pair.js';
import { wordAxis } from '../../figures/words/word-axis.js';
import { createColorbar } from '../../plot/colorbar.js';
import {
  type ColourRange,
  colormap,
  type MapKind,
} from '../../plot/colormap.js';
import type { Cell } from '../../plot/cursor.js';
import { largestSize, valueAt } from '../../plot/grid.js';
import { createHeatmap } from '../../plot/heatmap.js';
import { speakValue, writeValue } from '../../plot/ticks.js';
import { h, setText } from '../../shell/dom.js';
import { createLiveLine } from '../../shell/live.js';
import { theme } from '../../shell/theme.js';
import type { Sentence } from './sentence.js';

type Way = 'rotary' | 'plain';
type Subject = 'scores' | 'weights';

const ways: Record<Way, string> = {
  rotary: 'with RoPE',
  plain: 'without position',
};

const subjects: Record<Subject, MapKind> = {
  scores: 'diverging',
  weights: 'sequential',
};

/** The range of both maps of a subject, so that equal colours are equal. */
function rangeOf(sentence: Sentence, subject: Subject): ColourRange {
  const high = largestSize(sentence.rotary[subject], sentence.plain[subject]);
  return { low: subject === 'scores' ? -high : 0, high };
}

/** `pick` is called with the cell that the reader chose. */
export function createMaps(pick: (cell: Cell) => void) {
  const live = createLiveLine();
  const pair = h('p', { class: 'numbers reading' });
  let shown: { sentence: Sentence; start: number } | null = null;

  function createMap(way: Way, subject: Subject) {
    const value = h('output', { class: 'numbers' });
    const heatmap = createHeatmap({ move, pick }, 'words');
    const caption = h('figcaption', {}, ways[way], value);
    const element = h('figure', { class: 'map' }, caption, heatmap.element);
    element.dataset.map = `${way}-${subject}`;
    return { way, subject, heatmap, value, element };
  }

  const rows = (Object.keys(subjects) as Subject[]).map((subject) => ({
    subject,
    bar: createColorbar(),
    maps: (Object.keys(ways) as Way[]).map((way) => createMap(way, subject)),
  }));
  const maps = rows.flatMap((row) => row.maps);

  function move(cell: Cell | null): void {
    for (const { heatmap } of maps) heatmap.cursor.show(cell);
    read(cell);
  }

  function read(cell: Cell | null): void {
    const { sentence, start } = shown ?? { sentence: null, start: 0 };
    const words = sentence?.words ?? [];
    setText(pair, showPair(sentence && cell, words, start));
    if (sentence === null || cell === null) {
      for (const { value } of maps) setText(value, '');
      return;
    }
    const { row, column } = cell;
    for (const { way, subject, value } of maps) {
      setText(
        value,
        writeValue(valueAt(sentence[way][subject], row, column), 4),
      );
    }
    const score = (way: Way) =>
      speakValue(valueAt(sentence[way].scores, row, column), 4);
    live.say(
      `${speakPair(cell, words)}, score ${score('rotary')} with RoPE, ` +
        `${score('plain')} without position`,
    );
  }

  read(null);
  return {
    element: h(
      'div',
      { class: 'maps' },
      live.element,
      ...rows.flatMap(({ subject, bar, maps: [left, right] }, i) => [
        h(
          'div',
          { class: 'maps-head' },
          h('h3', {}, subject),
          ...(i === 0 ? [pair] : []),
          bar.element,
        ),
        left?.element ?? '',
        right?.element ?? '',
      ]),
    ),
    draw(sentence: Sentence, start: number): void {
      shown = { sentence, start };
      for (const { subject, bar, maps: pairOfMaps } of rows) {
        const map = colormap(subjects[subject], theme());
        const range = rangeOf(sentence, subject);
        bar.draw(map, range, (value) => writeValue(value, 3));
        for (const { way, heatmap } of pairOfMaps) {
          heatmap.draw({
            grid: sentence[way][subject],
            map,
            range,
            pool: 'nearest',
            rows: wordAxis('query', sentence.words),
            columns: wordAxis('key', sentence.words),
            label: `${subject} ${ways[way]}, queries down, keys across`,
          });
        }
      }
    },
  };
}
