// Screen 1: attention alone ignores order.

import { writeAddress } from '../../state/hash.js';
import { oneOf, orderOf } from '../fields.js';
import { upTo } from '../paths.js';
import { type Column, defineScreen } from '../screen.js';
import { draw, placeAt } from './order-drawing.js';
import {
  changed,
  compute,
  dim,
  dog,
  isSwapped,
  man,
  type Numbers,
  places,
  type State,
  say,
  swapped,
  words,
} from './order-numbers.js';

export const order = defineScreen<State, Numbers>({
  name: 'order',
  title: 'Attention alone ignores order',
  claim:
    'Without positions, a word gets the same output wherever it stands: ' +
    '“the dog bites the man” and “the man bites the dog” mean the same.',
  terms: [
    { word: 'Row', means: 'a word that asks', tone: 'query' },
    { word: 'Column', means: 'a word that answers', tone: 'key' },
    { word: 'Causal mask', means: 'hides later words' },
  ],
  tries: [
    {
      words: 'Swap [dog and man](#pair).',
      done: isSwapped,
      found: ({ knows }, numbers) =>
        changed(numbers) === 0
          ? 'The rows moved along. No number changed.'
          : `${changed(numbers)} of 5 outputs changed. Without ${
              knows === 'mask' ? 'the mask' : 'positions'
            }, none does.`,
    },
    {
      words: 'Give the swapped words positions.',
      done: (state) => isSwapped(state) && state.knows === 'positions',
      found: (_, numbers) =>
        `With positions, ${changed(numbers)} of 5 outputs changed: order counts.`,
    },
  ],
  answers: [
    [
      'Why do transformers need positions?',
      'Attention compares words, not places: swap two words, and no word’s output changes.',
    ],
  ],
  guess: {
    question: 'Dog and man change places. What happens to the weights?',
    answers: [
      ['All change', 'No: none does. Each weight depends on two words alone.'],
      [
        'Those of dog and man change',
        'No, not even those: they move, unchanged.',
      ],
      ['None changes', 'Right: the weights move with their words.'],
    ],
  },
  more: [
    'A word compares itself with each word by a product of their vectors, and ' +
      'the softmax shares out 100 percent by these scores: the weights. Its output ' +
      'mixes all words by its weights. No step asks where a word stands.',
    'A causal mask hides later words, so that some of the order comes through: ' +
      'the second word sees two words, the third sees three. Models without any ' +
      'position (NoPE) live on that.',
    'Here `pe.attention({ q, k, v, heads: 1, headDim: 16 })` runs on the words’ ' +
      'vectors themselves, with `pe.sinusoidal` added for “positions” and ' +
      '`causal: true` for the mask.',
  ],
  hint: 'Point at underlined words: their part of the figure lights up.',
  seeded: true,
  parts: ['absolute', 'attention'],
  fields: {
    order: orderOf(words.length),
    knows: oneOf('nothing', ['nothing', 'positions', 'mask']),
  },
  controls: [
    {
      kind: 'press',
      label: (state) => (isSwapped(state) ? 'Swap back' : 'Swap dog and man'),
      to: (state) => ({ ...state, order: swapped(state.order, dog, man) }),
    },
    {
      kind: 'choice',
      label: 'The words have',
      field: 'knows',
      options: [
        ['nothing', 'no position'],
        ['positions', 'positions'],
        ['mask', 'a causal mask'],
      ],
    },
  ],
  compute,
  draw,
  say,
  spec: ({ order, knows }) => ({
    words: order.map((word) => words[word]),
    ...(knows === 'positions'
      ? { table: { method: 'sinusoidal', length: words.length, dim } }
      : {}),
    attention: { heads: 1, headDim: dim, causal: knows === 'mask' },
  }),
  columns: ({ order }, { weights, outputs, changes }) => [
    ['place', places],
    ...order.map(
      (word, key): Column => [
        `weight of ${words[word]} at ${key}`,
        places.map((place) => weights[place * words.length + key] ?? 0),
      ],
    ),
    ...upTo(dim).map(
      (c): Column => [
        `output ${c}`,
        places.map((place) => outputs[place * dim + c] ?? 0),
      ],
    ),
    ['largest change of an output', changes],
  ],
  drag: (state, grip, place) => {
    const word = Number(grip.replace('word-', ''));
    const other = state.order[place] ?? word;
    return { ...state, order: swapped(state.order, word, other) };
  },
  at: (_state, _grip, [x], room) => placeAt(x, room),
  // The view begins with this sentence, and with dog and man swapped.
  lead: (state) => ({
    text: 'Two methods beside each other, with sentences of your own',
    href: writeAddress(
      'attention',
      new URLSearchParams({
        ...(isSwapped(state) ? {} : { order: state.order.join('.') }),
        ...(state.knows === 'mask' ? { causal: '1' } : {}),
      }).toString(),
    ),
  }),
  examples: [
    { order: [0, 4, 2, 3, 1] },
    { knows: 'positions' },
    { order: [0, 4, 2, 3, 1], knows: 'positions' },
    { order: [0, 4, 2, 3, 1], knows: 'mask' },
    { order: [4, 3, 2, 1, 0], knows: 'mask' },
  ],
});
