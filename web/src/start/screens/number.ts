// Screen 2: four labels for positions, and how each fails.

import { within } from '../fields.js';
import { upTo, whole } from '../paths.js';
import { type Column, defineScreen } from '../screen.js';
import { draw } from './number-drawing.js';
import {
  bits,
  compute,
  failing,
  labels,
  longest,
  type Numbers,
  type State,
  say,
  tableLength,
} from './number-numbers.js';

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
  terms: [
    {
      word: 'Wanted',
      means:
        '[small](#grow) numbers, [the same](#slide) in every text, ' +
        '[alike](#jump) for neighbours, [without end](#end)',
    },
    { word: '✕', means: 'fails here', tone: 'wrong' },
  ],
  tries: [
    {
      words: 'Lengthen the text to 17 words.',
      done: ({ length }) => length >= 17,
      found: (state, numbers) =>
        failing(state, numbers) === labels.length
          ? `All ${labels.length} fail by now.`
          : `${failing(state, numbers)} of ${labels.length} fail by now: the count ` +
            `of ${whole(numbers.count)} outgrew the word’s own numbers.`,
    },
    {
      words: 'Lengthen it past 1\u202f024.',
      done: ({ length }) => length > tableLength,
      found: (state, numbers) =>
        `All ${failing(state, numbers)} fail, the table last: it has no more rows.`,
    },
  ],
  answers: [],
  guess: {
    question:
      'Trained up to 1\u202f024 words, which label works in 2\u202f048?',
    answers: [
      ['Count', 'No: it grows to numbers that the model has never met.'],
      ['Fraction', 'No: the third word, for one, slides to another number.'],
      ['Bits', 'No: a bit that was always 0 becomes 1.'],
      ['Table', 'No: it has no row beyond those.'],
      ['None of them', 'Right: each fails in a way of its own.'],
    ],
  },
  more: [
    'Small is what does not drown a word’s own numbers. A label fails where the count ' +
      'is larger than all of the word’s numbers ' +
      'together, a step is unlike that among five words, more than one bit flips ' +
      'at once, or a row is not there.',
    'Learned tables serve well within their length: GPT-2 learned 1 024 rows, BERT ' +
      '512. The package refuses a row that is not there.',
    'Here `pe.code({ kind: "integer" })`, `pe.normalised({ span })`, ' +
      '`pe.code({ kind: "binary" })` and `pe.learned({ preset: "gpt2", ' +
      'tableLength: 1024 })`. The word’s numbers are seeded, not trained.',
  ],
  seeded: false,
  parts: ['absolute'],
  fields: { length: within(5, 2, longest) },
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
  spec: ({ length }) => ({
    count: { method: 'code', kind: 'integer', length, dim: 1 },
    fraction: { method: 'normalised', length, span: length, dim: 1 },
    bits: { method: 'code', kind: 'binary', length, dim: bits },
    table: { method: 'learned', preset: 'gpt2', tableLength, length, dim: 1 },
  }),
  columns: ({ length }, { from, digits }) => {
    const shown = upTo(digits.length / bits).map((i) => from + i);
    return [
      ['count', shown],
      ['fraction', shown.map((position) => position / (length - 1))],
      ...upTo(bits).map(
        (bit): Column => [
          `bit ${bit}`,
          shown.map((_, row) => digits[row * bits + bit] ?? 0),
        ],
      ),
    ];
  },
  lead: ({ length }) => ({
    text: 'Tables of such labels, and of all that came after',
    href: `#/encodings?method=code&length=${length}&dim=${bits}`,
  }),
  examples: [
    ...[2, 3, 8, 9, 17, 129, 130, 1024, 1025, 2048].map((length) => ({
      length,
    })),
  ],
});
