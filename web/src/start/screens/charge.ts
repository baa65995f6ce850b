// Screen 7: a charge for distance, taken from the score. ALiBi's is a straight
// line, T5's has steps.

import { within } from '../fields.js';
import { fixed, upTo } from '../paths.js';
import { type Column, defineScreen } from '../screen.js';
import { draw } from './charge-drawing.js';
import {
  compute,
  farthest,
  heads,
  type Numbers,
  type State,
  say,
  share,
  slope,
  table,
} from './charge-numbers.js';
import { gripAt } from './charge-room.js';

/** A word that reads those before it, as far as the axis goes. */
const line = { queries: 1, keys: farthest + 1, queryStart: farthest };

/** The table of T5 as rows, one a bucket. */
const rowsOf = (all: Float32Array): number[][] =>
  upTo(all.length / heads).map((bucket) =>
    // JSON knows no −0.
    Array.from(
      all.subarray(bucket * heads, (bucket + 1) * heads),
      (value) => value + 0,
    ),
  );

export const charge = defineScreen<State, Numbers>({
  name: 'charge',
  title: 'Or charge for distance',
  claim:
    'Each head, one of several readers, takes a charge for distance from scores: ' +
    'ALiBi by [a fixed line](#line), T5 by [learned steps](#steps).',
  terms: [
    {
      word: 'Factor',
      means: 'what is left of a weight, before rescaling',
    },
    { word: 'Bucket', means: 'distances with one number' },
  ],
  tries: [
    {
      words: 'Choose head 1.',
      done: ({ head }) => head === 1,
      found: ({ head, away }, { alibi }) => {
        const added = alibi[head - 1] ?? 0;
        return (
          `${away} ${away === 1 ? 'word' : 'words'} off, ALiBi’s head 1 takes ` +
          `${fixed(Math.abs(added), 2)} from the score: a factor of ` +
          `${share(added, 'less than')}.`
        );
      },
    },
    {
      words: 'Drag “dog” next to “bites”.',
      done: ({ away }) => away <= 1,
      found: ({ head }, { alibi }) =>
        `So near, ALiBi’s head ${head} charges little: a factor of ` +
        `${share(alibi[head - 1] ?? 0, 'less than')}.`,
    },
    {
      words: 'Choose head 8.',
      done: ({ head }) => head === heads,
      found: () =>
        `With a slope of ${slope(heads)}, far words stay cheap. T5’s head 8, as drawn, ` +
        'charges near words instead: learned steps need not fall.',
    },
  ],
  answers: [
    [
      'What do ALiBi and T5 do?',
      'They charge scores for distance: ALiBi by a fixed slope a head, T5 by a ' +
        'learned number for each range of distances.',
    ],
  ],
  guess: {
    question: 'Head 1 charges eight times what head 4 does. Which factor?',
    answers: [
      [
        'An eighth of 0.54',
        'No, less: eight such charges leave 0.54⁸ ≈ 0.007.',
      ],
      ['About a third', 'No, less: eight such charges leave 0.54⁸ ≈ 0.007.'],
      ['Less than 1 %', 'Right: eight such charges leave 0.54⁸ ≈ 0.007.'],
    ],
  },
  more: [
    'The softmax shares out by e to the score: to take 5 from a score multiplies ' +
      'that part by e⁻⁵ ≈ 0.007. Then all parts are scaled to the sum 1: where all words ' +
      'pay, each may keep more than its factor. Nothing is cut off: a far word with a ' +
      'high score still wins.',
    'ALiBi learns nothing. Its 8 heads have the slopes 1/2, 1/4 and so on to ' +
      '1/256, where ten words off cost 0.04: a factor of 0.96.',
    'T5 learns a number for each head and bucket. Distances 0 to 7 have a bucket ' +
      'each, later buckets widen, and its encoder pools all from 91 on. The values ' +
      'drawn here are made up. Learned ones need not fall: see head 8.',
    'Here `pe.alibi({ heads: 8 })` and `pe.t5Bias({ heads: 8, table })`, with 32 ' +
      'buckets, of which the 16 for words before are drawn.',
  ],
  seeded: false,
  parts: ['bias'],
  fields: {
    head: within(4, 1, heads),
    away: within(10, 0, farthest),
  },
  controls: [
    {
      kind: 'range',
      label: 'Head',
      api: 'slopes',
      field: 'head',
      ...{ min: 1, max: heads, ticks: [1, 4, 8] },
      say: (head) => `${head}: slope ${slope(head)}`,
    },
  ],
  compute,
  draw,
  say,
  spec: () => ({
    alibi: { method: 'alibi', heads, ...line },
    t5: { method: 't5Bias', heads, table: rowsOf(table), ...line },
  }),
  columns: (_, { slopes, edges, steps }) => {
    const distances = upTo(farthest + 1);
    return [
      ['words off', distances],
      ...slopes.map(
        (slope, head): Column => [
          `ALiBi head ${head + 1}`,
          distances.map((distance) => -slope * distance + 0),
        ],
      ),
      ...steps.map(
        (values, head): Column => [
          `T5 head ${head + 1}`,
          distances.map(
            (distance) =>
              values[edges.findLastIndex((edge) => edge <= distance)] ?? 0,
          ),
        ],
      ),
    ];
  },
  drag: (state, _, away) => ({ ...state, away }),
  at: gripAt,
  lead: ({ head }) => ({
    text: 'Both charges in attention, beside each other',
    // The view begins with RoPE on one side, which is taken away.
    href:
      '#/attention?a.bias.method=alibi' +
      '&b.bias.method=t5Bias&b.rotation.method=' +
      `&heads=${heads}${head === 1 ? '' : `&head=${head - 1}`}`,
  }),
  examples: [
    { away: 0 },
    { away: 1 },
    { away: 90 },
    { away: 91 },
    { away: farthest },
    { head: 1 },
    { head: 1, away: 1 },
    { head: 1, away: farthest },
    { head: 8 },
    { head: 8, away: farthest },
    { head: 4, away: 16 },
  ],
});
