// A chart of the wavelength of every pair against the lengths of training and
// of use.

import { createGroup } from '../../controls/group.js';
import { pairShown } from '../../figures/arrows/pairs.js';
import { createNumbers } from '../../figures/arrows/readout.js';
import { createLegendEntry } from '../../plot/legend.js';
import { createLines, type Line } from '../../plot/lines.js';
import { lineColour } from '../../plot/palette.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import { cssColour, h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { theme } from '../../shell/theme.js';
import { decadesOf, type Span, type Spans } from './spans.js';
import { pageParameters, type RopeState } from './state.js';

const { trained, target } = pageParameters;

function writeLength(wavelength: number): string {
  return Number.isFinite(wavelength) ? writeValue(wavelength, 5) : 'no turn';
}

function linesOf({ pairs, trained, target }: Spans): Line[] {
  const colour = (index: number) => lineColour(index, theme());
  const level = (label: string, index: number, length: number): Line => ({
    label: `${label} ${writeCount(length)}`,
    colour: colour(index),
    values: Float64Array.from(pairs, () => length),
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

  const lines = [level('trained on', 3, trained)];
  if (target !== trained) lines.push(level('target', 2, target));
  if (scaled) {
    const soft = cssColour('--ink-soft');
    lines.push(dots('before scaling', soft, ({ before }) => before));
  }
  if (varying) {
    const label = `for a context of ${writeCount(target)}`;
    lines.push(dots(label, colour(4), ({ reached }) => reached));
  }
  lines.push(
    dots(scaled ? 'after scaling' : 'wavelength', colour(1), (pair) =>
      pair.completes ? pair.after : undefined,
    ),
    dots('no whole turn in training', colour(0), (pair) =>
      pair.completes ? undefined : pair.after,
    ),
  );
  return lines;
}

export function createSpansChart(set: (patch: Partial<RopeState>) => void) {
  const legend = h('p', { class: 'legend' });
  const hint = h('p', { class: 'hint numbers reading' });
  const lines = createLines('Wavelength of every pair', read);
  const numbers = createNumbers({
    partial: 'Pairs without a whole turn in training',
    beyond: 'of them, beyond all angles of training at the target length',
    still: 'Pairs that do not turn at all',
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
    const { pairs } = shown.spans;
    const number = hovered ?? shown.chosen;
    const pair = pairs[number];
    if (pair === undefined) {
      setText(hint, 'no pair turns');
      return;
    }
    const { before, after, kind } = pair;
    const scaled = before === after ? '' : ` → ${writeLength(after)}`;
    const told = pairs.some((other) => other.before !== other.after);
    setText(
      hint,
      `pair ${number}: ${writeLength(before)}${scaled} positions a turn` +
        (told ? `, ${kind}` : ''),
    );
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
      const { pairs, trained, target } = spans;
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
        yName: 'positions a turn',
        logarithmic: true,
        range: decadesOf([...all, trained, target]),
      });
      const counted = (is: (pair: Span) => boolean) =>
        `${writeCount(pairs.filter(is).length)} of ${writeCount(count)}`;
      numbers.show({
        partial: counted(({ completes }) => !completes),
        beyond: counted(({ beyond }) => beyond),
        still: counted(({ after }) => after === Infinity),
      });
      read(null);
    },
    refresh: lines.refresh,
  };
}
