// Screen 3: a row of the table is a set of clock hands, and what they are to bits.

import { within } from '../fields.js';
import { upTo } from '../paths.js';
import { type Column, defineScreen } from '../screen.js';
import { draw, rowAt } from './waves-drawing.js';
import {
  base,
  compute,
  hands,
  type Numbers,
  rows,
  type State,
  say,
  turns,
} from './waves-numbers.js';

/** At the step after this position, five bits jump. */
const first = 15;

export const waves = defineScreen<State, Numbers>({
  name: 'waves',
  title: 'Waves are smooth bits',
  claim:
    'Bits jump; [clock hands](#hands) turn smoothly. Fast hands tell near places ' +
    'apart, slow ones far. Together they are [one row](#row), each column a wave.',
  terms: [
    {
      word: 'Sine',
      means: 'how far right the tip of a hand lies: left bar',
      tone: 'place',
    },
    {
      word: 'Cosine',
      means: 'how high: right bar',
      tone: 'place',
    },
  ],
  tries: [
    {
      words: 'Go one word on.',
      done: ({ position }, _, before) => position === before.position + 1,
      found: (_, { flips }) =>
        `${flips.length === 1 ? 'One bit' : `${flips.length} bits`} jumped. ` +
        'All eight hands turned a little.',
    },
    {
      words: 'Play: [fast columns](#fast) swing, [slow ones](#slow) creep.',
      done: ({ position }) => position === rows - 1,
      found: (_, { speeds }) =>
        `In ${rows - 1} steps the fastest hand turned ${turns(speeds[0])} times round, ` +
        `the slowest ${turns(speeds[hands - 1])}.`,
    },
  ],
  answers: [
    [
      'What is one row?',
      'The place of a word as a set of clock hands, each written as two numbers: ' +
        'its sine and its cosine.',
    ],
  ],
  guess: {
    question: 'From 15 to 16, how many bits jump?',
    answers: [
      ['1', 'No, five do: 01111 becomes 10000.'],
      ['2', 'No, five do: 01111 becomes 10000.'],
      ['5', 'Right: 01111 becomes 10000. Each hand turns as far as ever.'],
    ],
  },
  more: [
    'All hands begin upright, and their angles count from there. ' +
      'A hand’s sine or cosine, followed down the table, is a wave; so a hand’s speed ' +
      'is called its frequency.',
    'Here `pe.sinusoidal({ length: 64, dim: 16, base: 256 })`, in which each hand ' +
      'turns half as fast as the one before, and `pe.code({ kind: "binary", dim: 8 })`. ' +
      'The first Transformer had 256 hands and the base 10 000, which sets how slow ' +
      'the slowest is: it needs 60 600 words for a turn.',
  ],
  seeded: false,
  parts: ['absolute'],
  fields: { position: within(first, 0, rows - 1) },
  controls: [
    {
      kind: 'range',
      label: 'Position',
      api: 'positions',
      field: 'position',
      ...{ min: 0, max: rows - 1, ticks: [8, first, 16, 32] },
    },
    {
      kind: 'play',
      label: `Play to ${rows} rows`,
      once: 'One word on',
      every: 140,
      next: ({ position }) =>
        position < rows - 1 ? { position: position + 1 } : null,
      first: () => ({ position: 0 }),
    },
  ],
  compute,
  draw,
  say,
  spec: () => ({
    table: { method: 'sinusoidal', length: rows, dim: 2 * hands, base },
    bits: { method: 'code', kind: 'binary', length: rows, dim: hands },
  }),
  columns: ({ position }, numbers) => {
    const shown = upTo(position + 1);
    return [
      ['position', shown],
      ...upTo(2 * hands).map(
        (c): Column => [
          `${c % 2 === 0 ? 'sine' : 'cosine'} ${Math.floor(c / 2)}`,
          shown.map((row) => numbers.table[2 * hands * row + c] ?? 0),
        ],
      ),
    ];
  },
  drag: (_state, _grip, position) => ({ position }),
  at: (_state, _grip, [, y], room) => rowAt(y, room),
  lead: () => ({
    text: 'This table, and the waves in its columns',
    href: `#/encodings?length=${rows}&dim=${2 * hands}&base=${base}`,
  }),
  examples: [0, 1, 7, 8, 9, 16, 31, 32, 44, 63].map((position) => ({
    position,
  })),
});
