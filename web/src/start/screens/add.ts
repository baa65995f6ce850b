// Screen 5: what is lost when positions are added to words, and what
// concatenation costs.

import { nearestOf } from '../fields.js';
import { fixed } from '../paths.js';
import { defineScreen } from '../screen.js';
import { draw } from './add-drawing.js';
import {
  bins,
  compute,
  count,
  type Numbers,
  type State,
  say,
  seed,
  widths,
} from './add-numbers.js';

export const add = defineScreen<State, Numbers>({
  name: 'add',
  title: 'Add or concatenate?',
  claim:
    'Models [add](#add) positions to words: that costs no width; wide vectors ' +
    'leave room for both. [Concatenation](#concatenate) keeps them apart, at twice the width.',
  terms: [
    {
      word: 'Overlap',
      means: 'cosine of their angle: 0 is fully apart',
      tone: 'wrong',
    },
    {
      word: 'Directions',
      means: 'independent ways in which 32 rows differ',
    },
  ],
  tries: [
    {
      words: 'Widen the vectors to 512 and watch the [shadow](#shadow).',
      done: ({ width }) => width === 512,
      found: (_, { rms }) =>
        `The overlap fell to ${fixed(rms, 2)}: the next layer can read the word or ` +
        'the position from their sum.',
    },
  ],
  answers: [
    [
      'Add or concatenate?',
      'Models add: in wide vectors a word and a position hardly overlap, and ' +
        'concatenation would double the width for little.',
    ],
  ],
  guess: {
    question: 'Two random arrows of 512 numbers: how much do they overlap?',
    answers: [
      ['By 0.7', 'No: arrows of 2 numbers do. Those of 512 overlap by 0.04.'],
      ['By 0.2', 'No: arrows of 25 numbers do. Those of 512 overlap by 0.04.'],
      ['By 0.04', 'Right: about 1 divided by the root of 512.'],
    ],
  },
  more: [
    'A random arrow of d ' +
      'numbers spreads over d directions, so that 1/√d of it falls on any one.',
    'Trained words are not random: training makes the room that positions need. ' +
      'And a layer that reads a concatenation adds, too: it multiplies the word by one ' +
      'matrix and the position by another, and adds what comes out.',
    'Here `pe.analysis.sumOrConcat({ embeddings, table })` meets each of 32 words, ' +
      `\`pe.learned({ std: 1, seed: ${seed} })\`, with each of 32 positions. Its ` +
      '`effectiveRank` counts directions by how evenly they are used: 32 rows have at ' +
      'most 32, whatever their width.',
  ],
  seeded: true,
  parts: ['absolute'],
  fields: { width: nearestOf(2, widths) },
  controls: [
    {
      kind: 'range',
      label: 'Vector width',
      api: 'dim',
      field: 'width',
      ...{ min: 2, max: 512, stops: widths, ticks: [2, 16, 512] },
    },
  ],
  compute,
  draw,
  say,
  spec: ({ width }) => ({
    embeddings: { method: 'learned', length: count, dim: width, std: 1, seed },
    table: { method: 'sinusoidal', length: count, dim: width },
    bins,
  }),
  columns: (_, { histogram }) => [
    ['overlap from', histogram.map((_, i) => (2 * i) / bins - 1)],
    ['overlap to', histogram.map((_, i) => (2 * (i + 1)) / bins - 1)],
    ['pairs', histogram],
  ],
  lead: ({ width }) => ({
    text: 'The table of these positions',
    href: `#/encodings?length=${count}&dim=${width}`,
  }),
  examples: widths.slice(1).map((width) => ({ width })),
});
