// Screen 6: RoPE turns both arrows, so that their angle depends on distance alone;
// a table that is added lets the score depend on the place.

import { embedWords } from '../../figures/words/words.js';
import { within } from '../fields.js';
import { fixed, upTo } from '../paths.js';
import { defineScreen, type Instances } from '../screen.js';
import { draw } from './turn-figure.js';
import { gripAt } from './turn-ruler.js';
import {
  angleOf,
  type Numbers,
  places,
  type State,
  type Sums,
  scoreOf,
} from './turn-state.js';

const words = { query: 'bites', key: 'dog' } as const;
const dim = 128;
const likeness = 0.4;
/** The pair that is drawn, of the 64 of a head: 15.7° a step. */
const pair = 9;
const far = 1000;

/** Rows of one vector, again and again. */
function repeated(vector: Float32Array, rows: number): Float32Array {
  const all = new Float32Array(rows * vector.length);
  for (const row of upTo(rows)) all.set(vector, row * vector.length);
  return all;
}

function sumsOf(q: Float32Array, k: Float32Array, now: number): Sums {
  const at = (data: Float32Array, row: number) =>
    [0, 1].map((side) => data[row * dim + 2 * pair + side] ?? 0) as [
      number,
      number,
    ];
  const all = upTo(dim).map(
    (c) => (q[now * dim + c] ?? 0) * (k[now * dim + c] ?? 0),
  );
  return {
    query: at(q, now),
    key: at(k, now),
    whole: all.reduce((sum, product) => sum + product),
    along: upTo(places).map((row) => scoreOf(at(q, row), at(k, row))),
  };
}

/** Both words at each place of the window that the earlier one can have. */
function compute({ absolute, rotary }: Instances, state: State): Numbers {
  const now = Math.min(state.query, state.key);
  const plain = (name: 'query' | 'key') =>
    repeated(embedWords(absolute, [words[name]], dim, likeness), places);
  const from = (name: 'query' | 'key') => state.start + state[name] - now;
  const rope = rotary.rope({ headDim: dim, layout: 'interleaved' });
  const turned = (name: 'query' | 'key') =>
    rope.rotate(plain(name), { heads: 1, start: from(name) }).data;
  const added = (name: 'query' | 'key') =>
    absolute.addTo(
      plain(name),
      absolute.sinusoidal({ start: from(name), length: places, dim }),
    ).data;
  const bare = sumsOf(plain('query'), plain('key'), now);
  return {
    plain: [bare.query, bare.key],
    turned: sumsOf(turned('query'), turned('key'), now),
    added: sumsOf(added('query'), added('key'), now),
  };
}

function say({ query, key }: State, { turned, added }: Numbers): string {
  const apart = Math.abs(query - key);
  const how =
    apart === 0
      ? 'in the same place'
      : `${apart} ${apart === 1 ? 'word' : 'words'} apart`;
  const [least, most] = [Math.min, Math.max].map((pick) =>
    fixed(pick(...added.along), 2),
  );
  return (
    `Turned, ${how}: ${fixed(angleOf(turned), 0)}° and a score of ` +
    `${fixed(scoreOf(turned.query, turned.key), 2)}, wherever they stand. ` +
    `With the table, the score moves between ${least} and ${most}.`
  );
}

export const turn = defineScreen<State, Numbers>({
  name: 'turn',
  title: 'Turn instead of adding',
  claim:
    'RoPE turns [query and key](#arrows) by their positions: their angle, and ' +
    'so their score, depends on how far apart they stand, not on where.',
  task:
    '“Bites” asks, “dog” answers. Drag [the bar](#bar) along the text, then press ' +
    'the button. Then drag one word alone.',
  answers: [
    [
      'What does RoPE turn, and why does the score stay?',
      'Queries and keys, pair by pair. Both turn by the same angle a step, so a ' +
        'common move leaves their angle alone.',
    ],
  ],
  guess: {
    question: 'Both words move 1 000 places on. What does the turned score do?',
    answers: [
      ['It falls', 'No: they are as far apart as before, so it stays.'],
      ['It stays', 'Right: both turned on by the same angle.'],
      ['It swings', 'The arrows do; the angle between them does not.'],
    ],
  },
  more: [
    'A word asks by its query, and each word answers by its key. The score is the ' +
      'product of their lengths and the cosine of their angle. Turning keeps the ' +
      'lengths. Position m turns the query by m·θ, position n the key by ' +
      'n·θ: the angle changes by (n − m)·θ.',
    'Farther is not always less: with one pair, the score is a cosine of the ' +
      'distance. A head has many pairs, each with a speed of its own, and adds up ' +
      'their scores.',
    'RoPE turns queries and keys only: the words, and what they pass on, stay as ' +
      'they are.',
    'Here `pe.rope({ headDim: 128 })` turns by `rope.rotate`, and ' +
      '`pe.sinusoidal` with `pe.addTo` is the table. Drawn is the tenth of 64 pairs: ' +
      '15.7° a step.',
  ],
  seeded: true,
  parts: ['absolute', 'rotary'],
  fields: {
    query: within(3, 0, places - 1),
    key: within(7, 0, places - 1),
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
  draw: (state, numbers, room) =>
    draw(state, numbers, room, { words, label: say(state, numbers) }),
  say,
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
    { start: far },
    { query: 7, key: 3 },
    { query: 3, key: 3 },
    { query: 3, key: 4 },
    { query: 0, key: places - 1, start: far },
    { query: places - 1, key: places - 1 },
  ],
});
