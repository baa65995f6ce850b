// The charts of screen 7: what each head adds to the score by distance, and the
// factor that this is for the weight, before weights are scaled to the sum 1.

import { circle, fixed, group, line, short, text, through } from '../paths.js';
import type { Look, Shape, Tone } from '../shape.js';
import { farthest, type Numbers, type State } from './charge-numbers.js';
import { across, type Layout, tones } from './charge-room.js';

/** Charges beyond this leave the chart. */
const most = 8;

type Points = readonly (readonly [distance: number, value: number])[];

/** What a chart shows. */
const kinds = {
  charge: {
    title: 'change of the score: one curve a head',
    ...{ low: -most, high: 0, of: (added: number) => added },
    labels: [`−${most}`, '0'],
  },
  weight: {
    title: 'factor, before weights are scaled to sum 1',
    ...{ low: 0, high: 1, of: Math.exp },
    labels: ['0', '1'],
  },
} as const;

/** Where each of the steps ends, the next one begins. */
const stairs = (edges: readonly number[], values: readonly number[]): Points =>
  edges.flatMap((edge, i) => {
    const value = values[i] ?? 0;
    return [
      [edge, value],
      [edges[i + 1] ?? farthest, value],
    ] as const;
  });

/** The part of a falling curve that lies within a chart. */
function within(points: Points, low: number): Points {
  const out = points.findIndex(([, value]) => value < low);
  if (out < 1) return points;
  const [before, after] = [points[out - 1], points[out]];
  if (!before || !after) return points;
  const part = (before[1] - low) / (before[1] - after[1]);
  const edge = before[0] + part * (after[0] - before[0]);
  return [...points.slice(0, out), [edge, low]];
}

/** A value at its place, or an arrow where it leaves the chart below. */
function point(
  now: number,
  fill: Tone,
  low: number,
  x: number,
  y: number,
  at: Layout,
): Shape[] {
  if (now >= low) {
    return [circle(x, y, 5, { fill, stroke: 'sheet', width: 2 })];
  }
  // Beside the arrow below the chart, to its left only where there is no room on its
  // right.
  const isRight = x > at.right - 60;
  return [
    {
      kind: 'path',
      d: `M${short(x - 6)} ${short(y - 1)}h12l-6 11z`,
      fill,
    },
    text(x + (isRight ? -10 : 10), y + 10, fixed(now, 2), {
      ...{ size: at.small, anchor: isRight ? 'end' : 'start' },
      halo: true,
    }),
  ];
}

/** The names of the two lit curves: at their ends, beyond the farthest point that is
 *  dragged there, or so far under a line that leaves the chart below that a point on
 *  the line has room. */
function names(
  {
    head,
    slopes,
    steps: learned,
  }: Pick<State, 'head'> & Pick<Numbers, 'slopes' | 'steps'>,
  y: (added: number) => number,
  at: Layout,
): Shape[] {
  const slope = slopes[head - 1] ?? 0;
  const last = learned[head - 1]?.at(-1) ?? 0;
  const leaves = most / slope;
  const look = { size: at.small, halo: true } as const;
  const beside = at.right + 9;
  const half = 0.36 * at.small;
  const [line, steps] = [y(-slope * farthest), y(last)];
  if (leaves < farthest) {
    const end = across(at, leaves);
    const room = (24 + 2 * half) * ((end - at.left) / at.h);
    return [
      text(end - room, y(-most) - 4, 'ALiBi', {
        ...{ ...look, anchor: 'end' },
      }),
      text(beside, steps + half, 'T5', { ...look, fill: tones.steps }),
    ];
  }
  // Where both end at about one height, the names stand one above the other.
  const middle = (line + steps) / 2;
  const apart = Math.max(Math.abs(line - steps), 1.1 * at.small) / 2;
  const way = line > steps ? 1 : -1;
  return [
    text(beside, middle + way * apart + half, 'ALiBi', look),
    text(beside, middle - way * apart + half, 'T5', {
      ...look,
      fill: tones.steps,
    }),
  ];
}

export function chart(
  name: keyof typeof kinds,
  { head, away }: State,
  { slopes, alibi, t5, edges, steps }: Numbers,
  at: Layout,
): Shape[] {
  const { title, low, high, of, labels } = kinds[name];
  const top = name === 'charge' ? at.first : at.second;
  const bottom = top + at.h;
  const y = (value: number) => top + (at.h * (high - value)) / (high - low);
  const path = (points: Points, look: Look): Shape => ({
    kind: 'path',
    d: through(
      within(
        points.map(([distance, added]) => [distance, of(added)]),
        low,
      ).map(([distance, value]) => [across(at, distance), y(value)]),
    ),
    ...look,
  });
  const distances = Array.from({ length: farthest + 1 }, (_, i) => i);
  const lines = slopes.map(
    (slope): Points => distances.map((i) => [i, -slope * i] as const),
  );
  const all = steps.map((values) => stairs(edges, values));
  const others = (curves: readonly Points[], stroke: Tone) =>
    curves
      .filter((_, i) => i !== head - 1)
      .map((curve) => path(curve, { stroke, opacity: 0.22 }));
  const lit = (curves: readonly Points[], look: Look) =>
    curves.slice(head - 1, head).map((curve) => path(curve, look));
  const x = across(at, away);
  const values = (
    [
      [t5, tones.steps],
      [alibi, tones.line],
    ] as const
  ).map(([added, fill]) => [of(added[head - 1] ?? 0), fill] as const);
  const words = { size: at.small, fill: 'soft' } as const;
  return [
    text(at.left, top - 6, title, { ...words, halo: true }),
    ...[top, bottom].map((edge) =>
      line([at.left, edge], [at.right, edge], { stroke: 'rule' }),
    ),
    ...labels.map((label, i) =>
      text(at.left - 6, i === 0 ? bottom : top + at.small * 0.7, label, {
        ...{ ...words, anchor: 'end' },
      }),
    ),
    group(
      [
        ...others(all, tones.steps),
        ...lit(all, { stroke: tones.steps, width: 2.5 }),
      ],
      {
        mark: 'steps',
      },
    ),
    group(
      [
        ...others(lines, tones.line),
        ...lit(lines, { stroke: tones.line, width: 3 }),
      ],
      {
        mark: 'line',
      },
    ),
    ...(name === 'charge' ? names({ head, slopes, steps }, y, at) : []),
    ...values.flatMap(([value, fill]) =>
      point(value, fill, low, x, y(Math.max(value, low)), at),
    ),
    ...(name === 'weight'
      ? (
          [
            [0, 'start', '0'],
            [farthest / 2, 'middle', `${farthest / 2} words off`],
            [farthest, 'end', String(farthest)],
          ] as const
        ).map(([distance, anchor, label]) =>
          text(across(at, distance), bottom + at.small + 4, label, {
            ...{ ...words, anchor },
          }),
        )
      : []),
  ];
}
