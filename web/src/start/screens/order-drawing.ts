// The figure of screen 1: a row for each word that asks, a column for each that
// answers, and what each row takes along.

import { fixed, group, line, rect, text, upTo } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Group, Shape } from '../shape.js';
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
    ...{ width: 820, height: 452, left: 64, top: 74, cell: 74, size: 20 },
    ...{ small: 14, bars: 486, verdict: 712 },
  },
  narrow: {
    ...{ width: 358, height: 306, left: 52, top: 48, cell: 51, size: 16 },
    ...{ small: 12, bars: 0, verdict: 315 },
  },
} as const;

type Layout = (typeof layouts)[Room];

const count = words.length;
const isOfPair = (word: number): boolean => word === dog || word === man;
/** The middle of a row or a column, from the edge of the grid. */
const middle = ({ cell }: Layout, place: number): number =>
  (place + 0.5) * cell;

/** The place of a column in the drawing. */
export const placeAt = (x: number, room: Room): number =>
  Math.floor((x - layouts[room].left) / layouts[room].cell);

function grid({ left, top, cell }: Layout): Shape[] {
  const span = cell * count;
  return upTo(count + 1).flatMap((i) => [
    line([left, top + i * cell], [left + span, top + i * cell], {
      stroke: 'rule',
    }),
    line([left + i * cell, top], [left + i * cell, top + span], {
      stroke: 'rule',
    }),
  ]);
}

/** A word above its column: it answers, and is dragged to another place. */
function column(word: number, place: number, at: Layout): Shape {
  const { left, top, cell, size } = at;
  const half = cell * 0.3;
  return {
    kind: 'grip',
    key: `word-${word}`,
    x: left + middle(at, place),
    y: top - size,
    reach: cell / 2 - 1,
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
  { weights }: Numbers,
  place: number,
  at: Layout,
): Group[] {
  const { left, cell, small } = at;
  return order.map((key, other) => {
    const weight = weights[place * count + other] ?? 0;
    const side = Math.sqrt(weight) * cell * 0.66;
    const hidden = knows === 'mask' && other > place;
    return group(
      hidden
        ? [line([-8, 8], [8, -8], { stroke: 'rule' })]
        : [
            rect(-side / 2, -side / 2 - 0.1 * cell, side, side, {
              ...{ fill: 'ink', opacity: 0.35 + 0.5 * weight },
            }),
            text(cell / 2 - 5, cell / 2 - 4, fixed(100 * weight, 0), {
              ...{ size: small, anchor: 'end', fill: 'soft' },
            }),
          ],
      { key: `key-${key}`, x: left + middle(at, other) },
    );
  });
}

/** The numbers of an output, as bars. */
const output = ({ outputs }: Numbers, place: number, at: Layout): Shape[] =>
  upTo(dim).map((c) => {
    const value = (outputs[place * dim + c] ?? 0) * (at.cell / 6);
    const high = Math.max(Math.abs(value), 0.5);
    return rect(at.bars + c * 13, value < 0 ? 0 : -high, 9, high, {
      fill: 'soft',
    });
  });

function row(state: State, numbers: Numbers, place: number, at: Layout): Shape {
  const { left, top, size } = at;
  const word = state.order[place] ?? 0;
  const wide = at.bars > 0;
  const same = isSame(numbers, place);
  return group(
    [
      text(left - 12, size * 0.35, words[word] ?? '', {
        ...{ size, anchor: 'end', face: 'serif', fill: 'query' },
      }),
      ...cells(state, numbers, place, at),
      ...(wide ? output(numbers, place, at) : []),
      ...(isMoved(state)
        ? [
            text(at.verdict, 5, same ? 'same' : wide ? 'changed' : 'new', {
              ...{ size: at.small + 1, fill: same ? 'soft' : 'ink' },
            }),
          ]
        : []),
    ],
    {
      ...{ key: `row-${word}`, y: top + middle(at, place) },
      ...(isOfPair(word) ? { mark: 'pair' } : {}),
    },
  );
}

/** What rows, columns and bars are. */
function heads(state: State, at: Layout): Shape[] {
  const { left, top, size, small, cell } = at;
  const wide = at.bars > 0;
  const look = { size: small } as const;
  return [
    text(left - 12, top - size * 0.65, 'asks', {
      ...{ ...look, anchor: 'end', fill: 'query' },
    }),
    text(left + (cell * count) / 2, small, 'answers, in percent', {
      ...{ ...look, anchor: 'middle', fill: 'key' },
    }),
    ...(wide
      ? [
          text(at.bars, top - size * 0.65, 'what it takes along: its output', {
            ...{ ...look, fill: 'soft' },
          }),
        ]
      : isMoved(state)
        ? [
            text(at.width, top - size * 0.65, 'output', {
              ...{ ...look, anchor: 'end', fill: 'soft' },
            }),
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
