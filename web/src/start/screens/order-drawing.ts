// The figure of screen 1: a row for each word that asks, a column for each that
// answers, and the output of each row. Once words have moved, an outline keeps what
// the same words had before, so that the eye sees what moved along and what changed.

import { fixed, group, line, rect, text, upTo } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Group, Look, Shape } from '../shape.js';
import {
  dim,
  dog,
  isMoved,
  isSame,
  man,
  type Numbers,
  type State,
  say,
  words,
} from './order-numbers.js';

const layouts = {
  wide: {
    ...{ width: 820, height: 452, left: 64, top: 74, w: 74, h: 74, size: 20 },
    ...{ small: 14, gap: 12, bars: 486, pitch: 13, bar: 9, rise: 16 },
  },
  narrow: {
    ...{ width: 358, height: 306, left: 46, top: 48, w: 43, h: 51, size: 15 },
    ...{ small: 12, gap: 8, bars: 270, pitch: 5.4, bar: 3.9, rise: 11 },
  },
} as const;

type Layout = (typeof layouts)[Room];

const count = words.length;
const isOfPair = (word: number): boolean => word === dog || word === man;
/** The middle of a column and of a row. */
const acrossOf = ({ left, w }: Layout, place: number): number =>
  left + (place + 0.5) * w;
const downOf = ({ top, h }: Layout, place: number): number =>
  top + (place + 0.5) * h;

/** The place of a column in the drawing. */
export const placeAt = (x: number, room: Room): number =>
  Math.floor((x - layouts[room].left) / layouts[room].w);

function grid({ left, top, w, h }: Layout): Shape[] {
  const [right, bottom] = [left + count * w, top + count * h];
  const stroke = 'rule';
  return upTo(count + 1).flatMap((i) => [
    line([left, top + i * h], [right, top + i * h], { stroke }),
    line([left + i * w, top], [left + i * w, bottom], { stroke }),
  ]);
}

/** What the same words had before, of a figure that words have moved in. */
const outline = { fill: 'none', stroke: 'ink', width: 1.5 } as const;

/** A word above its column: it answers, and is dragged to another place. */
function column(word: number, place: number, at: Layout): Shape {
  const { top, w, size } = at;
  const half = w * 0.3;
  return {
    kind: 'grip',
    key: `word-${word}`,
    x: acrossOf(at, place),
    y: top - size,
    reach: w / 2 - 1,
    label: `“${words[word]}”, drag it to another place`,
    value: place,
    min: 0,
    max: count - 1,
    said: `place ${place + 1} of ${count}`,
    shapes: [
      text(0, size * 0.35, words[word] ?? '', {
        ...{ size, anchor: 'middle', face: 'serif', fill: 'key' },
      }),
      line([-half, size * 0.72], [half, size * 0.72], {
        ...{ stroke: 'grip', width: 2, dash: true },
      }),
    ],
  };
}

/** How much attention a row gives to the words, as the area of a square each. */
function cells(
  { order, knows }: State,
  { weights, before }: Numbers,
  place: number,
  at: Layout,
): Group[] {
  const { w, h, small } = at;
  const word = order[place] ?? 0;
  const square = (weight: number, look: Look): Shape[] => {
    const side = Math.sqrt(weight) * w * 0.66;
    return weight > 0
      ? [rect(-side / 2, -side / 2 - 0.1 * h, side, side, look)]
      : [];
  };
  return order.map((key, other) => {
    const weight = weights[place * count + other] ?? 0;
    const hidden = knows === 'mask' && other > place;
    return group(
      [
        ...(hidden
          ? [line([-8, 8], [8, -8], { stroke: 'rule' })]
          : [
              ...square(weight, { fill: 'ink', opacity: 0.35 + 0.5 * weight }),
              text(w / 2 - 4, h / 2 - 4, fixed(100 * weight, 0), {
                ...{ size: small, anchor: 'end', fill: 'soft' },
              }),
            ]),
        ...square(before?.weights[word * count + key] ?? 0, outline),
      ],
      { key: `key-${key}`, x: acrossOf(at, other) },
    );
  });
}

/** The numbers of an output, as bars from a line. */
function output(
  { order }: State,
  { outputs, before }: Numbers,
  place: number,
  at: Layout,
): Shape[] {
  const { bars, pitch, bar, rise } = at;
  const of = (all: readonly number[], row: number, look: Look) =>
    upTo(dim).map((c) => {
      const value = (all[row * dim + c] ?? 0) * rise;
      return rect(
        bars + c * pitch,
        Math.min(-value, 0),
        bar,
        Math.abs(value),
        look,
      );
    });
  return [
    ...of(outputs, place, { fill: 'ink', opacity: 0.5 }),
    ...(before ? of(before.outputs, order[place] ?? 0, outline) : []),
    line([bars - 3, 0], [bars + (dim - 1) * pitch + bar + 3, 0], {
      stroke: 'soft',
    }),
  ];
}

function row(state: State, numbers: Numbers, place: number, at: Layout): Shape {
  const { left, size, small, gap, bars, pitch } = at;
  const word = state.order[place] ?? 0;
  const wide = at === layouts.wide;
  const same = isSame(numbers, place);
  const verdict = same ? 'same' : wide ? 'changed' : 'new';
  const fill = same ? 'soft' : 'ink';
  const end = left - gap;
  return group(
    [
      text(end, size * 0.35, words[word] ?? '', {
        ...{ size, anchor: 'end', face: 'serif', fill: 'query' },
      }),
      ...cells(state, numbers, place, at),
      ...output(state, numbers, place, at),
      // What became of the output: beside it, or where there is no room, under the word.
      ...(isMoved(state)
        ? [
            wide
              ? text(bars + dim * pitch + 18, 5, verdict, {
                  ...{ size: small + 1, fill },
                })
              : text(end, size * 0.35 + small + 1, verdict, {
                  ...{ size: small, anchor: 'end', fill },
                }),
          ]
        : []),
    ],
    {
      ...{ key: `row-${word}`, y: downOf(at, place) },
      ...(isOfPair(word) ? { mark: 'pair' } : {}),
    },
  );
}

/** What rows, columns and bars are. */
function heads(state: State, at: Layout): Shape[] {
  const { left, top, size, small, gap, w, bars, width } = at;
  const wide = at === layouts.wide;
  const y = top - size * 0.65;
  const look = { size: small, fill: 'soft' } as const;
  return [
    text(left - gap, y, 'asks', {
      ...{ size: small, anchor: 'end', fill: 'query' },
    }),
    text(left + (w * count) / 2, small, 'answers, in percent', {
      ...{ size: small, anchor: 'middle', fill: 'key' },
    }),
    text(bars, y, wide ? 'its output: a mix of all words' : 'output', look),
    ...(isMoved(state)
      ? [
          text(
            width,
            small,
            wide ? 'outlined: before the move' : 'outlined: before',
            {
              ...{ ...look, anchor: 'end' },
            },
          ),
        ]
      : []),
  ];
}

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  return {
    ...{ width: at.width, height: at.height, label: say(state, numbers) },
    shapes: [
      ...grid(at),
      ...heads(state, at),
      ...state.order.map((word, place) => column(word, place, at)),
      ...state.order.map((_, place) => row(state, numbers, place, at)),
    ],
  };
}
