// The figure of screen 8: a dial a hand with its angles of training and new ones,
// how much slower each hand turns, and the fastest between two neighbours.

import { type Face, hand, pairAt, rim, swept } from '../dial.js';
import { fixed, group, line, rect, text, upTo, whole } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Shape } from '../shape.js';
import {
  degrees,
  factor,
  type Numbers,
  passes,
  reached,
  type State,
  say,
  seen,
  slower,
  trained,
} from './beyond-numbers.js';

const layouts = {
  wide: {
    ...{ width: 820, height: 452, small: 14, columns: 16, cell: 51.25, r: 21 },
    ...{ top: 30, tall: 52, below: 262, bars: 500, barH: 116, near: 68 },
    ...{ nearX: 640, number: 34, nearText: 730 },
  },
  narrow: {
    ...{ width: 358, height: 362, small: 12, columns: 8, cell: 44.75, r: 13 },
    ...{ top: 22, tall: 29, below: 260, bars: 176, barH: 62, near: 30 },
    ...{ nearX: 240, number: 20, nearText: 280 },
  },
} as const;

type Layout = (typeof layouts)[Room];

/** A dial with the angles that a hand had in training, and those that are new. */
function dial(numbers: Numbers, index: number, at: Layout): Shape {
  const face: Face = { x: 0, y: 0, r: at.r };
  const [old, now] = [seen(numbers, index), reached(numbers, index)];
  const turned = (numbers.after[index] ?? 0) * numbers.words;
  const isSlow = old < 2 * Math.PI;
  return group(
    [
      ...rim(face),
      swept(face, pairAt(0), old, { fill: 'place', opacity: 0.3 }),
      ...(passes(numbers, index)
        ? [swept(face, pairAt(old), now - old, { fill: 'wrong' })]
        : []),
      ...hand(face, pairAt(turned), { width: isSlow ? 2 : 1.2 }),
    ],
    {
      x: ((index % at.columns) + 0.5) * at.cell,
      y: at.top + (Math.floor(index / at.columns) + 0.5) * at.tall,
      ...(isSlow ? { mark: 'slow' } : {}),
    },
  );
}

/** What the shades mean; new angles can only be in a longer text. */
function legend(
  { small, width }: Layout,
  wide: boolean,
  { words: read }: Numbers,
): Shape[] {
  const isLong = read > trained;
  const words = [
    wide ? `angles of training, ${whole(trained)} words` : 'in training',
    wide ? `new angles in ${whole(read)} words` : `new in ${whole(read)} words`,
  ];
  const places = wide ? [0, 270] : [0, 92];
  return [
    ...(isLong ? (['place', 'wrong'] as const) : (['place'] as const)).flatMap(
      (fill, i) => [
        rect(places[i] ?? 0, 2, small, small, {
          fill,
          ...(i === 0 ? { opacity: 0.3 } : {}),
        }),
        text((places[i] ?? 0) + small + 5, small, words[i] ?? '', {
          ...{ size: small, fill },
        }),
      ],
    ),
    text(width, small, 'fast to slow, row by row', {
      ...{ size: small, fill: 'soft', anchor: 'end' },
    }),
  ];
}

/** A bar a hand: how many times slower it turns. */
function bars(numbers: Numbers, at: Layout): Shape[] {
  const count = numbers.before.length;
  const pitch = at.bars / count;
  const y = (times: number) => at.barH * (1 - (times - 1) / (factor - 1));
  // Rounding makes no hand slower.
  const none = numbers.before.every((_, i) => slower(numbers, i) < 1 + 1e-6);
  return [
    text(0, -8, 'how many times slower', { size: at.small, fill: 'soft' }),
    ...upTo(factor).flatMap((i) => [
      line([0, y(i + 1)], [at.bars, y(i + 1)], { stroke: 'rule' }),
      text(at.bars + 6, y(i + 1) + 4, `${i + 1}×`, {
        ...{ size: at.small, fill: 'soft' },
      }),
    ]),
    ...numbers.before.map((_, index) =>
      rect(
        index * pitch,
        y(slower(numbers, index)) - 1,
        0.7 * pitch,
        at.barH - y(slower(numbers, index)) + 2,
        { fill: 'place' },
      ),
    ),
    ...(none
      ? [
          text(at.bars / 2, at.barH / 2 + 4, 'no hand is slower yet', {
            ...{ size: at.small + 1, anchor: 'middle', fill: 'soft' },
            halo: true,
          }),
        ]
      : []),
    text(0, at.barH + at.small + 4, 'fastest hand', {
      ...{ size: at.small, fill: 'soft' },
    }),
    text(at.bars, at.barH + at.small + 4, 'slowest hand', {
      ...{ size: at.small, fill: 'soft', anchor: 'end' },
    }),
  ];
}

/** The fastest hand at one word and at the next. */
function neighbours({ after }: Numbers, at: Layout): Shape[] {
  const face: Face = { x: 0, y: at.near, r: at.near };
  const step = after[0] ?? 0;
  return [
    ...rim(face),
    swept(face, pairAt(0), step, { fill: 'place', opacity: 0.3 }),
    ...hand(face, pairAt(0), { tone: 'soft', width: 2 }),
    ...hand(face, pairAt(step), { tone: 'place', width: 3 }),
    text(at.nearText - at.nearX, at.near, `${fixed(degrees(step), 0)}°`, {
      ...{ size: at.number },
    }),
    ...['fastest hand:', '', 'from a word', 'to the next'].map((words, i) =>
      text(
        at.nearText - at.nearX,
        at.near + (i === 0 ? -at.number : (i - 1) * (at.small + 3) + 3),
        words,
        { size: at.small, fill: 'soft' },
      ),
    ),
  ];
}

/** The dials of all hands, and what their shades mean. */
function dialShapes(numbers: Numbers, room: Room): Shape[] {
  const at = layouts[room];
  return [
    ...legend(at, room === 'wide', numbers),
    ...numbers.before.map((_, index) => dial(numbers, index, at)),
  ];
}

/** A figure of the dials alone. */
export function dials(numbers: Numbers, label: string, room: Room): Drawing {
  const { width, top, tall, columns } = layouts[room];
  const height = top + tall * Math.ceil(numbers.before.length / columns);
  return { width, height, label, shapes: dialShapes(numbers, room) };
}

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  return {
    ...{ width: at.width, height: at.height, label: say(state, numbers) },
    shapes: [
      ...dialShapes(numbers, room),
      group(bars(numbers, at), { y: at.below + 24 }),
      group(neighbours(numbers, at), {
        ...{ x: at.nearX, y: at.below + 14, mark: 'near' },
      }),
    ],
  };
}
