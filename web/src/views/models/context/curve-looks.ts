// The charts of schedules over each other: one for each thing that they change.

import type { ChartLook, Series } from '../../../figures/chart/look.js';
import { writeStretch } from '../../../figures/reach/stretch-words.js';
import { decadeScale, linearScale } from '../../../plot/scales.js';
import { writeCount } from '../../../plot/ticks.js';
import { type CurveWord, curveNames, readAt } from './curve-words.js';
import type { Curve, Span } from './curves.js';
import type { Scores } from './scores.js';

/** Curves that lie on each other are told apart by their marks. */
const marks = ['line', 'dashed', 'dot', 'ring'] as const;

export interface Inks {
  /** The colour of a schedule. */
  readonly of: (word: Curve['word']) => string;
  /** That of lengths. */
  readonly soft: string;
}

export interface Drawing {
  readonly curves: readonly Curve[];
  readonly span: Span;
  /** What the files say that it is of. */
  readonly caption: string;
}

/** Below this part of its speed, a pair is shown on decades. */
const decadesBelow = 0.05;

const seriesOf = (
  { curves }: Drawing,
  inks: Inks,
  values: readonly ArrayLike<number>[],
): Series[] =>
  curves.map(({ title, word }, i) => ({
    ...{ label: title, colour: inks.of(word), mark: marks[i] ?? 'ring' },
    values: values[i] as ArrayLike<number>,
  }));

const toldOf = (
  { curves, caption }: Drawing,
  word: CurveWord,
): ChartLook['told'] => ({
  name: `schedules-${word}`,
  caption,
  spec: Object.fromEntries(curves.map(({ word, spec }) => [word, spec])),
});

/** A chart whose points are the pairs. */
function pairLook(
  drawing: Drawing,
  inks: Inks,
  word: Exclude<CurveWord, 'score'>,
  numberAt: (curve: Curve, pair: number) => number,
  own: Pick<ChartLook, 'up' | 'yName'> & {
    readonly unit?: string;
    readonly levels?: readonly Series[];
    readonly chosen?: number;
  },
): ChartLook {
  const { curves } = drawing;
  const count = curves[0]?.pairs.length ?? 0;
  const values = curves.map((curve) =>
    Float64Array.from({ length: count }, (_, k) => numberAt(curve, k)),
  );
  return {
    x: Float64Array.from({ length: count }, (_, k) => k),
    across: { low: -0.5, high: count - 0.5, logarithmic: false },
    up: own.up,
    series: [...(own.levels ?? []), ...seriesOf(drawing, inks, values)],
    xName: 'pair, from fast to slow',
    yName: own.yName,
    read: (k) => readAt(`pair ${k}`, curves, (i) => values[i]?.[k], own.unit),
    chosen: own.chosen ?? Math.floor(count / 2),
    caption: curveNames[word],
    told: toldOf(drawing, word),
  };
}

function factorLook(drawing: Drawing, inks: Inks): ChartLook {
  const all = drawing.curves.flatMap(({ pairs }) =>
    pairs.map(({ ratio }) => ratio),
  );
  const least = all.reduce((a, b) => (b > 0 ? Math.min(a, b) : a), 1);
  const up =
    least < decadesBelow
      ? decadeScale([...all, 1])
      : linearScale([0, 1, ...all]);
  const ratioOf = ({ pairs }: Curve, k: number) =>
    pairs[k]?.ratio ?? Number.NaN;
  return pairLook(drawing, inks, 'factor', ratioOf, {
    ...{ up, yName: 'times its speed' },
  });
}

function waveLook(drawing: Drawing, inks: Inks): ChartLook {
  const { curves, span } = drawing;
  const { first, to } = span;
  const count = curves[0]?.pairs.length ?? 0;
  const level = (
    label: string,
    mark: Series['mark'],
    value: number,
  ): Series => ({
    ...{ label: `${label} ${writeCount(value)}`, mark, colour: inks.soft },
    values: new Float64Array(count).fill(value),
  });
  const levels = [
    ...(first === undefined ? [] : [level('first trained on', 'line', first)]),
    ...(first === to ? [] : [level('to be used on', 'dashed', to)]),
  ];
  const waveOf = ({ pairs }: Curve, k: number) =>
    pairs[k]?.wavelengthAfter ?? Number.NaN;
  const all = curves.flatMap(({ pairs }) =>
    pairs.map(({ wavelengthAfter }) => wavelengthAfter),
  );
  const up = decadeScale([...all, to, first ?? to]);
  return pairLook(drawing, inks, 'wavelength', waveOf, {
    ...{ up, yName: 'tokens a turn', levels },
  });
}

function angleLook(drawing: Drawing, inks: Inks): ChartLook {
  const { curves } = drawing;
  /** The most that any schedule leaves unseen of each pair. */
  const most = (curves[0]?.pairs ?? []).map((_, k) =>
    curves.reduce((all, { unseen }) => Math.max(all, unseen?.[k] ?? 0), 0),
  );
  const unseenOf = ({ unseen }: Curve, k: number) => unseen?.[k] ?? Number.NaN;
  return pairLook(drawing, inks, 'angle', unseenOf, {
    up: { low: 0, high: 360, logarithmic: false },
    ...{ yName: 'unseen degrees', unit: '\u00b0' },
    chosen: most.indexOf(Math.max(0, ...most)),
  });
}

/** The chart of the schedules; null where it has nothing to show. */
export function lookOf(
  word: Exclude<CurveWord, 'score'>,
  drawing: Drawing,
  inks: Inks,
): ChartLook | null {
  if ((drawing.curves[0]?.pairs.length ?? 0) === 0) return null;
  if (word === 'wavelength') return waveLook(drawing, inks);
  if (word === 'factor') return factorLook(drawing, inks);
  return drawing.span.first === undefined ? null : angleLook(drawing, inks);
}

/** The chart of scores that are there; null where none is. */
export function scoreLook(
  drawing: Drawing,
  scores: readonly Scores[],
  inks: Inks,
): ChartLook | null {
  const [one] = scores;
  if (one === undefined) return null;
  const { from, to } = one;
  const last = to.at(-1) ?? 1;
  return {
    ...{ x: from, xTo: to },
    across: { low: 1, high: Math.max(10, last), logarithmic: true },
    up: linearScale([0, ...scores.flatMap(({ values }) => [...values])]),
    series: seriesOf(
      drawing,
      inks,
      scores.map(({ values }) => values),
    ),
    xName: 'distance in tokens',
    yName: 'expected score',
    read: (i) =>
      readAt(
        writeStretch(one, i),
        drawing.curves,
        (curve) => scores[curve]?.values[i],
      ),
    chosen: 0,
    caption: curveNames.score,
    told: toldOf(drawing, 'score'),
  };
}
