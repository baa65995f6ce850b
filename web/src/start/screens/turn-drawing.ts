// The figure of screen 6: for each of two ways to tell positions an arrow a word,
// the score, and the score by distance.

import { circle, fixed, group, line, short, text, through } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Look, Path, Shape } from '../shape.js';
import { chart } from './turn-chart.js';
import {
  angleOf,
  arrowsOf,
  type Numbers,
  type Point,
  type State,
  type Sums,
  say,
  scoreOf,
  turnOf,
  words,
} from './turn-numbers.js';
import { type Layout, layouts } from './turn-room.js';
import { ruler } from './turn-ruler.js';

/** A shaft with a head of two strokes; `y` of the numbers points up. */
function arrow(from: Point, to: Point, head: number, look: Look): Path {
  const [x, y] = [to[0] - from[0], to[1] - from[1]];
  const size = Math.min(head, Math.hypot(x, y));
  const barb = (way: number): Point => {
    const angle = Math.atan2(y, x) + way * 2.6;
    return [to[0] + size * Math.cos(angle), to[1] + size * Math.sin(angle)];
  };
  const d = through([from, to]) + through([barb(1), to, barb(-1)]);
  return { kind: 'path', d, ...look };
}

/** The smaller arc from one direction to another, in a drawing's units. */
function arc(arrows: readonly Point[], radius: number): Path {
  const [from = 0, to = 0] = arrows.map(turnOf);
  const point = (angle: number) =>
    `${short(radius * Math.cos(angle))} ${short(-radius * Math.sin(angle))}`;
  const counter = Math.sin(to - from) > 0 ? 0 : 1;
  const d = `M${point(from)}A${radius} ${radius} 0 0 ${counter} ${point(to)}`;
  return { kind: 'path', d, stroke: 'soft', width: 2 };
}

/** The longest arrow that the table can make of these words. */
const longest = ({ plain }: Numbers): number =>
  Math.max(...plain.map((point) => Math.hypot(...point))) + 1;

function dial(sums: Sums, state: State, numbers: Numbers, at: Layout): Shape[] {
  const isTurned = sums === numbers.turned;
  const arrows = arrowsOf(sums, state);
  const scale = at.dial / longest(numbers);
  const put = ([x, y]: Point): Point => [x * scale, -y * scale];
  const names = ['query', 'key'] as const;
  const tips = arrows.map(put) as [Point, Point];
  return [
    circle(0, 0, at.dial, { fill: 'none', stroke: 'rule' }),
    line([-at.dial, 0], [at.dial, 0], { stroke: 'rule' }),
    line([0, -at.dial], [0, at.dial], { stroke: 'rule' }),
    ...names.map((name, i) => {
      const plain = put(numbers.plain[i as 0 | 1]);
      const look = { stroke: name, opacity: 0.45 } as const;
      return arrow([0, 0], plain, 6, look);
    }),
    // What the table adds stands at the tip of what it is added to.
    ...(isTurned
      ? []
      : names.map((name, i) =>
          line(put(numbers.plain[i as 0 | 1]), tips[i as 0 | 1], {
            ...{ stroke: name, dash: true },
          }),
        )),
    arc(arrows, at.ring),
    ...names.map((name, i) =>
      arrow([0, 0], tips[i as 0 | 1], at.head, {
        stroke: name,
        width: 3,
      }),
    ),
    ...names.map((name, i) => {
      const [x, y] = tips[i as 0 | 1];
      // Beyond the tip, and aside from it, away from the other arrow.
      const other = tips[(1 - i) as 0 | 1];
      const side = x * other[1] - y * other[0] > 0 ? -1 : 1;
      const angle = Math.atan2(y, x) + side * 0.6;
      const off = at.small + 6;
      return text(
        x + off * 1.3 * Math.cos(angle),
        y + off * Math.sin(angle) + 4,
        words[name],
        {
          ...{ size: at.small + 1, anchor: 'middle', face: 'serif' },
          ...{ fill: name, halo: true },
        },
      );
    }),
  ];
}

function panel(
  title: string,
  sums: Sums,
  state: State,
  numbers: Numbers,
  at: Layout,
): Shape[] {
  const isTurned = sums === numbers.turned;
  const wide = at === layouts.wide;
  const { small, number, numbersX: x, numbersY: y } = at;
  const angle = `${fixed(angleOf(sums, state), 0)}°`;
  const whole = fixed(sums.whole, 2);
  return [
    line([0, 0], [at.w, 0], { stroke: 'rule' }),
    text(0, at.title + 4, title, {
      ...{ size: at.title, face: 'serif' },
    }),
    // Said once: both panels draw words without position thin. The curves from other
    // places are one where words are turned.
    text(
      at.w,
      at.title + 4,
      isTurned
        ? 'thin: without position'
        : wide
          ? 'grey: from other places'
          : '',
      { size: small, anchor: 'end', fill: 'soft' },
    ),
    group(dial(sums, state, numbers, at), {
      ...{ x: at.dialX, y: at.dialY, mark: 'arrows' },
    }),
    text(x, y, fixed(scoreOf(sums, state), 2), {
      ...{ size: number },
    }),
    ...(wide
      ? [
          text(x, y - number, 'score of one hand of 64', {
            ...{ size: small, fill: 'soft' },
          }),
          text(x, y + small * 1.8, `angle ${angle}`, { size: small + 2 }),
          text(x, y + small * 3.6, `64 hands added: ${whole}`, {
            ...{ size: small, fill: 'soft' },
          }),
        ]
      : [
          text(x + 62, y - 9, `angle ${angle}`, { size: small }),
          text(x + 62, y + 4, `64 hands: ${whole}`, {
            ...{ size: small, fill: 'soft' },
          }),
        ]),
    group(chart(sums, state, at), { y: at.chart, mark: 'curve' }),
  ];
}

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const label = say(state, numbers);
  return {
    ...{ width: at.width, height: at.height, label },
    shapes: [
      ...ruler(state, at),
      group(panel('Turn', numbers.turned, state, numbers, at), {
        ...{ key: 'turned', y: at.panel },
      }),
      group(panel('Add rows of a table', numbers.added, state, numbers, at), {
        ...{ key: 'added', x: at.across, y: at.panel },
      }),
    ],
  };
}
