// The figure of screen 4: the fastest hand at two positions with its shadows, and
// all eight hands. Its chart is a file of its own.

import {
  angleOf,
  type Face,
  hand,
  type Pair,
  rim,
  swept,
  tipOf,
  turn,
} from '../dial.js';
import { circle, fixed, group, line, text, upTo } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Shape, Tone } from '../shape.js';
import { chart } from './pairs-chart.js';
import {
  handOf,
  hands,
  isOne,
  type Numbers,
  type State,
  say,
} from './pairs-numbers.js';

const layouts = {
  wide: {
    ...{ width: 820, height: 452, size: 17, small: 14 },
    // The dial and its rulers.
    ...{ x: 107, y: 122, r: 98, ruler: 24 },
    // The numbers, and the small dials below them.
    ...{ names: 0, first: 132, second: 214, lines: 276, line: 25 },
    ...{ strip: 0, dials: 414, small_r: 17, pitch: 42 },
  },
  narrow: {
    ...{ width: 358, height: 330, size: 15, small: 12 },
    ...{ x: 68, y: 66, r: 50, ruler: 12 },
    ...{ names: 150, first: 260, second: 326, lines: 14, line: 20 },
    ...{ strip: 150, dials: 118, small_r: 11, pitch: 26 },
  },
} as const;

type Layout = (typeof layouts)[Room];

/** The angle by which a hand turned from one place to the other, without whole
 *  turns. */
const sweepOf = (one: Pair, other: Pair): number =>
  (angleOf(other) - angleOf(one) + turn) % turn;

/** A shadow on a ruler: from the tip of the hand straight to it. */
function shadow(
  tip: readonly [number, number],
  foot: readonly [number, number],
  tone: Tone,
): Shape[] {
  return [
    line(tip, foot, { stroke: tone, dash: true }),
    circle(foot[0], foot[1], 4, { fill: tone }),
  ];
}

/** The fastest hand at both positions. */
function fastest(state: State, numbers: Numbers, at: Layout): Shape {
  const face: Face = at;
  const { x, y, r, ruler } = at;
  const both = state.shadows === 'both';
  const [one, other] = [handOf(numbers.one, 0), handOf(numbers.other, 0)];
  const pairs: [Pair, number, Tone][] = [
    [one, state.from, 'soft'],
    [other, state.from + state.apart, 'place'],
  ];
  const [low, side] = [y + r + ruler, x + r + ruler];
  return group(
    [
      ...rim(face),
      swept(face, one, sweepOf(one, other), {
        ...{ part: 0.34, fill: 'place', opacity: 0.22 },
      }),
      line([x - r, low], [x + r, low], { stroke: 'soft' }),
      ...(both ? [line([side, y - r], [side, y + r], { stroke: 'soft' })] : []),
      ...pairs.flatMap(([pair, position, tone], i) => {
        const tip = tipOf(face, pair);
        // Beside the hand, and not where the other's stands if both are one.
        const [nx, ny] = tipOf(face, pair, i === 0 ? 0.5 : 0.82);
        const off = 0.85 * at.small;
        const [sine, cosine] = pair;
        return [
          ...shadow(tip, [tip[0], low], tone),
          ...(both ? shadow(tip, [side, tip[1]], tone) : []),
          ...hand(face, pair, { tone, width: r / 34 }),
          text(
            nx + off * cosine,
            ny + off * sine + 0.35 * at.small,
            String(position),
            { size: at.small, anchor: 'middle', fill: tone },
          ),
        ];
      }),
    ],
    { mark: 'hand' },
  );
}

/** What the fastest hand makes of two places; others may tell them apart. */
function verdict({ shadows }: State, numbers: Numbers, at: Layout): string {
  if (!isOne(numbers, shadows)) return 'two places';
  if (shadows === 'sine') return 'as good as one place';
  const others = at === layouts.wide ? 'slower hands' : 'slower';
  return `both agree; ${others} do not`;
}

/** What the rows say of the fastest hand, and whether that tells them apart. */
function printed(state: State, numbers: Numbers, at: Layout): Shape[] {
  const { names, first, second, lines, size, small } = at;
  const [one, other] = [handOf(numbers.one, 0), handOf(numbers.other, 0)];
  const both = state.shadows === 'both';
  const row = (n: number) => lines + n * at.line;
  const values = (n: number, name: string, place: 0 | 1, shown: boolean) => [
    text(names, row(n), name, {
      ...{ size, face: 'serif', fill: shown ? 'ink' : 'soft' },
    }),
    ...(shown
      ? [
          text(first, row(n), fixed(one[place], 3), {
            ...{ size: small + 1, anchor: 'end', face: 'mono', fill: 'soft' },
          }),
          text(second, row(n), fixed(other[place], 3), {
            ...{ size: small + 1, anchor: 'end', face: 'mono', fill: 'place' },
          }),
        ]
      : [
          text(second, row(n), 'left out', {
            ...{ size: small, anchor: 'end', fill: 'soft' },
          }),
        ]),
  ];
  const head = { size: small, anchor: 'end' } as const;
  return [
    text(first, row(0), `at ${state.from}`, { ...head, fill: 'soft' }),
    text(second, row(0), `at ${state.from + state.apart}`, {
      ...{ ...head, fill: 'place' },
    }),
    ...values(1, 'sine', 0, true),
    ...values(2, 'cosine', 1, both),
    text(names, row(3), verdict(state, numbers, at), {
      size: small + 1,
      fill: isOne(numbers, state.shadows) ? 'wrong' : 'ink',
    }),
  ];
}

/** All hands at both positions, small. */
function all(numbers: Numbers, at: Layout): Shape {
  const { strip, dials, small_r: r, pitch, small } = at;
  return group(
    [
      text(strip, dials - r - 9, 'all eight hands', {
        ...{ size: small, fill: 'soft' },
      }),
      ...upTo(hands).flatMap((i) => {
        const face = { x: strip + r + i * pitch, y: dials, r };
        const [one, other] = [handOf(numbers.one, i), handOf(numbers.other, i)];
        return [
          ...rim(face),
          swept(face, one, sweepOf(one, other), {
            ...{ fill: 'place', opacity: 0.22 },
          }),
          ...hand(face, one, { tone: 'soft', width: 1.2 }),
          ...hand(face, other, { tone: 'place', width: 1.6 }),
        ];
      }),
    ],
    { mark: 'slow' },
  );
}

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const { width, height } = at;
  return {
    ...{ width, height, label: say(state, numbers) },
    shapes: [
      fastest(state, numbers, at),
      ...printed(state, numbers, at),
      all(numbers, at),
      ...chart(state, numbers, room),
    ],
  };
}
