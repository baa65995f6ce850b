// The curves: a line a head, that of one head told apart, and e^b at the right.

import { createChart } from '../../figures/chart/chart.js';
import type { ChartLook, Series } from '../../figures/chart/look.js';
import { valuesIn } from '../../figures/chart/series.js';
import { lineColour } from '../../plot/palette.js';
import { linearScale, type Scale } from '../../plot/scales.js';
import { writeSmall } from '../../plot/ticks.js';
import { cssColour, h, setText } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import type { Curves } from './curves.js';
import { endsOf, isLogarithmic, shownDistance, sideOf } from './distances.js';
import { toldOf } from './kept.js';
import { effectOf } from './methods.js';
import type { BiasState } from './state.js';
import {
  acrossName,
  axisNames,
  curvesTitle,
  isIllustrative,
  originWords,
  readBias,
  writeFactor,
} from './words.js';

/** Whether curves are drawn as they are: against distance 0 nothing changes. */
export const isPlain = (state: BiasState, { own }: Curves): boolean =>
  state.raw ||
  effectOf(state.spec) !== 'weight' ||
  own.every((one) => one === 0);

/** The head that is told apart; the last one where there is none such. */
export const headIn = ({ head }: Pick<BiasState, 'head'>, heads: number) =>
  Math.min(Math.max(0, Math.round(head) || 0), Math.max(0, heads - 1));

/** The curve of a head as it is drawn. */
export function drawnCurve(state: BiasState, curves: Curves, head: number) {
  const line = curves.heads[head] ?? new Float64Array();
  const own = isPlain(state, curves) ? 0 : (curves.own[head] ?? 0);
  const against = own === 0 ? line : line.map((bias) => bias - own);
  const factors = state.show === 'factor' && effectOf(state.spec) !== 'factor';
  return factors ? against.map(Math.exp) : against;
}

function acrossOf(state: BiasState): Scale {
  const [low, high] = endsOf(state);
  if (!isLogarithmic(state)) return { low, high, logarithmic: false };
  const far = sideOf(state) > 0 ? high : -low;
  return { low: 1, high: far, logarithmic: true };
}

/** What the chart shows of a state. */
export function lookOf(state: BiasState, curves: Curves): ChartLook {
  const { spec, down, raw } = state;
  const { distances, heads, own } = curves;
  const head = headIn(state, heads.length);
  const soft = cssColour('--ink-soft');
  const others: Series[] = heads.flatMap((_, i) =>
    i === head
      ? []
      : [
          {
            ...{ label: `head ${i}`, kind: 'the other heads', mark: 'thin' },
            ...{ colour: soft, values: drawnCurve(state, curves, i) },
          },
        ],
  );
  const chosen: Series = {
    ...{ label: `head ${head}`, mark: 'bold', colour: lineColour(0, theme()) },
    values: drawnCurve(state, curves, head),
  };
  const series = [...others, chosen];
  const logarithmic = isLogarithmic(state);
  const x = logarithmic ? distances.map(Math.abs) : distances;
  const factors = state.show === 'factor' && effectOf(spec) !== 'factor';
  const names = axisNames(spec, !isPlain(state, curves));
  const read = (index: number) =>
    readBias({
      ...{ spec, head, down, raw, distance: distances[index] ?? 0 },
      bias: heads[head]?.[index] ?? Number.NaN,
      own: own[head] ?? 0,
    });
  return {
    ...{ x, series, read, across: acrossOf(state) },
    up: upOf(valuesIn(series), factors),
    xName: acrossName(spec, logarithmic, sideOf(state)),
    yName: factors ? names.factor : names.bias,
    ...(names.factor !== '' && {
      beside: factors
        ? { name: names.bias, write: writeLogarithm }
        : { name: names.factor, write: writeFactor },
    }),
    chosen: nearestTo(distances, shownDistance(state)),
    caption: curvesTitle(spec),
    told: toldOf(state, 'by-distance', `head ${head} is bold`),
  };
}

/** Factors near 1 would all be alike on a scale from 0. */
function upOf(values: readonly number[], factors: boolean): Scale {
  const near = factors && values.every((value) => value > 0.5);
  return linearScale([near ? 1 : 0, ...(factors ? [1] : []), ...values]);
}

/** The place of the distance that is nearest to one. */
function nearestTo(distances: readonly number[], wanted: number): number {
  let best = 0;
  distances.forEach((distance, i) => {
    const gap = Math.abs((distances[best] ?? 0) - wanted);
    if (Math.abs(distance - wanted) < gap) best = i;
  });
  return best;
}

/** The bias of a factor on the right axis. */
const writeLogarithm = (factor: number): string =>
  factor > 0 ? writeSmall(Math.log(factor), 3) : '−∞';

export function createCurvesChart(choose: (distance: number) => void) {
  const title = h('h3');
  const origin = h('p', { class: 'hint origin' });
  let drawn: Drawn | null = null;
  const chart = createChart('Distance', (index) => {
    const distance = drawn?.curves.distances[index];
    if (distance !== undefined) choose(distance);
  });
  // On a phone it stays while its controls are scrolled.
  chart.frame.classList.add('pinned', 'two-sided');
  chart.element.prepend(h('div', { class: 'curves-reading' }, chart.reading));
  return {
    element: h(
      'figure',
      { class: 'chart curves' },
      h('div', { class: 'chart-head' }, title, origin),
      chart.element,
    ),
    /** Says what the curves are, which is known before they are. */
    tell({ spec }: Pick<BiasState, 'spec'>): void {
      setText(title, curvesTitle(spec));
      setText(origin, originWords(spec));
      origin.classList.toggle('illustrative', isIllustrative(spec));
    },
    draw(state: BiasState, curves: Curves): void {
      const look = lookOf(state, curves);
      // Of another distance alone, no line changes.
      const now = { state, curves, colours: theme() };
      const same = drawn !== null && sameLines(drawn, now);
      drawn = now;
      if (same) chart.mark(look.chosen, look.read);
      else chart.draw(look);
    },
  };
}

interface Drawn {
  readonly state: BiasState;
  readonly curves: Curves;
  /** The theme whose colours the lines have. */
  readonly colours: string;
}

/** Whether two drawings differ in nothing but the distance that is read. */
function sameLines(one: Drawn, other: Drawn): boolean {
  const names = [
    'spec',
    'head',
    'show',
    'raw',
    'log',
    'reach',
    'down',
  ] as const;
  return (
    one.curves === other.curves &&
    one.colours === other.colours &&
    names.every((name) => Object.is(one.state[name], other.state[name])) &&
    sideOf(one.state) === sideOf(other.state)
  );
}
