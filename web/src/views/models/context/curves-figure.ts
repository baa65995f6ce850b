// The chart of schedules over each other, of one thing at a time.

import { createTabs } from '../../../controls/tabs.js';
import { createChart } from '../../../figures/chart/chart.js';
import { lineColour } from '../../../plot/palette.js';
import { cssColour, h, setText } from '../../../shell/dom.js';
import { theme } from '../../../shell/theme.js';
import { type Drawing, type Inks, lookOf, scoreLook } from './curve-looks.js';
import { type CurveWord, curveNames, drawnWords } from './curve-words.js';
import { type Curve, reachIn } from './curves.js';
import type { createScores } from './follow-scores.js';

/** The places of schedules among the colours of lines; the first is the cursor's. */
const places = {
  ...{ longer: 0, yarn: 1, dynamic: 2, linear: 3, own: 4, none: 5 },
} as const;

/** The colour of a schedule, which all of its parts have. */
export const colourOf = (word: Curve['word']): string =>
  lineColour(places[word], theme());

const inks = (): Inks => ({ of: colourOf, soft: cssColour('--ink-soft') });

export function createCurvesFigure(
  choose: (word: CurveWord) => void,
  scores: ReturnType<typeof createScores>,
) {
  const tabs = createTabs('What the schedules change', curveNames, choose);
  const chart = createChart('Point of the schedules');
  const told = h('p', { class: 'hint' });
  /** What is drawn. */
  let last: CurveWord | null = null;
  tabs.panel.append(chart.reading, chart.element, told);

  function show(look: Parameters<typeof chart.draw>[0] | null, words: string) {
    chart.element.hidden = look === null;
    chart.reading.hidden = look === null;
    setText(told, words);
    if (look !== null) chart.draw(look);
  }

  function drawScores(drawing: Drawing): void {
    const { span, curves } = drawing;
    const to = reachIn(span, span.to);
    const all = scores.want(curves.map(({ spec }) => ({ spec, to })));
    const refused = all.find((one) => one && one.failure !== null);
    if (refused?.failure) {
      last = null;
      show(null, `There is no expected score: ${refused.failure.message}.`);
      return;
    }
    const values = all.flatMap((one) => one?.value ?? []);
    if (values.length < all.length) {
      // Earlier scores stay until the next have come.
      if (last !== 'score') show(null, 'The scores are being computed.');
      return;
    }
    last = 'score';
    show(scoreLook(drawing, values, inks()), drawnWords('score'));
  }

  return {
    element: tabs.element,
    show: (word: CurveWord) => tabs.set(word),
    draw(word: CurveWord, drawing: Drawing): void {
      if (word === 'score') {
        drawScores(drawing);
        return;
      }
      last = word;
      const look = lookOf(word, drawing, inks());
      const unknown = 'Nothing tells which angles the training has shown.';
      show(look, look === null ? unknown : drawnWords(word));
    },
  };
}
