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
import { createNumbers } from './readout.js';
import { decadesOf, type Spans } from './spans.js';
import { pageParameters, type RopeState } from './state.js';

const { trained, target } = pageParameters;

function writeLength(wavelength: number): string {
  return Number.isFinite(wavelength) ? writeValue(wavelength, 5) : 'no turn';
}

/** A line at one level. */
function level(label: string, colour: string, value: number, count: number) {
  const values = new Float64Array(count).fill(value);
  return { label, colour, values, width: 1 };
}

/** The values of some pairs, with gaps where the others are. */
function only(values: Float64Array, takes: (pair: number) => boolean) {
  return values.map((value, k) =>
    takes(k) && Number.isFinite(value) ? value : Number.NaN,
  );
}

function linesOf({ before, after, trained, target, partial }: Spans): Line[] {
  const count = before.length;
  const soft = cssColour('--ink-soft');
  const scaled = before.some((value, k) => value !== after[k]);
  const name = scaled ? 'after scaling' : 'wavelength';
  const dots = (label: string, colour: string, values: Float64Array) => ({
    label,
    colour,
    values,
    dots: true,
  });
  return [
    level(
      `trained on ${writeCount(trained)}`,
      lineColour(3, theme()),
      trained,
      count,
    ),
    ...(target === trained
      ? []
      : [
          level(
            `read up to ${writeCount(target)}`,
            lineColour(2, theme()),
            target,
            count,
          ),
        ]),
    ...(scaled
      ? [
          dots(
            'before scaling',
            soft,
            only(before, () => true),
          ),
        ]
      : []),
    dots(
      name,
      lineColour(1, theme()),
      only(after, (k) => !partial[k]),
    ),
    dots(
      'no whole turn in training',
      lineColour(0, theme()),
      only(after, (k) => partial[k] === true),
    ),
  ];
}

export function createSpansChart(set: (patch: Partial<RopeState>) => void) {
  const legend = h('p', { class: 'legend' });
  const hint = h('p', { class: 'hint numbers reading' });
  const lines = createLines('Wavelength of every pair', read);
  const numbers = createNumbers({
    partial: 'Pairs without a whole turn in training',
    beyond: 'of them, beyond all angles of training at the target length',
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
    if (long === undefined || short === undefined) return;
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
      shown = { spans, chosen: Math.min(wanted, count - 1) };
      const drawn = linesOf(spans);
      const { trained, target, before, after } = spans;
      legend.replaceChildren(
        ...drawn.flatMap((line) => createLegendEntry(line).parts.slice(0, 2)),
      );
      lines.draw({
        x: Float64Array.from(before, (_, k) => k),
        lines: drawn,
        xName: 'pair',
        yName: 'positions a turn',
        logarithmic: true,
        range: decadesOf([...before, ...after, trained, target]),
      });
      const counted = (flags: readonly boolean[]) =>
        `${writeCount(flags.filter(Boolean).length)} of ${writeCount(count)}`;
      numbers.show({
        partial: counted(spans.partial),
        beyond: counted(spans.beyond),
      });
      read(null);
    },
    refresh: lines.refresh,
  };
}
