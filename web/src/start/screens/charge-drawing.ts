// The figure of screen 7: the word that is dragged away, and for ALiBi and for T5
// what each head takes from the score, with what that leaves of the weight.

import {
  circle,
  fixed,
  group,
  line,
  rect,
  short,
  text,
  through,
  upTo,
} from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Grip, Shape } from '../shape.js';
import {
  farthest,
  type Numbers,
  type State,
  share,
  slope,
} from './charge-state.js';

const layouts = {
  wide: {
    ...{ width: 820, height: 452, left: 62, right: 794, small: 13, size: 16 },
    ...{ row: 76, down: 184, w: 400, across: 420, title: 19, head: 46 },
    ...{ h: 112, margin: 26 },
  },
  narrow: {
    ...{ width: 358, height: 372, left: 56, right: 334, small: 11, size: 15 },
    ...{ row: 66, down: 150, w: 172, across: 186, title: 15, head: 38 },
    ...{ h: 88, margin: 22 },
  },
} as const;

type Layout = (typeof layouts)[Room];

/** Charges beyond this leave the charts. */
const most = 8;

/** The word that reads, and the one that is dragged away from it. */
const [reader, dragged] = ['bites', 'dog'];

const spanOf = ({ left, right }: Layout): number => right - left;

export function gripAt(
  _state: State,
  _grip: string,
  [x]: readonly [number, number],
  room: Room,
): number {
  const at = layouts[room];
  return Math.round(((x - at.left) / spanOf(at)) * farthest);
}

function ruler({ away }: State, at: Layout): Shape[] {
  const x = (distance: number) => at.left + (distance / farthest) * spanOf(at);
  const base = 54;
  const grip: Grip = {
    ...{ kind: 'grip', key: 'away', x: x(away), y: 22 },
    label: `“${dragged}”, drag it away from “${reader}”`,
    ...{ value: away, min: 0, max: farthest },
    said: `${away} words off`,
    shapes: [
      rect(-22, -18, 44, 36, { fill: 'sheet', stroke: 'accent', round: 4 }),
      text(0, -2, dragged, {
        ...{ size: at.size, anchor: 'middle', face: 'serif', fill: 'accent' },
      }),
      text(0, at.small, String(away), {
        ...{ size: at.small, anchor: 'middle', fill: 'accent' },
      }),
    ],
  };
  return [
    text(0, base + 4, reader, { size: at.size, face: 'serif' }),
    line([at.left, base], [at.right, base], { stroke: 'rule' }),
    ...upTo(farthest / 10 + 1).map((ten) =>
      line([x(10 * ten), base - 3], [x(10 * ten), base + 3], {
        stroke: 'soft',
      }),
    ),
    line([at.left, base], [x(away), base], { stroke: 'soft', width: 3 }),
    line([x(away), 40], [x(away), base], { stroke: 'accent' }),
    grip,
  ];
}

/** A function of the distance as a curve or as steps. */
interface Curve {
  readonly points: readonly (readonly [distance: number, value: number])[];
  readonly stepped: boolean;
}

interface Chart {
  /** By head. */
  readonly curves: readonly Curve[];
  /** The values at the lower and at the upper edge. */
  readonly ends: readonly [low: number, high: number];
  /** Of the lit head, at the distance of the word. */
  readonly now: number;
}

/** Where each of the steps ends, the next one begins. */
function corners({ points, stepped }: Curve) {
  if (!stepped) return points;
  return points.flatMap(([distance, value], i) => {
    const next = points[i + 1]?.[0] ?? farthest;
    return [
      [distance, value],
      [next, value],
    ] as const;
  });
}

/** A value at its place, or an arrow where it leaves the chart below. */
function point(now: number, low: number, x: number, y: number, w: number) {
  if (now >= low) {
    return [circle(x, y, 5, { fill: 'accent', stroke: 'sheet', width: 2 })];
  }
  // Beside the arrow, to its left only where there is no room on its right.
  const isRight = x > w - 60;
  return [
    {
      ...{ kind: 'path', fill: 'accent' },
      d: `M${short(x - 6)} ${short(y - 5)}h12l-6 11z`,
    },
    text(x + (isRight ? -10 : 10), y - 6, fixed(now, 2), {
      ...{ size: 13, anchor: isRight ? 'end' : 'start', fill: 'accent' },
      ...{ bold: true, halo: true },
    }),
  ] satisfies Shape[];
}

/** The part of a falling curve that lies within a chart. */
function within(
  points: readonly (readonly [number, number])[],
  low: number,
): readonly (readonly [number, number])[] {
  const out = points.findIndex(([, value]) => value < low);
  if (out < 1) return points;
  const [before, after] = [points[out - 1], points[out]];
  if (!before || !after) return points;
  const part = (before[1] - low) / (before[1] - after[1]);
  const edge = before[0] + part * (after[0] - before[0]);
  return [...points.slice(0, out), [edge, low]];
}

function chart(
  { curves, ends, now }: Chart,
  { head, away }: State,
  at: Layout,
  labels: readonly [low: string, high: string],
  axis: boolean,
): Shape[] {
  const [low, high] = ends;
  const x = (distance: number) =>
    at.margin + (distance / farthest) * (at.w - at.margin - 6);
  const y = (value: number) => (at.h * (high - value)) / (high - low);
  const path = (curve: Curve, lit: boolean): Shape => ({
    kind: 'path',
    d: through(
      within(corners(curve), low).map(([distance, value]) => [
        x(distance),
        y(value),
      ]),
    ),
    stroke: lit ? 'accent' : 'soft',
    ...(lit ? { width: 3 } : { opacity: 0.5 }),
  });
  const lit = curves[head - 1];
  return [
    line([x(0), 0], [x(farthest), 0], { stroke: 'rule' }),
    line([x(0), at.h], [x(farthest), at.h], { stroke: 'rule' }),
    ...labels.map((label, i) =>
      text(at.margin - 6, i === 0 ? at.h : at.small * 0.7, label, {
        ...{ size: at.small, anchor: 'end', fill: 'soft' },
      }),
    ),
    ...curves.filter((curve) => curve !== lit).map((c) => path(c, false)),
    line([x(away), 0], [x(away), at.h], { stroke: 'ink', dash: true }),
    ...(lit ? [path(lit, true)] : []),
    ...point(now, low, x(away), y(Math.max(now, low)), at.w),
    ...(axis
      ? (
          [
            [0, 'start', '0'],
            [farthest / 2, 'middle', `${farthest / 2} words off`],
            [farthest, 'end', String(farthest)],
          ] as const
        ).map(([distance, anchor, label]) =>
          text(x(distance), at.h + at.small + 3, label, {
            ...{ size: at.small, fill: 'soft', anchor },
          }),
        )
      : []),
  ];
}

/** One way to charge: its title, its charges, and the weights beside them. */
function row(
  title: string,
  mark: string,
  curves: readonly Curve[],
  now: number,
  state: State,
  at: Layout,
  axis: boolean,
): Shape {
  const factors = curves.map(({ points, stepped }) => ({
    points: points.map(
      ([distance, value]) => [distance, Math.exp(value)] as const,
    ),
    stepped,
  }));
  const look = { size: at.small + 2, fill: 'accent', bold: true } as const;
  const charges: Chart = { curves, ends: [-most, 0], now };
  const weights: Chart = { curves: factors, ends: [0, 1], now: Math.exp(now) };
  return group([
    text(0, at.title - 2, title, { size: at.title, face: 'serif' }),
    text(0, at.head - 7, `charge ${fixed(now, 2)}`, look),
    text(at.across, at.head - 7, `weight × ${share(now, '<')}`, look),
    group(chart(charges, state, at, [`−${most}`, '0'], axis), {
      ...{ y: at.head, mark },
    }),
    group(chart(weights, state, at, ['0', '1'], axis), {
      ...{ x: at.across, y: at.head },
    }),
  ]);
}

export function draw(
  state: State,
  numbers: Numbers,
  room: Room,
  label: string,
): Drawing {
  const at = layouts[room];
  const { slopes, alibi, t5, edges, steps, bucket } = numbers;
  // Near distances more densely, where e to the charge bends.
  const distances = upTo(farthest + 1);
  const lines = slopes.map(
    (each): Curve => ({
      points: distances.map((distance) => [distance, -each * distance]),
      stepped: false,
    }),
  );
  const stairs = steps.map(
    (values): Curve => ({
      points: edges.map((edge, i) => [edge, values[i] ?? 0]),
      stepped: true,
    }),
  );
  const of = (all: readonly number[]) => all[state.head - 1] ?? 0;
  const rows = [
    row(
      `ALiBi: slope ${slope(state.head)}`,
      'line',
      lines,
      of(alibi),
      state,
      at,
      false,
    ),
    row(
      `T5: bucket ${bucket} (illustrative, not trained)`,
      'steps',
      stairs,
      of(t5),
      state,
      at,
      true,
    ),
  ];
  return {
    ...{ width: at.width, height: at.height, label },
    shapes: [
      ...ruler(state, at),
      ...rows.map((shape, i) => group([shape], { y: at.row + i * at.down })),
    ],
  };
}
