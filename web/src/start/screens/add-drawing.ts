// The figure of screen 5: a typical pair of arrows and their sum, the overlaps of
// all pairs, and what adding and concatenation cost.

import { tipOf } from '../dial.js';
import { fixed, group, line, rect, short, text, whole } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Shape, Tone } from '../shape.js';
import { type Numbers, type State, say } from './add-numbers.js';

const layouts = {
  wide: {
    ...{ width: 820, height: 452, size: 18, small: 14 },
    ...{ x: 92, y: 262, unit: 148 },
    ...{ left: 400, right: 812, top: 40, bottom: 262 },
    ...{ strips: 338, pitch: 48, high: 28, from: 132, box: 170, facts: 520 },
  },
  narrow: {
    ...{ width: 358, height: 326, size: 15, small: 12 },
    ...{ x: 62, y: 166, unit: 82 },
    ...{ left: 182, right: 354, top: 30, bottom: 166 },
    ...{ strips: 222, pitch: 56, high: 18, from: 0, box: 100, facts: 216 },
  },
} as const;

type Layout = (typeof layouts)[Room];

/** A sine and a cosine have 1 for the sum of their squares, two numbers of a random
 *  word 2, on average: so long is a position's arrow beside a word's. */
const position = Math.SQRT1_2;

type Point = readonly [x: number, y: number];

/** An arrow with its head at `to`. */
function arrow(from: Point, to: Point, tone: Tone, width: number): Shape[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / long, dy / long];
  const head = 4.5 * width;
  const [bx, by] = [to[0] - ux * head, to[1] - uy * head];
  const side = 0.45 * head;
  const points: Point[] = [
    to,
    [bx - uy * side, by + ux * side],
    [bx + uy * side, by - ux * side],
  ];
  const d = points.map((at) => at.map(short).join(' ')).join('L');
  return [
    line(from, [bx, by], { stroke: tone, width }),
    { kind: 'path', d: `M${d}Z`, fill: tone },
  ];
}

/** The typical pair in the plane of its two arrows. */
function arrows({ typical }: Numbers, at: Layout): Shape[] {
  const { x, y, unit, small } = at;
  const origin: Point = [x, y];
  const pair = [Math.sqrt(1 - typical * typical), typical] as const;
  const word = tipOf({ x, y, r: unit }, pair);
  const place: Point = [x, y - position * unit];
  const sum: Point = [word[0], word[1] - position * unit];
  const foot: Point = [x, word[1]];
  const width = unit / 55;
  const label = { size: small } as const;
  return [
    line([x, y], [x, y - 1.5 * unit], { stroke: 'rule' }),
    line(word, sum, { stroke: 'soft', dash: true }),
    line(place, sum, { stroke: 'soft', dash: true }),
    ...arrow(origin, sum, 'soft', width),
    group(
      [
        line(word, foot, { stroke: 'wrong', dash: true }),
        line(origin, foot, { stroke: 'wrong', width: 3.5 * width }),
      ],
      { mark: 'shadow' },
    ),
    ...arrow(origin, word, 'ink', width),
    ...arrow(origin, place, 'place', width),
    text(word[0] + 8, word[1] + 4, 'word', label),
    text(x - 8, place[1] + 4, 'position', {
      ...{ ...label, anchor: 'end', fill: 'place' },
    }),
    text(sum[0] + 8, sum[1] + 4, 'sum', { ...label, fill: 'soft' }),
    text(x, y + 1.7 * small, `overlap ${fixed(typical, 2)}`, {
      ...{ ...label, fill: 'wrong', anchor: 'middle' },
    }),
  ];
}

/** The numbers at the ends of the axis stay above it. */
const anchors = { [-1]: 'start', 0: 'middle', 1: 'end' } as const;

/** How many pairs overlap by how much. */
function histogram(
  { width }: State,
  { histogram: pairs, rms }: Numbers,
  at: Layout,
  room: Room,
): Shape[] {
  const { left, right, top, bottom, size, small } = at;
  const across = (overlap: number) =>
    left + ((right - left) * (overlap + 1)) / 2;
  const most = Math.max(...pairs);
  const wide = (right - left) / pairs.length;
  const words = { size: small, fill: 'soft' } as const;
  const typical = `${fixed(rms, 2)} typical`;
  return [
    text(
      left,
      top - small,
      room === 'wide'
        ? 'overlap of random words with positions'
        : 'overlap at random',
      { size, face: 'serif' },
    ),
    ...pairs.map((found, i) => {
      const high = ((bottom - top - 2 * small) * found) / most;
      return rect(left + i * wide + 0.5, bottom - high, wide - 1, high, {
        fill: 'soft',
        opacity: 0.55,
      });
    }),
    line([left, bottom], [right, bottom], { stroke: 'soft' }),
    ...([-1, 0, 1] as const).map((overlap) =>
      text(across(overlap), bottom + 1.5 * small, fixed(overlap, 0), {
        ...{ ...words, anchor: anchors[overlap] },
      }),
    ),
    ...[-rms, rms].map((overlap) =>
      line([across(overlap), bottom], [across(overlap), top + 1.6 * small], {
        ...{ stroke: 'wrong', width: 1.5 },
      }),
    ),
    text(
      rms > 0.2 ? Math.min(across(rms) + 3 * small, right) : across(rms),
      top + 1.1 * small,
      typical,
      {
        ...{ size: small, fill: 'wrong' },
        anchor: rms > 0.2 ? 'end' : 'start',
      },
    ),
    text(
      left,
      bottom + 3.2 * small,
      `by chance: 1/√${width} = ${fixed(1 / Math.sqrt(width), 2)}`,
      { size: small, fill: 'soft' },
    ),
  ];
}

/** Numbers of a vector: what they are of, and a tone for each. */
type Box = readonly [words: string, ...fills: Tone[]];

/** What each way costs, and how many directions are told apart after it. */
function ways(
  { width }: State,
  { sum, concat }: Numbers,
  at: Layout,
  room: Room,
): Shape[] {
  const { strips, pitch, high, from, box, facts, small, size } = at;
  const rows: { name: string; boxes: Box[]; used: number }[] = [
    { name: 'add', boxes: [['word + position', 'soft', 'place']], used: sum },
    {
      ...{ name: 'concatenate', used: concat },
      boxes: [
        ['word', 'soft'],
        ['position', 'place'],
      ],
    },
  ];
  return rows.map(({ name, boxes, used }, i) => {
    const numbers = boxes.length * width;
    // On a narrow page the name stands above its boxes.
    const down = room === 'wide' ? 0 : 1.2 * size;
    return group(
      [
        text(0, room === 'wide' ? high / 2 + 0.35 * size : 0.75 * size, name, {
          ...{ size, face: 'serif' },
        }),
        ...boxes.flatMap(([words, ...fills], n) => {
          const x = from + n * (box + 2);
          const part = high / fills.length;
          return [
            ...fills.map((fill, i) =>
              rect(x, down + i * part, box, part, { fill, opacity: 0.22 }),
            ),
            rect(x, down, box, high, { fill: 'none', stroke: 'soft' }),
            text(x + box / 2, down + high / 2 + 0.35 * small, words, {
              ...{ size: small, anchor: 'middle' },
            }),
          ];
        }),
        text(
          facts,
          down + high / 2 + (room === 'wide' ? -2 : 1),
          `${whole(numbers)} numbers a word`,
          {
            ...{ size: small },
          },
        ),
        text(
          facts,
          down + high / 2 + (room === 'wide' ? small + 1 : small + 3),
          `uses ${fixed(used, 1)} directions`,
          { size: small, fill: 'soft' },
        ),
      ],
      { y: strips + i * pitch, mark: name },
    );
  });
}

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const { width, height } = at;
  return {
    ...{ width, height, label: say(state, numbers) },
    shapes: [
      ...arrows(numbers, at),
      ...histogram(state, numbers, at, room),
      ...ways(state, numbers, at, room),
    ],
  };
}
