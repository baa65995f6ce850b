// The figure of screen 4: the fastest hand at two positions with its shadows, all
// eight hands, and similarity by distance.

import {
  type Face,
  hand,
  type Pair,
  rim,
  swept,
  tipOf,
  turn,
} from '../dial.js';
import { circle, fixed, group, line, text, through, upTo } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Shape, Tone } from '../shape.js';
import {
  type Band,
  farthest,
  hands,
  isOne,
  type Numbers,
  type State,
  say,
} from './pairs-numbers.js';

const layouts = {
  wide: {
    ...{ width: 820, height: 430, size: 17, small: 13 },
    // The dial and its rulers.
    ...{ x: 122, y: 122, r: 98, ruler: 24 },
    // The numbers, and the small dials below them.
    ...{ names: 8, first: 132, second: 214, lines: 276, line: 25 },
    ...{ strip: 8, dials: 404, small_r: 17, pitch: 42 },
    ...{ left: 424, right: 808, top: 34, bottom: 384 },
  },
  narrow: {
    ...{ width: 358, height: 330, size: 15, small: 11 },
    ...{ x: 68, y: 66, r: 50, ruler: 12 },
    ...{ names: 150, first: 260, second: 326, lines: 14, line: 20 },
    ...{ strip: 150, dials: 118, small_r: 11, pitch: 26 },
    ...{ left: 26, right: 350, top: 168, bottom: 296 },
  },
} as const;

type Layout = (typeof layouts)[Room];

/** The similarity at the lower edge of the chart, and the upper one's is 1. */
const lowest = -0.4;

const acrossOf = ({ left, right }: Layout, apart: number): number =>
  left + ((right - left) * apart) / farthest;
const downOf = ({ top, bottom }: Layout, similarity: number): number =>
  top + ((bottom - top) * (1 - similarity)) / (1 - lowest);

/** The distance at a place of the chart. */
export function apartAt(x: number, room: Room): number {
  const { left, right } = layouts[room];
  return Math.round(((x - left) / (right - left)) * farthest);
}

/** The angle that lies between two hands, without whole turns. */
const between = (radians: number) => radians % turn;

/** The radians by which each hand turns from the first position to the second. */
const sweepOf = ({ apart }: State, i: number): number =>
  between(apart * 2 ** -i);

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
  const pairs: [Pair, number, Tone][] = [
    [numbers.one[0] ?? [0, 1], state.from, 'ink'],
    [numbers.other[0] ?? [0, 1], state.from + state.apart, 'accent'],
  ];
  const [low, side] = [y + r + ruler, x + r + ruler];
  return group(
    [
      ...rim(face),
      swept(face, pairs[0]?.[0] ?? [0, 1], sweepOf(state, 0), {
        ...{ part: 0.34, opacity: 0.22 },
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
            { size: at.small, anchor: 'middle', fill: tone, bold: true },
          ),
        ];
      }),
    ],
    { mark: 'hand' },
  );
}

/** What the rows say of the fastest hand, and whether that tells them apart. */
function printed(state: State, numbers: Numbers, at: Layout): Shape[] {
  const { names, first, second, lines, size, small } = at;
  const [one = [0, 1], other = [0, 1]] = [numbers.one[0], numbers.other[0]];
  const both = state.shadows === 'both';
  const row = (n: number) => lines + n * at.line;
  const values = (n: number, name: string, place: 0 | 1, shown: boolean) => [
    text(names, row(n), name, {
      ...{ size, face: 'serif', fill: shown ? 'ink' : 'soft' },
    }),
    ...(shown
      ? [
          text(first, row(n), fixed(one[place], 3), {
            ...{ size: small + 1, anchor: 'end', face: 'mono' },
          }),
          text(second, row(n), fixed(other[place], 3), {
            ...{ size: small + 1, anchor: 'end', face: 'mono', fill: 'accent' },
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
    text(first, row(0), `at ${state.from}`, head),
    text(second, row(0), `at ${state.from + state.apart}`, {
      ...{ ...head, fill: 'accent' },
    }),
    ...values(1, 'sine', 0, true),
    ...values(2, 'cosine', 1, both),
    text(
      names,
      row(3),
      isOne(numbers, state.shadows) ? 'as good as one place' : 'two places',
      { size: small + 1, fill: 'accent', bold: true },
    ),
  ];
}

/** All hands at both positions, small. */
function all(state: State, numbers: Numbers, at: Layout): Shape {
  const { strip, dials, small_r: r, pitch, small } = at;
  return group(
    [
      text(strip, dials - r - 9, 'all eight hands', {
        ...{ size: small, fill: 'soft' },
      }),
      ...upTo(hands).flatMap((i) => {
        const face = { x: strip + r + i * pitch, y: dials, r };
        const [one = [0, 1], other = [0, 1]] = [
          numbers.one[i],
          numbers.other[i],
        ] as const;
        return [
          ...rim(face),
          swept(face, one, sweepOf(state, i), { opacity: 0.22 }),
          ...hand(face, one, { tone: 'ink', width: 1.2 }),
          ...hand(face, other, { tone: 'accent', width: 1.6 }),
        ];
      }),
    ],
    { mark: 'slow' },
  );
}

/** The area between the lowest and the highest similarity at each distance. */
function area({ min, max }: Band, at: Layout): string {
  const points = (values: readonly number[]) =>
    values.map((value, r) => [acrossOf(at, r), downOf(at, value)] as const);
  return `${through([...points(max), ...points(min).reverse()])}Z`;
}

function chart(state: State, numbers: Numbers, at: Layout): Shape[] {
  const { left, right, top, bottom, size, small } = at;
  const { shadows, apart } = state;
  const chosen = (name: State['shadows']) => name === shadows;
  const words = { size: small, fill: 'soft' } as const;
  const axis = [0, 0.5, 1].flatMap((value) => [
    line([left, downOf(at, value)], [right, downOf(at, value)], {
      ...{ stroke: 'rule' },
    }),
    text(left - 6, downOf(at, value) + 4, fixed(value, value === 0.5 ? 1 : 0), {
      ...{ ...words, anchor: 'end' },
    }),
  ]);
  const [x, y] = [acrossOf(at, apart), downOf(at, numbers.pair[shadows])];
  return [
    ...axis,
    text(left, top - size * 0.7, 'similarity by distance, all eight hands', {
      ...{ size, face: 'serif' },
    }),
    group(
      [
        {
          ...{ kind: 'path', d: area(numbers.sine, at) },
          fill: chosen('sine') ? 'accent' : 'soft',
          opacity: chosen('sine') ? 0.35 : 0.16,
        },
        {
          ...{ kind: 'path', d: area(numbers.both, at), width: 2.5 },
          stroke: chosen('both') ? 'accent' : 'soft',
          opacity: chosen('both') ? 1 : 0.35,
        },
      ],
      { mark: 'band' },
    ),
    ...[
      [chosen('sine'), 'sines alone: a band'] as const,
      [chosen('both'), 'sine and cosine: a line'] as const,
    ].map(([on, label], i) =>
      text(right, top + (i + 1) * small * 1.5, label, {
        ...{ size: small, anchor: 'end', bold: on },
        fill: on ? 'accent' : 'soft',
      }),
    ),
    ...[0, 16, 32, 48].map((r) =>
      text(acrossOf(at, r), bottom + small * 1.6, String(r), {
        ...{ ...words, anchor: r === farthest ? 'end' : 'middle' },
      }),
    ),
    {
      ...{ kind: 'grip', key: 'apart', x, y: bottom },
      label: 'Words apart, drag it along the chart',
      ...{ value: apart, min: 1, max: farthest, said: `${apart} words apart` },
      shapes: [
        line([0, y - bottom], [0, 0], { stroke: 'ink' }),
        circle(0, 0, 7, { fill: 'sheet', stroke: 'ink', width: 2 }),
      ],
    },
    circle(x, y, 5, { fill: 'accent', stroke: 'sheet', width: 2 }),
  ];
}

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const { width, height } = at;
  return {
    ...{ width, height, label: say(state, numbers) },
    shapes: [
      fastest(state, numbers, at),
      ...printed(state, numbers, at),
      all(state, numbers, at),
      ...chart(state, numbers, at),
    ],
  };
}
