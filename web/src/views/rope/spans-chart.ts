// A chart of the wavelength of every pair against the lengths of training and
// of use.

import { createGroup } from '../../controls/group.js';
import { createLegendEntry } from '../../plot/legend.js';
import { createLines, type Line } from '../../plot/lines.js';
import { lineColour } from '../../plot/palette.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import { cssColour, h, setText } from '../../shell/dom.js';
import type { Failure } from '../../shell/failure.js';
import { theme } from '../../shell/theme.js';
import { pairShown } from './pairs.js';
import { createNumbers } from './readout.js';
import { decadesOf, type Spans } from './spans.js';
import { pageParameters, type RopeState } from './state.js';

const { trained, target } = pageParameters;

function writeLength(wavelength: number): string {
  return Number.isFinite(wavelength) ? writeValue(wavelength, 5) : 'no turn';
}

/** The values of some pairs, with gaps where the others are. */
function only(values: Float64Array, takes: (pair: number) => boolean) {
  return values.map((value, k) =>
    takes(k) && Number.isFinite(value) ? value : Number.NaN,
  );
}

function linesOf(spans: Spans): Line[] {
  const { before, after, reached, trained, target, partial } = spans;
  const colour = (index: number) => lineColour(index, theme());
  const level = (label: string, index: number, length: number): Line => ({
    label: `${label} ${writeCount(length)}`,
    colour: colour(index),
    values: before.map(() => length),
    width: 1,
  });
  const dots = (
    label: string,
    colour: string,
    values: Float64Array,
    takes: (pair: number) => boolean = () => true,
  ): Line => ({ label, colour, values: only(values, takes), dots: true });
  const differs = (a: Float64Array) => a.some((value, k) => value !== after[k]);

  const lines = [level('trained on', 3, trained)];
  if (target !== trained) lines.push(level('target', 2, target));
  if (differs(before)) {
    lines.push(dots('before scaling', cssColour('--ink-soft'), before));
  }
  if (differs(reached)) {
    const label = `for a context of ${writeCount(target)}`;
    lines.push(dots(label, colour(4), reached));
  }
  const name = differs(before) ? 'after scaling' : 'wavelength';
  lines.push(
    dots(name, colour(1), after, (k) => !partial[k]),
    dots('no whole turn in training', colour(0), after, (k) => !!partial[k]),
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
    const { before, after } = shown.spans;
    const pair = hovered ?? shown.chosen;
    const [long, short] = [before[pair], after[pair]];
    if (long === undefined || short === undefined) {
      setText(hint, 'no pair turns');
      return;
    }
    const now = long === short ? '' : ` → ${writeLength(short)}`;
    setText(hint, `pair ${pair}: ${writeLength(long)}${now} positions a turn`);
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
      const count = spans.before.length;
      shown = { spans, chosen: pairShown(wanted, count) };
      const drawn = linesOf(spans);
      lines.element.hidden = count === 0;
      const { trained, target, before, after } = spans;
      legend.replaceChildren(
        ...drawn.map((line) => {
          // Without the value, which the line above the chart tells.
          const [swatch = '', name = ''] = createLegendEntry(line).parts;
          return h('span', { class: 'entry' }, swatch, name);
        }),
      );
      lines.draw({
        x: Float64Array.from(before, (_, k) => k),
        lines: drawn,
        xName: 'pair',
        yName: 'positions a turn',
        logarithmic: true,
        range: decadesOf([
          ...before,
          ...after,
          ...spans.reached,
          trained,
          target,
        ]),
      });
      const counted = (flags: readonly boolean[]) =>
        `${writeCount(flags.filter(Boolean).length)} of ${writeCount(count)}`;
      numbers.show({
        partial: counted(spans.partial),
        beyond: counted(spans.beyond),
        still: counted(Array.from(after, (length) => length === Infinity)),
      });
      read(null);
    },
    refresh: lines.refresh,
  };
}
