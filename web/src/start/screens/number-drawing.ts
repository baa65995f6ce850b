// Screen 2: four labels for positions, and how each fails.

import { embedWords } from '../../figures/words/words.js';
import { within } from '../fields.js';
import { fixed, group, line, rect, text, upTo, whole } from '../paths.js';
import { defineScreen, type Instances, type Room } from '../screen.js';
import type { Shape, Tone } from '../shape.js';

/** Rows of the table that GPT-2 learned. */
const tableLength = 1024;
const bits = 11;
const longest = 2 ** bits;
const dim = 16;
/** Positions on each side of the step that flips most bits. */
const around = 8;
/** The most words whose places on a line can be told apart. */
const mostTicks = 129;

interface State {
  readonly length: number;
}

interface Numbers {
  /** The vector of a word, for its scale. */
  readonly word: readonly number[];
  /** The label of the last word, if words are counted. */
  readonly count: number;
  /** Fractions of the length, by position; of many words, the first three. */
  readonly fractions: readonly number[];
  /** The third of five words. */
  readonly third: number;
  /** The first position whose bits are shown, and [positions, bits]. */
  readonly from: number;
  readonly digits: readonly number[];
  /** What the package says of a row that a table does not have. */
  readonly refusal: string;
}

/** The last position at which more bits flip than at any before. */
const worst = (length: number): number =>
  2 ** Math.floor(Math.log2(Math.max(length - 1, 1)));

function compute({ absolute }: Instances, { length }: State): Numbers {
  const ticks = length > mostTicks ? [0, 1, 2] : upTo(length);
  const from = Math.max(worst(length) - around, 0);
  const to = Math.min(worst(length) + around, length);
  const label = { positions: [length - 1], dim: 1 };
  let refusal = '';
  try {
    absolute.learned({ ...label, preset: 'gpt2', tableLength });
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  }
  const span = (words: number) => ({ span: words, dim: 1 });
  return {
    word: [...embedWords(absolute, ['dog'], dim, 0.4)],
    count: absolute.code({ ...label, kind: 'integer' }).data[0] ?? 0,
    fractions: [
      ...absolute.normalised({ positions: ticks, ...span(length) }).data,
    ],
    third: absolute.normalised({ positions: [2], ...span(5) }).data[0] ?? 0,
    from,
    digits: [
      ...absolute.code({
        start: from,
        length: to - from,
        kind: 'binary',
        dim: bits,
      }).data,
    ],
    refusal,
  };
}

/** The largest number of a word's vector, without its sign. */
const reachOf = ({ word }: Numbers): number => Math.max(...word.map(Math.abs));

/** How many bits differ between a position and the one before it. */
function flipsAt({ digits }: Numbers, column: number): number {
  const at = (place: number) => digits.slice(place * bits, (place + 1) * bits);
  const before = at(column - 1);
  return at(column).filter((digit, bit) => digit !== before[bit]).length;
}

/** A label outgrows a word where it is larger than all its numbers together. */
const grows = ({ count, word }: Numbers): boolean =>
  count > word.reduce((sum, value) => sum + Math.abs(value), 0);

/** Labels slide where a step is not what it is among five words. */
const slides = ({ length }: State): boolean => length !== 5;

/** Digits jump where more than one changes in a step. */
const jumps = ({ length }: State, numbers: Numbers): boolean =>
  flipsAt(numbers, worst(length) - numbers.from) > 1;

/** What is said of a label, before it fails and from then on. */
const toneOf = (fails: boolean): Tone => (fails ? 'accent' : 'soft');

interface Box {
  readonly w: number;
  readonly h: number;
  readonly small: number;
}

/** A word's numbers, and the count of the last word beside them. */
function counted(numbers: Numbers, { w, h, small }: Box): Shape[] {
  const unit = h / 16;
  const pitch = (w * 0.72) / dim;
  const base = h * 0.72;
  const tone = toneOf(grows(numbers));
  const bar = (value: number, x: number, tone: Tone): Shape =>
    rect(
      x,
      base - Math.max(value, 0) * unit,
      pitch * 0.62,
      Math.abs(value) * unit,
      {
        fill: tone,
      },
    );
  const high = numbers.count * unit;
  const x = w * 0.8;
  const cut = high > base;
  return [
    line([0, base], [w, base], { stroke: 'rule' }),
    ...numbers.word.map((value, i) => bar(value, i * pitch, 'soft')),
    ...(cut
      ? [
          rect(x, 0, pitch * 0.62, base, { fill: tone }),
          // A bar that goes on beyond the figure.
          ...[0.3, 0.42].map((part) =>
            line(
              [x - 4, base * part + 4],
              [x + pitch * 0.62 + 4, base * part - 4],
              { stroke: 'sheet', width: 3 },
            ),
          ),
        ]
      : [bar(numbers.count, x, tone)]),
    text(x + pitch * 0.62 + 6, base - small * 0.4, whole(numbers.count), {
      ...{ size: small, fill: tone, bold: true },
    }),
    text(0, h - 1, 'a word’s own numbers', { size: small, fill: 'soft' }),
    text(w, h - 1, 'the last label', {
      ...{ size: small, fill: 'soft', anchor: 'end' },
    }),
  ];
}

/** The third word among five words, and among all. */
function divided(
  state: State,
  { fractions, third }: Numbers,
  { w, h, small }: Box,
): Shape[] {
  const { length } = state;
  const tone = toneOf(slides(state));
  const [left, span] = [w * 0.02, w * 0.96];
  const at = (value: number) => left + span * value;
  const axis = (
    y: number,
    values: readonly number[],
    many: boolean,
  ): Shape[] => [
    line([left, y], [left + span, y], { stroke: 'soft' }),
    ...(many
      ? [rect(left, y - 5, span, 10, { fill: 'soft', opacity: 0.5 })]
      : values.map((value) =>
          line([at(value), y - 6], [at(value), y + 6], { stroke: 'soft' }),
        )),
  ];
  const [top, bottom] = [h * 0.34, h * 0.67];
  const now = fractions[2] ?? fractions[fractions.length - 1] ?? 0;
  const five = upTo(5).map((i) => (third / 2) * i);
  const knob = (x: number, y: number): Shape => ({
    ...{ kind: 'circle', x, y, r: small * 0.42, fill: tone },
  });
  return [
    ...axis(top, five, false),
    ...axis(bottom, fractions, length > mostTicks),
    line([at(third), top], [at(now), bottom], { stroke: tone, dash: true }),
    knob(at(third), top),
    knob(at(now), bottom),
    text(at(third), top - small, `third of five words: ${fixed(third, 2)}`, {
      ...{ size: small, anchor: 'middle', fill: 'soft' },
    }),
    text(
      Math.min(at(now) - 4, w * 0.6),
      h - 1,
      `${length < 3 ? 'last' : 'third'} of ${whole(length)}: ${fixed(now, now < 0.01 ? 4 : 2)}`,
      { size: small, fill: tone, bold: true },
    ),
  ];
}

/** Bits about the step that flips most of them. */
function written(
  state: State,
  numbers: Numbers,
  { w, h, small }: Box,
): Shape[] {
  const { length } = state;
  const tone = toneOf(jumps(state, numbers));
  const { from, digits } = numbers;
  const jump = worst(length) - from;
  const [wide, high] = [w / (2 * around), (h - small * 1.3) / bits];
  const columns = upTo(digits.length / bits);
  const cells = columns.flatMap((column) =>
    upTo(bits).map((bit): Shape => {
      const value = digits[column * bits + bit] ?? 0;
      const flips =
        column === jump && value !== digits[(column - 1) * bits + bit];
      const y = (bits - 1 - bit) * high;
      return rect(column * wide + 1, y + 0.5, wide - 2, high - 1, {
        fill: flips ? tone : value === 1 ? 'soft' : 'water',
        ...(flips && value === 0 ? { opacity: 0.35 } : {}),
      });
    }),
  );
  const x = (jump + 0.5) * wide;
  return [
    ...cells,
    text(Math.max(x, small * 1.2), h - 1, whole(worst(length)), {
      ...{ size: small, anchor: 'middle', fill: tone, bold: true },
    }),
  ];
}

/** The rows of a table, and the words of the text. */
function learnt({ length }: State, { w, h, small }: Box): Shape[] {
  const scale = w / longest;
  const [top, thick] = [h * 0.22, h * 0.2];
  const below = top + thick * 1.5;
  const fits = Math.min(length, tableLength);
  return [
    rect(0, top, tableLength * scale, thick, { fill: 'water', stroke: 'soft' }),
    text(0, top - 5, `rows 0 to ${whole(tableLength - 1)}`, {
      ...{ size: small, fill: 'soft' },
    }),
    rect(0, below, Math.max(fits * scale, 1), thick, { fill: 'soft' }),
    rect(fits * scale, below, (length - fits) * scale, thick, {
      fill: 'accent',
    }),
    line([tableLength * scale, top], [tableLength * scale, below + thick], {
      ...{ stroke: 'ink', dash: true },
    }),
    text(0, below + thick + small + 3, `a text of ${whole(length)} words`, {
      ...{ size: small, fill: length > tableLength ? 'accent' : 'soft' },
      bold: length > tableLength,
    }),
  ];
}

const layouts = {
  wide: {
    ...{ width: 820, height: 452, title: 21, verdict: 15, head: 38, foot: 30 },
    ...{ w: 372, h: 136, small: 13, columns: 2, across: 448, down: 236 },
  },
  narrow: {
    ...{ width: 358, height: 356, title: 15, verdict: 12, head: 22, foot: 0 },
    ...{ w: 358, h: 58, small: 11, columns: 1, across: 0, down: 90 },
  },
} as const;

function draw(state: State, numbers: Numbers, room: Room) {
  const at = layouts[room];
  const wide = room === 'wide';
  const step = whole(state.length - 1);
  const panels: [
    mark: string,
    title: string,
    verdict: string,
    fails: boolean,
    shapes: Shape[],
  ][] = [
    [
      'grow',
      'Count',
      `${whole(numbers.count)} beside ±${fixed(reachOf(numbers), 1)}`,
      grows(numbers),
      counted(numbers, at),
    ],
    [
      'slide',
      'Divide by the length',
      state.length === 2 ? 'one step is 1' : `one step is 1/${step}`,
      slides(state),
      divided(state, numbers, at),
    ],
    [
      'jump',
      'Write in bits',
      `${flipsAt(numbers, worst(state.length) - numbers.from)} flip at one step`,
      jumps(state, numbers),
      written(state, numbers, at),
    ],
    [
      'end',
      'Learn a table',
      numbers.refusal === ''
        ? 'a row for each word, so far'
        : `no row for position ${whole(tableLength)}`,
      numbers.refusal !== '',
      learnt(state, at),
    ],
  ];
  const shapes = panels.map(
    ([mark, title, verdict, fails, inner], i): Shape => {
      const column = i % at.columns;
      const row = Math.floor(i / at.columns);
      return group(
        [
          line([0, 0.5], [at.w, 0.5], { stroke: 'rule' }),
          text(0, at.title * 1.15, title, { size: at.title, face: 'serif' }),
          text(at.w, at.title * 1.15, verdict, {
            ...{ size: at.verdict, anchor: 'end' },
            fill: toneOf(fails),
          }),
          group(inner, { y: at.head + (wide ? 14 : 2) }),
        ],
        { x: column * at.across, y: row * at.down, mark },
      );
    },
  );
  const { width, height } = at;
  return { width, height, label: say(state, numbers), shapes };
}

function say({ length }: State, numbers: Numbers): string {
  const flips = flipsAt(numbers, worst(length) - numbers.from);
  return (
    `${whole(length)} words: the count reaches ${whole(numbers.count)}, a step is ` +
    `1/${whole(length - 1)}, ${flips === 1 ? '1 bit flips' : `${flips} bits flip`} at once, and the table ` +
    (numbers.refusal === '' ? 'still has a row for each.' : 'has ended.')
  );
}

const stops = [
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 17, 20, 25, 30, 33, 40, 50, 65],
  ...[80, 100, 129, 150, 200, 257, 300, 400, 513, 600, 700, 800, 900, 1024],
  ...[1025, 1100, 1200, 1300, 1400, 1500, 1700, 1900, 2048],
];

export const number = defineScreen<State, Numbers>({
  name: 'number',
  title: 'Number the words?',
  claim:
    'A number for each place is easy to find, but each easy one fails: by ' +
    '[growing](#grow), [sliding](#slide), [jumping](#jump) or [ending](#end).',
  task: 'Drag the length down to 5, then up, and watch each label fail.',
  answers: [],
  guess: {
    question: 'Which label still works in a text twice as long as any before?',
    answers: [
      ['Count', 'No: it grows to numbers that the model has never met.'],
      ['Fraction', 'No: every word slides to half of its old label.'],
      ['Bits', 'No: a bit that was always 0 becomes 1.'],
      ['Table', 'No: it has no rows for the second half.'],
      ['None of them', 'Right: each fails in a way of its own.'],
    ],
  },
  more: [
    'A note turns magenta where its label fails: a count larger than all of the ' +
      'word’s numbers together, a step unlike that among five words, bits that ' +
      'flip more than one at once, a row that is not there.',
    'What is wanted: numbers of the size of a word’s own, the same for a position ' +
      'in every text, neighbours alike, and no end.',
    'Learned tables serve well within their length: GPT-2 learned 1 024 rows, BERT ' +
      '512. The package refuses a row that is not there.',
    'Here `pe.code({ kind: "integer" })`, `pe.normalised({ span })`, ' +
      '`pe.code({ kind: "binary" })` and `pe.learned({ preset: "gpt2", ' +
      'tableLength: 1024 })`. The word’s numbers are seeded, not trained.',
  ],
  seeded: false,
  parts: ['absolute'],
  fields: { length: within(1500, 2, longest) },
  controls: [
    {
      kind: 'range',
      label: 'Words in the text',
      api: 'length',
      field: 'length',
      ...{ min: 2, max: longest, stops, ticks: [5, 17, 129, 1025] },
      say: whole,
    },
  ],
  compute,
  draw,
  say,
  lead: ({ length }) => ({
    text: 'Tables of such labels, and of all that came after',
    href: `#/encodings?method=code&length=${length}&dim=${bits}`,
  }),
  examples: [
    ...[2, 3, 5, 8, 9, 17, 129, 130, 1024, 1025, 2048].map((length) => ({
      length,
    })),
  ],
});
