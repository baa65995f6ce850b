// A chart of the wavelength of every pair against the lengths of training and
// of use, and what that means for a longer text.

import { createNumberField } from '../../controls/number-field.js';
import { pairShown } from '../../figures/arrows/pairs.js';
import { createNumbers } from '../../figures/arrows/readout.js';
import { createChart } from '../../figures/chart/chart.js';
import { spanSeries } from '../../figures/spans/span-series.js';
import {
  countPairs,
  describeLengths,
  describePair,
  spanNames,
} from '../../figures/spans/span-words.js';
import type { Spans } from '../../figures/spans/spans.js';
import { decadeScale } from '../../plot/scales.js';
import { h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import type { Spec } from '../../state/spec.js';
import { toldOf } from './kept.js';
import type { RopeState } from './state.js';

export function createSpansChart(set: (patch: Partial<RopeState>) => void) {
  const told = h('p', { class: 'hint numbers lengths' });
  const chart = createChart('Pair', (pair) => set({ pair }));
  const numbers = createNumbers(spanNames);
  const range = {
    low: 1,
    high: 10_000_000,
    spacing: 'octaves',
    integer: true,
  } as const;
  const fields = {
    trained: createNumberField({
      param: 'trained',
      name: 'Trained on texts of',
      look: 'number-field',
      unset: "the model's",
      doc: 'positions; empty: what the model, or its schedule, says',
      range,
      onInput: (trained) => set({ trained }),
    }),
    target: createNumberField({
      param: 'target',
      name: 'To be used on texts of',
      look: 'number-field',
      unset: "the model's",
      doc: 'positions; empty: what the model, or its schedule, says',
      range,
      onInput: (target) => set({ target }),
    }),
  };
  let shown: { spans: Spans; spec: Spec; pair: number } | null = null;

  function draw(spans: Spans, spec: Spec, wanted: number): void {
    shown = { spans, spec, pair: wanted };
    const { pairs, trained, target, unit } = spans;
    const count = pairs.length;
    const series = spanSeries(spans);
    chart.element.hidden = count === 0;
    const lengths = [trained, target].flatMap((length) => length?.value ?? []);
    const waves = pairs.flatMap((p) => [p.before, p.after, p.reached]);
    if (count === 0) setText(chart.reading, describePair(spans, 0));
    else {
      chart.draw({
        x: Float64Array.from(pairs, (_, k) => k),
        across: { low: -0.5, high: count - 0.5, logarithmic: false },
        up: decadeScale([...waves, ...lengths]),
        series,
        xName: 'pair, from fast to slow',
        yName: `${unit} a turn`,
        read: (pair) => describePair(spans, pair),
        chosen: pairShown(wanted, count),
        caption: 'Positions that each pair takes for a whole turn',
        told: toldOf(spec, 'wavelengths'),
      });
    }
    numbers.show(countPairs(spans));
    setText(told, describeLengths(spans));
  }

  return {
    element: h(
      'figure',
      { class: 'chart spans' },
      h(
        'div',
        { class: 'chart-head' },
        h('h3', {}, 'Longer than the training'),
        chart.reading,
      ),
      h(
        'p',
        { class: 'hint' },
        'A pair that takes more positions for a turn than a text of training ' +
          'has shows the model a part of its circle alone. In a longer text ' +
          'it comes to angles that the model has never met. A schedule slows ' +
          'pairs down, so that they stay in the part that it knows.',
      ),
      chart.element,
      h(
        'div',
        { class: 'spans-foot' },
        numbers.element,
        fields.trained.element,
        fields.target.element,
      ),
      told,
    ),
    fail: (failure: Failure | null) =>
      [fields.trained, fields.target]
        .map((field) => field.fail(failure))
        .includes(true),
    /** Shows the lengths of a state, which may be wrong. */
    show({ trained, target }: RopeState): void {
      fields.trained.set(trained);
      fields.target.set(target);
    },
    draw,
    refresh(): void {
      if (shown) draw(shown.spans, shown.spec, shown.pair);
    },
  };
}
