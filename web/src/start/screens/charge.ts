// Screen 7: a charge for distance, taken from the score. ALiBi's is a straight
// line, T5's has steps.

import { within } from '../fields.js';
import { fixed } from '../paths.js';
import { defineScreen, type Instances } from '../screen.js';
import { draw, gripAt } from './charge-figure.js';
import {
  farthest,
  heads,
  type Numbers,
  type State,
  share,
  slope,
} from './charge-state.js';

const buckets = 32;
/** The buckets of words before the reading one; the others are for those after. */
const before = buckets / 2;

/** How much each head's charge grows from the first bucket to the last. */
const growth = [7, 5, 4, 3, 2, 1.2, 0.6, -2];

/**
 * Made-up values for T5, which learns them, [buckets, heads]: charges that grow
 * with the bucket, and in the last head one that shrinks.
 */
export const table = Float32Array.from(
  { length: buckets * heads },
  (_, place) => {
    const part = Math.min(Math.floor(place / heads) / (before - 1), 1);
    const grows = growth[place % heads] ?? 0;
    const value = grows > 0 ? -grows * part ** 0.8 : -2 - grows * part;
    return Math.round(16 * value) / 16;
  },
);

function compute({ bias }: Instances, { away }: State): Numbers {
  /** Words before the reading one, at some distances. */
  const places = (distances: readonly number[]) => ({
    queryPositions: [farthest],
    keyPositions: distances.map((distance) => farthest - distance),
    dtype: 'float64' as const,
  });
  const rows = (data: Float64Array, count: number) =>
    Array.from({ length: heads }, (_, head) =>
      // JSON knows no −0.
      Array.from(data.subarray(head * count, (head + 1) * count), (b) => b + 0),
    );
  const all = Array.from({ length: farthest + 1 }, (_, distance) => distance);
  // A table of the buckets' own numbers tells them.
  const bucketOf = bias.t5Bias({
    ...{ heads: 1, table: Float32Array.from({ length: buckets }, (_, i) => i) },
    ...places(all),
  }).data;
  const edges = all.filter((i) => i === 0 || bucketOf[i] !== bucketOf[i - 1]);
  const steps = bias.t5Bias({ heads, table, ...places([...edges, away]) }).data;
  const t5 = rows(steps, edges.length + 1);
  return {
    slopes: [...bias.alibiSlopes({ heads, dtype: 'float64' }).data],
    alibi: rows(bias.alibi({ heads, ...places([away]) }).data, 1).flat(),
    t5: t5.map((row) => row[edges.length] ?? 0),
    bucket: bucketOf[away] ?? 0,
    edges,
    steps: t5.map((row) => row.slice(0, edges.length)),
  };
}

function say({ head, away }: State, { alibi, t5 }: Numbers): string {
  const [line, step] = [alibi, t5].map((all) => all[head - 1] ?? 0) as [
    number,
    number,
  ];
  const below = 'less than';
  const rises = (growth[head - 1] ?? 0) < 0;
  return (
    `${away} ${away === 1 ? 'word' : 'words'} off, ALiBi’s head ${head} charges ` +
    `${fixed(-line, 2)}: the weight is multiplied by ${share(line, below)}. ` +
    `T5’s, as drawn, charges ${rises ? 'near words: here ' : ''}` +
    `${fixed(-step, 2)}${rises ? ',' : ':'} by ${share(step, below)}.`
  );
}

export const charge = defineScreen<State, Numbers>({
  name: 'charge',
  title: 'Or charge for distance',
  claim:
    'Each head can charge a word for its distance, by [a straight line](#line) ' +
    'or by [steps](#steps). Mostly, near words pay little.',
  task: 'Drag “dog” away and watch what is left of its weight. Then choose another head.',
  answers: [
    [
      'What do ALiBi and T5 do?',
      'They charge scores for distance: ALiBi by a fixed slope a head, T5 by a ' +
        'learned number for each range of distances.',
    ],
  ],
  guess: {
    question:
      'Slope ½, ten words off: the score pays 5. What is left of the weight?',
    answers: [
      ['A half', 'Less: each point of the score divides it by 2.7.'],
      ['A fifth', 'Less: it is divided by 2.7 five times.'],
      ['Less than 1 %', 'Right: e⁻⁵ is 0.007.'],
    ],
  },
  more: [
    'The softmax shares out by e to the score: to take 5 from a score multiplies ' +
      'that part by e⁻⁵ ≈ 0.007. Then all parts are scaled to the sum 1. Nothing is ' +
      'cut off: a far word with a high score still wins.',
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
    head: within(1, 1, heads),
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
  draw: (state, numbers, room) =>
    draw(state, numbers, room, say(state, numbers)),
  say,
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
    { head: 8 },
    { head: 8, away: farthest },
    { head: 4, away: 16 },
  ],
});
