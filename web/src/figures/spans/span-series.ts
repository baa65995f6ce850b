// The wavelengths of all pairs as dots, with the lengths of training and of use as
// lines across.

import { lineColour } from '../../plot/palette.js';
import { writeCount } from '../../plot/ticks.js';
import { cssColour } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import type { Series } from '../chart/look.js';
import type { Length } from './lengths.js';
import { nameLength } from './span-words.js';
import type { Span, Spans } from './spans.js';

/** `longer` says what the waves at the target length are, before the length. */
export function spanSeries(
  { pairs, trained, target }: Spans,
  longer = 'for a text of',
): Series[] {
  // Magenta and blue are query and key; the fifth is the colour of the rope.
  const colour = (index: number) => lineColour(index, theme());
  const soft = cssColour('--ink-soft');
  const level = (
    name: string,
    mark: Series['mark'],
    { value, source }: Length,
  ): Series => ({
    ...{ label: nameLength(name, { value, source }), mark },
    colour: soft,
    values: Float64Array.from(pairs, () => value),
  });
  const points = (
    label: string,
    mark: Series['mark'],
    colour: string,
    length: (pair: Span) => number | undefined,
  ): Series => {
    const values = Float64Array.from(
      pairs,
      (pair) => length(pair) ?? Number.NaN,
    );
    return { label, mark, colour, values };
  };
  const scaled = pairs.some(({ before, after }) => before !== after);
  const varying = pairs.some(({ after, reached }) => after !== reached);

  const series: Series[] = [];
  if (trained) series.push(level('trained on', 'line', trained));
  if (target && target.value !== trained?.value) {
    series.push(level('to be used on', 'dashed', target));
  }
  if (scaled) {
    series.push(points('without the schedule', 'ring', soft, (p) => p.before));
  }
  if (varying && target) {
    const label = `${longer} ${writeCount(target.value)}`;
    series.push(points(label, 'ring', colour(2), (p) => p.reached));
  }
  const name = scaled ? 'with the schedule' : 'positions a turn';
  series.push(
    points(name, 'dot', colour(4), (p) => (p.partial ? undefined : p.after)),
  );
  if (pairs.some(({ partial }) => partial)) {
    const label = 'the same, no whole turn in training';
    series.push(
      points(label, 'dot', colour(3), (p) => (p.partial ? p.after : undefined)),
    );
  }
  return series;
}
