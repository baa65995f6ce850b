// The chart of errors by position.

import { createChart } from '../../figures/chart/chart.js';
import type { Series } from '../../figures/chart/look.js';
import type { Pin } from '../../figures/chart/marks.js';
import { writeCount, writeSmall } from '../../plot/ticks.js';
import { cssColour, h, setText } from '../../shell/dom.js';
import type { First } from './first.js';
import { verdictWords } from './first-words.js';
import type { Made } from './follow.js';
import { worstIn } from './lines.js';
import { colourOf, errorScale, lineOf, positionScale } from './look.js';
import type { KnownRope } from './ropes.js';
import {
  explainComputed,
  linesTitle,
  missingWords,
  readLines,
  ropeTitle,
  stretchAt,
  waysIn,
} from './words.js';

/** The lengths of a model on the axis. */
function lengthPins({ trained, context }: KnownRope): Pin[] {
  const all = [
    ['trained', trained],
    ['context', context],
  ] as const;
  return all.flatMap(([word, x]) =>
    x === null ? [] : [{ x, words: `${word} ${writeCount(x)}` }],
  );
}

/** A dot where an error is first exceeded. */
function firstPins(firsts: readonly First[]): Pin[] {
  return firsts.flatMap((first) =>
    first.found === 'first' || first.found === 'seen'
      ? [{ x: first.position, y: first.error, colour: colourOf(first.way) }]
      : [],
  );
}

export interface LinesShown {
  readonly made: Made<'lines'>;
  readonly pair: number | null;
  readonly error: number;
  readonly at: number;
  readonly firsts: readonly First[];
  /** Whether all of them are found. */
  readonly done: boolean;
}

export function createLinesFigure(choose: (position: number) => void) {
  let x: ArrayLike<number> = [];
  const title = h('h3');
  const told = h('p', { class: 'hint' });
  const verdict = h('p', { class: 'verdict', role: 'status' });
  const note = h('p', { class: 'hint computed' });
  const chart = createChart('Position', (i) => choose(x[i] as number));
  chart.frame.classList.add('pinned');
  // The drawing comes first: it has to be seen on the smallest screen.
  chart.element.prepend(chart.frame, chart.reading);
  return {
    element: h(
      'figure',
      { class: 'chart errors-by-position' },
      h('div', { class: 'chart-head' }, title, told, verdict),
      chart.element,
      note,
    ),
    draw({ made, pair, error, at, firsts, done }: LinesShown): void {
      const { rope, got: lines } = made;
      x = lines.from;
      const count = lines.from.length;
      const series = waysIn(lines.worst).map((way) =>
        lineOf(
          way,
          Float64Array.from(
            { length: count },
            (_, i) => worstIn(lines, way, i, pair).error,
          ),
        ),
      );
      const name = linesTitle(pair);
      setText(title, name);
      setText(
        told,
        [ropeTitle(rope), missingWords(lines.worst)]
          .filter((text) => text !== '')
          .join('. '),
      );
      setText(verdict, verdictWords(firsts, error, done));
      setText(note, explainComputed(lines));
      const level: Series = {
        ...{ label: `chosen error ${writeSmall(error)}`, mark: 'dashed' },
        colour: cssColour('--ink-soft'),
        values: new Float64Array(count).fill(error),
      };
      chart.draw({
        ...{ x, xTo: lines.to, series: [level, ...series] },
        across: positionScale,
        up: errorScale(series, error),
        pins: [...lengthPins(rope), ...firstPins(firsts)],
        xName: 'position',
        yName: 'error',
        read: (i) => readLines(lines, i, pair),
        chosen: stretchAt(lines, at),
        caption: name,
        told: {
          name: 'precision-by-position',
          caption: `${ropeTitle(rope)} \u00b7 ${explainComputed(lines)}`,
          spec: rope.spec,
        },
      });
    },
  };
}
