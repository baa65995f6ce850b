// Screen 4: why each hand is written as a sine and a cosine.

import { oneOf, within } from '../fields.js';
import { fixed, upTo } from '../paths.js';
import { defineScreen } from '../screen.js';
import { apartAt } from './pairs-chart.js';
import { draw } from './pairs-drawing.js';
import {
  base,
  compute,
  farthest,
  handOf,
  hands,
  lastStart,
  type Numbers,
  rows,
  type State,
  say,
} from './pairs-numbers.js';

/** A distance whose similarity is clearly not that of 22 and 44. */
const near = 5;

export const pairs = defineScreen<State, Numbers>({
  name: 'pairs',
  title: 'Why a sine and a cosine?',
  claim:
    'One shadow of [a hand](#hand), its sine, fits two angles. With two shadows, ' +
    'a step is a turn, and similarity depends on [distance alone](#band).',
  terms: [
    {
      word: 'Similarity',
      means:
        'how alike two rows are: their product, here the mean cosine of the ' +
        '[angles](#slow)',
      tone: 'place',
    },
  ],
  tries: [
    {
      words: 'Add the cosines.',
      done: ({ shadows }) => shadows === 'both',
      found: ({ from, apart }, { one, other }) => {
        const [first, second] = [one, other].map((row) =>
          fixed(handOf(row, 0)[1], 3),
        );
        return `The cosine of ${from} is ${first}, that of ${from + apart} ${second}.`;
      },
    },
    {
      words: 'Go to 44.',
      done: ({ apart }) => apart === 44,
      found: () =>
        'The fastest hand came round: both its shadows agree. Slower hands still ' +
        'differ at 44.',
    },
    {
      words: `Go to ${near}, then move both.`,
      done: ({ shadows, apart, from }) =>
        shadows === 'both' && apart === near && from > 0,
      found: (_, { pair, both }) =>
        `All hands turned alike, and each adds cos(a\u00a0−\u00a0b): ${near} apart, ` +
        `similarity stays ${fixed(pair.both, 2)}. ` +
        `At 44 it is ${fixed(both.min[44] ?? 0, 2)}.`,
    },
  ],
  answers: [
    [
      'Why sine and cosine?',
      'One alone shows a shadow that two places share. Together they fix the hand.',
    ],
    [
      'Why does similarity depend on distance?',
      'A distance is the same turn of each hand everywhere, and similarity, the ' +
        'product of two rows, depends on the turns alone.',
    ],
  ],
  guess: {
    question: 'Sines at 0 and 22 agree. Do the cosines?',
    answers: [
      ['They agree, too', 'No: one hand points up, the other down: 1 and −1.'],
      ['They differ a little', 'No, wholly: one points up, the other down.'],
      ['They are opposite', 'Right: one hand points up, the other down.'],
    ],
  },
  more: [
    'A product of two rows multiplies them number by number and adds all up. For a ' +
      'hand that is the product of the two lengths, here 1, and the cosine of the ' +
      'angle between.',
    'In symbols: sin a · sin b + cos a · cos b = cos(a − b). Added over the hands, ' +
      'with ω for the speed of a hand: the similarity at distance r is Σ cos(ω r), ' +
      'here divided by the number of hands.',
    'So one matrix, which turns each pair, leads from any row to the one r words ' +
      'on: `pe.analysis.shiftMatrix(table, { shift: r })` finds it. The sines alone ' +
      'have no such matrix.',
    'Here `pe.analysis.distanceCurve(table)` on `pe.sinusoidal({ length: 64, ' +
      'dim: 16, base: 256 })`, on all columns or on every second one.',
  ],
  seeded: false,
  parts: ['absolute'],
  fields: {
    shadows: oneOf('sine', ['sine', 'both']),
    apart: within(22, 1, farthest),
    from: within(0, 0, lastStart),
  },
  controls: [
    {
      kind: 'choice',
      label: 'A row has',
      field: 'shadows',
      options: [
        ['sine', 'sines alone'],
        ['both', 'sines and cosines'],
      ],
    },
    {
      kind: 'range',
      label: 'Words apart',
      field: 'apart',
      ...{ min: 1, max: farthest, ticks: [near, 22, 44] },
    },
    {
      kind: 'press',
      label: 'Both one word on',
      to: (state) => ({
        ...state,
        from: state.from < lastStart ? state.from + 1 : 0,
      }),
    },
  ],
  compute,
  draw,
  say,
  spec: () => ({
    method: 'sinusoidal',
    ...{ length: rows, dim: 2 * hands, base },
  }),
  columns: (_, { sine, both }) => [
    ['words apart', upTo(farthest + 1)],
    ['least similarity by sines', sine.min],
    ['most similarity by sines', sine.max],
    ['least similarity by sines and cosines', both.min],
    ['most similarity by sines and cosines', both.max],
  ],
  drag: (state, _grip, apart) => ({ ...state, apart }),
  at: (_state, _grip, [x], room) => apartAt(x, room),
  lead: () => ({
    text: 'This table, and the similarity of all its rows',
    href: `#/encodings?length=${rows}&dim=${2 * hands}&base=${base}`,
  }),
  examples: [
    { shadows: 'both' },
    { apart: 44 },
    { apart: 44, shadows: 'both' },
    { from: 7 },
    { from: 7, shadows: 'both' },
    { apart: near, from: 7, shadows: 'both' },
    { apart: 1 },
    { apart: farthest, from: lastStart },
    { apart: farthest, from: lastStart, shadows: 'both' },
  ],
});
