// Screen 6: RoPE turns both arrows, so that their angle depends on distance alone;
// a table that is added lets the score depend on the place.

import { within } from '../fields.js';
import { fixed, upTo } from '../paths.js';
import { defineScreen } from '../screen.js';
import { draw } from './turn-drawing.js';
import {
  angleOf,
  compute,
  dim,
  far,
  type Numbers,
  pair,
  places,
  type State,
  type Sums,
  say,
  scoreOf,
  words,
} from './turn-numbers.js';
import { gripAt } from './turn-ruler.js';

const first = { query: 3, key: 7 } as const;
const apartOf = ({ query, key }: State): number => Math.abs(query - key);

export const turn = defineScreen<State, Numbers>({
  name: 'turn',
  title: 'Turn instead of adding',
  claim:
    'RoPE turns [query and key](#arrows) by their positions. Their score depends ' +
    'on [how far apart](#curve) they stand, not on where.',
  terms: [
    { word: 'Query', means: '“bites”, which asks', tone: 'query' },
    { word: 'Key', means: '“dog”, which answers', tone: 'key' },
    { word: 'Hand', means: 'two of their numbers' },
    { word: 'Score', means: 'their product' },
  ],
  tries: [
    {
      words: 'Drag “dog” to the end of the text.',
      done: ({ key }) => key === places - 1,
      found: (state, { turned }) =>
        'The point ran along the curve, which falls and rises: ' +
        `${apartOf(state)} apart, at ${fixed(angleOf(turned, state), 0)}°, the ` +
        `turned score is ${fixed(scoreOf(turned, state), 2)}.`,
    },
    {
      words: 'Move both 1\u202f000 on.',
      done: ({ start }) => start === far,
      found: (state, { turned, added }) =>
        `At ${far + state.query} and ${far + state.key}, the turned score is still ` +
        `${fixed(scoreOf(turned, state), 2)}; ` +
        `with rows of a table added it is ${fixed(scoreOf(added, state), 2)}.`,
    },
  ],
  answers: [
    [
      'What does RoPE turn, and why does the score stay?',
      'Queries and keys, hand by hand. Both turn by the same angle a step, so a ' +
        'common move leaves their angle alone.',
    ],
  ],
  guess: {
    question: '“Dog” moves away alone. What does the turned score do?',
    answers: [
      ['It only falls', 'No: this hand goes round, so it falls and rises.'],
      ['It falls and rises', 'Right: this hand goes round, and comes back.'],
      ['It stays', 'No: the angle between the two changes with each word.'],
    ],
  },
  more: [
    'A model makes a query and a key of each word, both vectors. The score is the ' +
      'product of their lengths and the cosine of their angle. Turning keeps the ' +
      'lengths. Position m turns the query by m·θ, position n the key by ' +
      'n·θ: the angle changes by (n − m)·θ.',
    'Farther is not always less: with one hand, the score is a cosine of the ' +
      'distance. A head, one of several readers in a layer, has many hands, two ' +
      'numbers each, with speeds of their own, and adds up their scores.',
    'RoPE turns queries and keys only: the words, and what they pass on, stay as ' +
      'they are.',
    'Here `pe.rope({ headDim: 128 })` turns by `rope.rotate`, and ' +
      '`pe.sinusoidal` with `pe.addTo` is the table. Drawn is the tenth of 64 hands: ' +
      '15.7° a step.',
  ],
  seeded: true,
  parts: ['absolute', 'rotary'],
  fields: {
    query: within(first.query, 0, places - 1),
    key: within(first.key, 0, places - 1),
    start: within(0, 0, far, far),
  },
  controls: [
    {
      kind: 'press',
      label: ({ start }) =>
        `Move both 1\u202f000 ${start === 0 ? 'on' : 'back'}`,
      to: (state) => ({ ...state, start: far - state.start }),
    },
  ],
  compute,
  draw,
  say,
  spec: ({ start }) => ({
    words: [words.query, words.key],
    turned: { method: 'rope', headDim: dim, layout: 'interleaved' },
    added: { method: 'sinusoidal', start, length: places, dim },
  }),
  // The curves that dragging the key runs along.
  columns: ({ start, query }, { turned, added }) => {
    const keys = upTo(places);
    const scores = (sums: Sums) =>
      keys.map((key) => scoreOf(sums, { query, key }));
    return [
      ['position of the key', keys.map((key) => start + key)],
      ['words from query to key', keys.map((key) => key - query)],
      ['turned score of one hand', scores(turned)],
      ['score of one hand with a table', scores(added)],
    ];
  },
  drag(state, grip, value) {
    if (grip !== 'both') return { ...state, [grip]: value };
    const by = value - Math.min(state.query, state.key);
    return { ...state, query: state.query + by, key: state.key + by };
  },
  at: gripAt,
  lead: ({ query, key, start }) => ({
    text: 'All pairs, with sentences of your own',
    href:
      `#/rope?headDim=${dim}&layout=interleaved&pair=${pair}` +
      `&text=${encodeURIComponent('the dog bites the man')}&query=2&key=1` +
      `&queryAt=${start + query}&keyAt=${start + key}`,
  }),
  examples: [
    { query: 11, key: 15 },
    { key: places - 1 },
    { start: far },
    { query: 7, key: 3 },
    { query: 3, key: 3 },
    { query: 3, key: 4 },
    { query: 0, key: places - 1, start: far },
    { query: places - 1, key: places - 1 },
  ],
});
