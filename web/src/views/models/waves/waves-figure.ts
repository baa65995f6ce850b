// The chart of the wavelengths of a layer, and the pairs that make no whole turn.

import { pairShown } from '../../../figures/arrows/pairs.js';
import { createChart } from '../../../figures/chart/chart.js';
import { createSmallTable, smallRow } from '../../../figures/small-table.js';
import { spanSeries } from '../../../figures/spans/span-series.js';
import { describePair } from '../../../figures/spans/span-words.js';
import { decadeScale } from '../../../plot/scales.js';
import { h, setText } from '../../../shell/dom.js';
import { lengthHeads, lengthRows, turningWords } from './wave-words.js';
import type { Waves } from './waves.js';

/** What tells two such figures of a page apart. */
export interface WavesForm {
  readonly title: string;
  /** The name of its slider. */
  readonly label: string;
  /** The name of its files. */
  readonly file: string;
}

export function createWavesFigure({ title, label, file }: WavesForm) {
  const chart = createChart(label);
  const told = h('p', { class: 'hint' });
  const table = createSmallTable('turns', lengthHeads);
  setText(table.caption, 'Pairs that turn, but make no whole turn in');
  const element = h(
    'figure',
    { class: 'chart waves-of-layer' },
    h('div', { class: 'chart-head' }, h('h3', {}, title), chart.reading),
    told,
    chart.element,
    table.element,
  );

  function showNone(words: string): void {
    chart.element.hidden = true;
    chart.reading.hidden = true;
    table.element.hidden = true;
    setText(told, words);
  }

  return {
    element,
    showNone,
    draw(waves: Waves, spec: unknown, caption: string): void {
      const { spans, turns, stretched } = waves;
      const { pairs, trained, target, unit } = spans;
      if (pairs.length === 0) {
        showNone('This layer has no pair that turns.');
        return;
      }
      chart.element.hidden = false;
      chart.reading.hidden = false;
      table.element.hidden = turns.length === 0;
      setText(told, turningWords(waves));
      const lengths = [trained, target].flatMap((one) => one?.value ?? []);
      const long = pairs.flatMap((p) => [p.before, p.after, p.reached]);
      chart.draw({
        x: Float64Array.from(pairs, (_, k) => k),
        across: { low: -0.5, high: pairs.length - 0.5, logarithmic: false },
        up: decadeScale([...long, ...lengths]),
        series: spanSeries(spans, stretched ? 'stretched for' : undefined),
        xName: 'pair, from fast to slow',
        yName: `${unit} a turn`,
        read: (pair) => describePair(spans, pair),
        chosen: pairShown(pairs.length - 1, pairs.length),
        caption: 'Positions that each pair takes for a whole turn',
        told: { name: file, caption, spec },
      });
      table.body.replaceChildren(
        ...lengthRows(waves).map((row) => smallRow(row)),
      );
    },
  };
}
