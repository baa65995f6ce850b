// The figure of screen 3: a column for each hand, with its bit, the hand, its two
// shadows, and the waves that these leave behind in the table.

import { hand, rim, swept } from '../dial.js';
import { fixed, group, line, rect, short, text, upTo } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Shape, Text } from '../shape.js';
import {
  degrees,
  hands,
  type Numbers,
  pairOf,
  rows,
  type State,
  say,
} from './waves-numbers.js';

const layouts = {
  wide: {
    ...{ width: 820, height: 452, left: 88, r: 33, size: 15, small: 14 },
    ...{ bits: 4, cell: 28, dials: 74, speeds: 126, axis: 176, unit: 34 },
    ...{ top: 222, row: 3.5, gap: 10, keyX: 0, keyY: 292, swatch: 14 },
  },
  narrow: {
    ...{ width: 358, height: 342, left: 42, r: 16, size: 12, small: 12 },
    ...{ bits: 0, cell: 20, dials: 42, speeds: 71, axis: 100, unit: 20 },
    ...{ top: 128, row: 3.05, gap: 4, keyX: 60, keyY: 328, swatch: 11 },
  },
} as const;

type Layout = (typeof layouts)[Room];

/** The row of the table at a height of the drawing. */
export function rowAt(y: number, room: Room): number {
  const { top, row } = layouts[room];
  return Math.round((y - top) / row - 0.5);
}

/** Shades between −1 and 1; an eye tells no more of them apart. */
const shades = 40;

/** How strongly the table draws a value from −1 to 1. */
const strength = (value: number) => {
  const shade = Math.round(((value + 1) / 2) * shades);
  return 0.04 + (0.92 * shade) / shades;
};

/** The values that the key shows. */
const keyed = [1, 0.5, 0, -0.5, -1] as const;

/** What the shades of the table mean: down the side of it, or along below. */
function key({ keyX, keyY, swatch: side, small }: Layout, room: Room): Shape {
  const look = { size: small, fill: 'soft' } as const;
  const shade = (value: number, x: number, y: number) =>
    rect(x, y, side, side, { fill: 'place', opacity: strength(value) });
  const wide = room === 'wide';
  const span = keyed.length * side;
  const shapes = wide
    ? [
        ...keyed.map((value, i) => shade(value, 0, i * side)),
        ...(['+1', '0', '−1'] as const).map((words, i) =>
          text(side + 5, (2 * i + 0.5) * side + 4.5, words, look),
        ),
      ]
    : [
        text(-5, small - 1, '−1', { ...look, anchor: 'end' }),
        ...[...keyed].reverse().map((value, i) => shade(value, i * side, 0)),
        text(span + 5, small - 1, '+1', look),
      ];
  return group(shapes, { x: keyX, y: keyY });
}

/** A column of the table as one path for each shade. */
function stripe(
  values: readonly number[],
  x: number,
  w: number,
  row: number,
): Shape[] {
  const paths = new Map<number, string>();
  values.forEach((value, i) => {
    const shade = Math.round(((value + 1) / 2) * shades);
    // A little overlap, or else lines show between rows.
    const d = `M${short(x)} ${short(i * row)}h${short(w)}v${short(row + 0.12)}h${short(-w)}z`;
    paths.set(shade, (paths.get(shade) ?? '') + d);
  });
  return [...paths].map(([shade, d]) => ({
    ...{ kind: 'path', d, fill: 'place' },
    opacity: strength((2 * shade) / shades - 1),
  }));
}

/** A shadow of a hand, as a bar from −1 to 1. */
const bar = (value: number, x: number, w: number, unit: number) => {
  const high = Math.max(Math.abs(value) * unit, 0.75);
  return rect(x, value < 0 ? 0 : -high, w, high, { fill: 'place' });
};

/** All that belongs to one hand. */
function column(
  { position }: State,
  numbers: Numbers,
  i: number,
  at: Layout,
): Shape {
  const wide = (at.width - at.left) / hands;
  const middle = wide / 2;
  const pair = pairOf(numbers, position, i);
  const speed = numbers.speeds[i] ?? 0;
  const face = { x: middle, y: at.dials, r: at.r };
  const flipped = numbers.flips.includes(i);
  const bit = numbers.bits[i] ?? 0;
  const strip = (wide - at.gap) / 2;
  const [from, to] = [at.gap / 2, at.gap / 2 + strip];
  const passed = upTo(position + 1).map((row) => pairOf(numbers, row, i));
  const label: Omit<Text, 'kind' | 'x' | 'y' | 'text'> = {
    ...{ size: at.small, anchor: 'middle', fill: 'soft' },
  };
  return group(
    [
      rect(middle - at.cell / 2, at.bits + 0.5, at.cell, at.cell, {
        ...(bit === 1 ? { fill: 'place', opacity: 1 } : { fill: 'none' }),
        // A ring marks what has just flipped.
        ...(flipped ? { stroke: 'ink', width: 3 } : { stroke: 'soft' }),
      }),
      text(middle, at.bits + at.cell / 2 + at.size * 0.38, String(bit), {
        ...{ size: at.size, anchor: 'middle' },
        fill: bit === 1 ? 'sheet' : 'ink',
      }),
      group(
        [
          ...rim(face),
          ...(position > 0
            ? [
                swept(face, pairOf(numbers, position - 1, i), speed, {
                  ...{ fill: 'place', opacity: 0.35 },
                }),
              ]
            : []),
          ...hand(face, pair, { tone: 'place', width: at.r / 14 }),
        ],
        { mark: 'hands' },
      ),
      text(middle, at.speeds, degrees(speed), label),
      group(
        [
          // A gap, for both are of one colour.
          bar(pair[0], from, strip - 1, at.unit),
          bar(pair[1], to + 1, strip - 1, at.unit),
        ],
        { y: at.axis, mark: 'row' },
      ),
      group(
        [
          ...[0, 1].flatMap((shadow) =>
            stripe(
              passed.map((pair) => pair[shadow as 0 | 1]),
              shadow === 0 ? from : to + 0.5,
              strip - 0.5,
              at.row,
            ),
          ),
          rect(from, 0, wide - at.gap, rows * at.row, {
            ...{ fill: 'none', stroke: 'rule' },
          }),
        ],
        { y: at.top },
      ),
    ],
    {
      key: `hand-${i}`,
      x: at.left + i * wide,
      mark: i < 2 ? 'fast' : i < 5 ? 'middle' : 'slow',
    },
  );
}

/** What each band of the figure is, at its left. */
function labels({ position }: State, at: Layout, room: Room): Shape[] {
  const { size, small } = at;
  const head = { size: size + 2, face: 'serif' } as const;
  const words = { size: small, fill: 'soft' } as const;
  const wide = room === 'wide';
  return [
    text(0, at.bits + at.cell / 2 + (wide ? -1 : size * 0.4), 'bits', head),
    ...(wide ? [text(0, at.bits + at.cell, 'lowest first', words)] : []),
    text(0, at.dials + size * 0.4, 'hands', head),
    text(0, at.speeds, wide ? 'turn a step' : 'a step', words),
    text(0, at.axis - (wide ? 16 : 9), `row ${position}`, head),
    ...(wide ? ['left: sine', 'right: cosine'] : ['sine,', 'cosine']).map(
      (shadow, i) =>
        text(0, at.axis + (wide ? 6 + 18 * i : 4 + 12 * i), shadow, words),
    ),
    line([at.left, at.axis], [at.width, at.axis], { stroke: 'rule' }),
    ...(wide ? [text(0, at.top + size, 'table', head)] : []),
    ...[0, rows - 1]
      // The row of the position has a number of its own.
      .filter((row) => Math.abs(row - position) * at.row > small)
      .map((row) =>
        text(at.left - 22, at.top + (row + 0.5) * at.row + 4, String(row), {
          ...{ ...words, anchor: 'end' },
        }),
      ),
  ];
}

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const { position } = state;
  const grip: Shape = {
    ...{ kind: 'grip', key: 'row', reach: 22 },
    x: at.left - 14,
    y: at.top + (position + 0.5) * at.row,
    label: 'The row, drag it down the table',
    ...{ value: position, min: 0, max: rows - 1 },
    said: `position ${position}`,
    shapes: [
      line([0, 0], [at.width - at.left + 14, 0], { stroke: 'grip' }),
      { kind: 'path', d: 'M8 0L-4 -7L-4 7Z', fill: 'grip' },
      text(-8, 4, fixed(position, 0), {
        ...{ size: at.small, anchor: 'end', fill: 'grip' },
      }),
    ],
  };
  return {
    ...{ width: at.width, height: at.height, label: say(state, numbers) },
    shapes: [
      ...labels(state, at, room),
      key(at, room),
      ...upTo(hands).map((i) => column(state, numbers, i, at)),
      grip,
    ],
  };
}
