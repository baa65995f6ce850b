// The chart of screen 4: similarity by distance, a band without cosines and a line
// with them.

import { circle, fixed, group, line, text, through } from '../paths.js';
import type { Room } from '../screen.js';
import type { Shape } from '../shape.js';
import {
  type Band,
  farthest,
  type Numbers,
  type State,
} from './pairs-numbers.js';

const layouts = {
  wide: {
    ...{
      left: 424,
      right: 808,
      top: 34,
      bottom: 384,
      size: 17,
      small: 14,
      note: 97,
    },
  },
  narrow: {
    ...{
      left: 26,
      right: 350,
      top: 168,
      bottom: 296,
      size: 15,
      small: 12,
      note: 329,
    },
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

/** The area between the lowest and the highest similarity at each distance. */
function area({ min, max }: Band, at: Layout): string {
  const points = (values: readonly number[]) =>
    values.map((value, r) => [acrossOf(at, r), downOf(at, value)] as const);
  return `${through([...points(max), ...points(min).reverse()])}Z`;
}

/** The chart, with the distance of the two positions as its grip. */
export function chart(state: State, numbers: Numbers, room: Room): Shape[] {
  const at = layouts[room];
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
          fill: chosen('sine') ? 'place' : 'soft',
          opacity: chosen('sine') ? 0.4 : 0.16,
        },
        {
          ...{ kind: 'path', d: area(numbers.both, at), width: 2.5 },
          stroke: chosen('both') ? 'place' : 'soft',
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
        ...{ size: small, anchor: 'end' },
        fill: on ? 'place' : 'soft',
      }),
    ),
    text(right, at.note, 'uneven: fast hands come round again', {
      ...{ ...words, anchor: 'end' },
    }),
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
        line([0, y - bottom], [0, 0], { stroke: 'grip' }),
        circle(0, 0, 7, { fill: 'sheet', stroke: 'grip', width: 2 }),
      ],
    },
    circle(x, y, 5, { fill: 'place', stroke: 'sheet', width: 2 }),
  ];
}
