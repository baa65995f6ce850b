// What the errors do to a score: by position, and at one.

import { createNumberField } from '../../controls/number-field.js';
import { createStrip } from '../../controls/segments.js';
import { createChart } from '../../figures/chart/chart.js';
import { createSmallTable, smallRow } from '../../figures/small-table.js';
import { h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import type { Made } from './follow.js';
import { errorScale, lineOf, positionScale } from './look.js';
import {
  compareWords,
  readScores,
  scoreRows,
  scoresTitle,
  scoreWords,
  vectorWords,
} from './score-words.js';
import { type Vectors, vectorNames } from './scores.js';
import type { PrecisionState } from './state.js';
import { wayNames } from './ways.js';
import { explainComputed, ropeTitle, stretchAt, waysIn } from './words.js';

export interface ScoreEvents {
  vectors(name: Vectors): void;
  distance(value: number): void;
  choose(position: number): void;
}

export function createScoresFigure(events: ScoreEvents) {
  let x: ArrayLike<number> = [];
  const title = h('h3');
  const chart = createChart('Position of the key', (i) =>
    events.choose(x[i] as number),
  );
  const strip = createStrip('vectors', vectorNames, events.vectors);
  const field = createNumberField({
    param: 'distance',
    name: 'distance',
    word: 'From key to query',
    look: 'control',
    range: { low: 0, high: 2 ** 20, spacing: 'octaves', integer: true },
    onInput: (value) => events.distance(value ?? Number.NaN),
  });
  const vectors = h('p', { class: 'hint seeded' });
  const compared = h('p', { class: 'reading' });
  const note = h('p', { class: 'hint computed' });
  const table = createSmallTable('scores-there', [
    ...['way', 'score', 'error, as a share'],
  ]);
  return {
    element: h(
      'figure',
      { class: 'chart errors-of-score' },
      h('div', { class: 'chart-head' }, title, chart.reading),
      h('div', { class: 'score-tools' }, strip.element, field.element),
      chart.element,
      note,
      vectors,
      table.element,
      compared,
    ),
    fail: (failure: Failure | null) => field.fail(failure),
    show({ vectors: name, distance }: PrecisionState): void {
      strip.set(name);
      field.set(distance);
    },
    draw({ rope, asked, got }: Made<'scores'>, at: number): void {
      x = got.from;
      const series = waysIn(got.worst).map((way) =>
        lineOf(way, got.worst[way] as Float64Array),
      );
      const name = scoresTitle(got.distance);
      setText(title, name);
      setText(note, explainComputed(got));
      chart.draw({
        ...{ x, xTo: got.to, series },
        across: positionScale,
        up: errorScale(series),
        xName: 'position of the key',
        yName: 'share of |q||k|',
        read: (i) => readScores(got, i),
        chosen: stretchAt(got, at),
        caption: name,
        told: {
          name: 'precision-of-scores',
          caption: `${ropeTitle(rope)} \u00b7 ${vectorWords[got.vectors]}`,
          spec: asked,
        },
      });
    },
    drawPlace({ got: { pairs, score } }: Made<'place'>): void {
      setText(vectors, vectorWords[score.vectors]);
      setText(table.caption, scoreWords(score));
      table.body.replaceChildren(
        ...scoreRows(score).map(([way, ...cells]) =>
          smallRow([wayNames[way], ...cells], { 'data-way': way }),
        ),
      );
      setText(compared, compareWords(pairs, score));
    },
  };
}
