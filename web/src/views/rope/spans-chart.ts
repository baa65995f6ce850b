// A chart of the wavelength of every pair against the lengths of training and
// of use.

import { createGroup } from '../../controls/group.js';
import { pairShown } from '../../figures/arrows/pairs.js';
import { createNumbers } from '../../figures/arrows/readout.js';
import { createLegendEntry } from '../../plot/legend.js';
import { createLines, type Line } from '../../plot/lines.js';
import { lineColour } from '../../plot/palette.js';
import { writeCount } from '../../plot/ticks.js';
import { cssColour, h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { theme } from '../../shell/theme.js';
import type { Length } from './lengths.js';
import {
  countPairs,
  describeLengths,
  describePair,
  nameLength,
} from './span-words.js';
import { decadesOf, type Span, type Spans } from './spans.js';
import { pageParameters, type RopeState } from './state.js';

const { trained, target } = pageParameters;

function linesOf({ pairs, trained, target }: Spans): Line[] {
  const colour = (index: number) => lineColour(index, theme());
  const level = (name: string, index: number, length: Length): Line => ({
    label: nameLength(name, length),
    colour: colour(index),
    values: Float64Array.from(pairs, () => length.value),
    width: 1,
  });
  // A pair without such a wavelength is a gap.
  const dots = (
    label: string,
    colour: string,
    length: (pair: Span) => number | undefined,
  ): Line => {
    const values = Float64Array.from(pairs, (pair) => {
      const value = length(pair) ?? Infinity;
      return Number.isFinite(value) ? value : Number.NaN;
    });
    return { label, colour, values, dots: true };
  };
  const scaled = pairs.some(({ before, after }) => before !== after);
  const varying = pairs.some(({ after, reached }) => after !== reached);

  const lines: Line[] = [];
  if (trained) lines.push(level('trained on', 3, trained));
  if (target && target.value !== trained?.value) {
    lines.push(level('target', 2, target));
  }
  if (scaled) {
    const soft = cssColour('--ink-soft');
    lines.push(dots('before scaling', soft, ({ before }) => before));
  }
  if (varying && target) {
    const label = `for a context of ${writeCount(target.value)}`;
    lines.push(dots(label, colour(4), ({ reached }) => reached));
  }
  lines.push(
    dots(scaled ? 'after scaling' : 'wavelength', colour(1), (pair) =>
      pair.partial ? undefined : pair.after,
    ),
  );
  if (pairs.some(({ partial }) => partial)) {
    lines.push(
      dots('no whole turn in training', colour(0), (pair) =>
        pair.partial ? pair.after : undefined,
      ),
    );
  }
  return lines;
}

export function createSpansChart(set: (patch: Partial<RopeState>) => void) {
  const legend = h('p', { class: 'legend' });
  const hint = h('p', { class: 'hint numbers reading' });
  const told = h('p', { class: 'hint numbers lengths' });
  const lines = createLines('Wavelength of every pair', read);
  const numbers = createNumbers({
    partial: 'Pairs that turn, but not once within training',
    beyond: 'of them, with angles at the target length that training never had',
    still: 'Pairs that never turn (frequency 0)',
  });
  const group = createGroup({
    parameters: { trained, target },
    names: ['trained', 'target'],
    range: () => ({
      low: 1,
      high: 10_000_000,
      spacing: 'octaves',
      integer: true,
    }),
    onInput: (name, value) =>
      set({ [name]: value === undefined ? undefined : Number(value) }),
  });
  let shown: { spans: Spans; chosen: number } | null = null;

  function read(hovered: number | null): void {
    if (shown === null) return;
    const { spans, chosen } = shown;
    setText(hint, describePair(spans, hovered ?? chosen));
  }

  return {
    element: h(
      'figure',
      { class: 'chart spans' },
      h(
        'div',
        { class: 'chart-head' },
        h('h3', {}, 'How far each pair turns'),
        hint,
      ),
      legend,
      lines.element,
      h('div', { class: 'spans-foot' }, numbers.element, ...group.elements),
      told,
    ),
    fail: (failure: Failure | null) => group.fail(failure),
    /** Shows the lengths of a state, which may be wrong. */
    show({ trained, target }: RopeState): void {
      group.show({
        ...(trained === undefined ? {} : { trained }),
        ...(target === undefined ? {} : { target }),
      });
    },
    draw(spans: Spans, wanted: number): void {
      const { pairs, trained, target, unit } = spans;
      const count = pairs.length;
      shown = { spans, chosen: pairShown(wanted, count) };
      const drawn = linesOf(spans);
      lines.element.hidden = count === 0;
      legend.replaceChildren(
        ...drawn.map((line) => {
          // Without the value, which the line above the chart tells.
          const [swatch = '', name = ''] = createLegendEntry(line).parts;
          return h('span', { class: 'entry' }, swatch, name);
        }),
      );
      const all = pairs.flatMap(({ before, after, reached }) => {
        return [before, after, reached];
      });
      lines.draw({
        x: Float64Array.from(pairs, (_, k) => k),
        lines: drawn,
        xName: 'pair',
        yName: `${unit} a turn`,
        logarithmic: true,
        range: decadesOf([
          ...all,
          ...[trained, target].flatMap((length) => length?.value ?? []),
        ]),
      });
      numbers.show(countPairs(spans));
      setText(told, describeLengths(spans));
      read(null);
    },
    refresh: lines.refresh,
  };
}
