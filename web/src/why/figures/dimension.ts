// What two columns of the table of the first Transformer say: one hand, the waves
// that its sine and cosine make along a text, and how slow it is among the others.

import { angleOf, hand, pairAt, rim, swept } from '../../start/dial.js';
import { within } from '../../start/fields.js';
import {
  circle,
  fixed,
  group,
  line,
  text,
  through,
  upTo,
  whole,
} from '../../start/paths.js';
import type { Figure, Room } from '../../start/screen.js';
import type { Drawing, Shape } from '../../start/shape.js';

/** The width of the first Transformer, and its hands. */
const dim = 512;
const hands = dim / 2;
/** Words of the text along which the waves are drawn. */
const words = 128;
const digits = 6;

interface State {
  readonly hand: number;
}

interface Numbers {
  /** Sine and cosine of the hand at each word. */
  readonly sine: readonly number[];
  readonly cosine: readonly number[];
  /** Words that each hand needs for a turn. */
  readonly turns: readonly number[];
}

const layouts = {
  wide: {
    ...{ width: 820, height: 420, small: 14, size: 18 },
    ...{ r: 62, dialX: 76, dialY: 98 },
    ...{ left: 210, right: 780, waves: 98, unit: 62 },
    ...{ low: 384, high: 240, from: 64, to: 780 },
  },
  narrow: {
    ...{ width: 358, height: 340, small: 12, size: 15 },
    ...{ r: 34, dialX: 38, dialY: 66 },
    ...{ left: 96, right: 354, waves: 66, unit: 34 },
    ...{ low: 308, high: 176, from: 44, to: 350 },
  },
} as const;

type Layout = (typeof layouts)[Room];

function compute(
  { absolute }: Parameters<Figure<State, Numbers>['compute']>[0],
  { hand }: State,
): Numbers {
  const { data } = absolute.sinusoidal({ length: words + 1, dim });
  const step = absolute.sinusoidal({ positions: [1], dim, dtype: 'float64' });
  const column = (at: number) =>
    upTo(words + 1).map((row) => +(data[row * dim + at] ?? 0).toFixed(digits));
  const speed = (i: number) =>
    angleOf([step.data[2 * i] ?? 0, step.data[2 * i + 1] ?? 0]);
  return {
    sine: column(2 * hand),
    cosine: column(2 * hand + 1),
    turns: upTo(hands).map((i) => +((2 * Math.PI) / speed(i)).toPrecision(8)),
  };
}

const columnsOf = (hand: number): string => `${2 * hand} and ${2 * hand + 1}`;

/** Words of a turn, as exactly as it is of use. */
const wordsOf = (turn: number): string =>
  turn < 99.95 ? fixed(turn, 1) : whole(turn);

function degreesOf(turn: number): string {
  const angle = 360 / turn;
  return angle < 0.95 ? fixed(angle, 3) : fixed(angle, 1);
}

function say({ hand }: State, { turns }: Numbers): string {
  const turn = turns[hand] ?? 1;
  return (
    `Columns ${columnsOf(hand)} are the sine and the cosine of one hand. It turns ` +
    `${degreesOf(turn)}° a word and is round after ${wordsOf(turn)} words` +
    (turn > words ? `: in ${words} words it shows a part of its wave.` : '.')
  );
}

/** Sine and cosine along the text. */
function waves({ sine, cosine }: Numbers, at: Layout): Shape[] {
  const { left, right, waves: middle, unit, small } = at;
  const x = (word: number) => left + ((right - left) * word) / words;
  const path = (values: readonly number[]) =>
    through(values.map((value, i) => [x(i), middle - unit * value]));
  const soft = { size: small, fill: 'soft' } as const;
  return [
    line([left, middle], [right, middle], { stroke: 'rule' }),
    { kind: 'path', d: path(cosine), stroke: 'soft', width: 2, dash: true },
    { kind: 'path', d: path(sine), stroke: 'place', width: 2.5 },
    text(left, middle - unit - 0.7 * small, 'sine', {
      ...{ size: small, fill: 'place' },
    }),
    text(left + 3.2 * small, middle - unit - 0.7 * small, '– – cosine', soft),
    ...(['start', 'middle', 'end'] as const).map((anchor, i) => {
      const word = (i * words) / 2;
      return text(x(word), middle + unit + 1.5 * small, `word ${word}`, {
        ...{ ...soft, anchor },
      });
    }),
  ];
}

/** The hand at word 1, and what it swept. */
function dial({ sine, cosine }: Numbers, at: Layout): Shape[] {
  const face = { x: at.dialX, y: at.dialY, r: at.r };
  const pair = [sine[1] ?? 0, cosine[1] ?? 1] as const;
  return [
    ...rim(face),
    swept(face, pairAt(0), angleOf(pair), { fill: 'place', opacity: 0.3 }),
    ...hand(face, pair, { tone: 'place' }),
    text(at.dialX, at.dialY + at.r + 1.5 * at.small, 'a step', {
      ...{ size: at.small, fill: 'soft', anchor: 'middle' },
    }),
  ];
}

/** Powers of ten on the axis of turns. */
const decades = [10, 100, 1000, 10000];

/** Where a hand stands along the axis of columns. */
const across = ({ from, to }: Layout, hand: number): number =>
  from + ((to - from) * hand) / (hands - 1);

/** How many words each hand needs for a turn, on a logarithmic axis. */
function spectrum(
  { hand: chosen }: State,
  { turns }: Numbers,
  at: Layout,
): Shape[] {
  const { low, high, from, to, small } = at;
  const [first = 1] = turns;
  const last = turns.at(-1) ?? first;
  const y = (turn: number) =>
    low - ((low - high) * Math.log(turn / first)) / Math.log(last / first);
  const soft = { size: small, fill: 'soft' } as const;
  const turn = turns[chosen] ?? first;
  const grip: Shape = {
    ...{ kind: 'grip', key: 'hand', label: 'Columns, drag them along' },
    ...{ x: across(at, chosen), y: y(turn) },
    ...{ value: chosen, min: 0, max: hands - 1 },
    said: `columns ${columnsOf(chosen)}`,
    shapes: [circle(0, 0, 7, { fill: 'grip' })],
  };
  return [
    text(0, high - 1.2 * small, 'words for a turn', {
      ...{ size: at.size, face: 'serif' },
    }),
    ...decades.flatMap((words) => [
      line([from, y(words)], [to, y(words)], { stroke: 'rule' }),
      text(from - 6, y(words) + 4, whole(words), { ...soft, anchor: 'end' }),
    ]),
    {
      kind: 'path',
      ...{ stroke: 'place', width: 2 },
      d: through(turns.map((turn, i) => [across(at, i), y(turn)])),
    },
    text(from, low + 1.6 * small, 'column 0', soft),
    text(to, low + 1.6 * small, `column ${dim - 1}`, {
      ...{ ...soft, anchor: 'end' },
    }),
    grip,
  ];
}

function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const { width, height } = at;
  return {
    ...{ width, height, label: say(state, numbers) },
    shapes: [
      group(dial(numbers, at)),
      group(waves(numbers, at)),
      ...spectrum(state, numbers, at),
    ],
  };
}

export const figure: Figure<State, Numbers> = {
  parts: ['absolute'],
  fields: { hand: within(50, 0, hands - 1) },
  controls: [
    {
      ...{ kind: 'range', label: 'Columns', field: 'hand', say: columnsOf },
      ...{ min: 0, max: hands - 1, ticks: [0, 50, 128, 255] },
    },
  ],
  ...{ compute, draw, say },
  drag: (_state, _grip, hand) => ({ hand }),
  at(_state, _grip, [x], room) {
    const { from, to } = layouts[room];
    return Math.round(((x - from) / (to - from)) * (hands - 1));
  },
};
