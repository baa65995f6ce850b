// The numbers of screen 7, and what they say: what ALiBi and T5 take from a score,
// by distance and head.

import { fixed } from '../paths.js';
import type { Instances } from '../screen.js';

export const heads = 8;
/** The farthest that a word is dragged. */
export const farthest = 100;

export interface State {
  /** The head that is lit, from 1. */
  readonly head: number;
  /** How many words before the reading one the dragged word stands. */
  readonly away: number;
}

export interface Numbers {
  /** Of each head of ALiBi. */
  readonly slopes: readonly number[];
  /** What each head adds to the score at the distance of the word. */
  readonly alibi: readonly number[];
  readonly t5: readonly number[];
  /** The bucket of that distance. */
  readonly bucket: number;
  /** The first distance of each bucket, and what T5 adds there, by head. */
  readonly edges: readonly number[];
  readonly steps: readonly (readonly number[])[];
}

/** The slope of a head, from 1, as people write it. */
export const slope = (head: number): string =>
  head === 1 ? '½' : head === 2 ? '¼' : `1/${2 ** head}`;

/** The factor of a weight when so much is added to the score, before all weights are
 *  scaled to the sum 1; `below` stands before what is too little to print. */
export function share(added: number, below: string): string {
  const left = Math.exp(added);
  if (left < 0.0005) return `${below} 0.001`;
  return fixed(left, left < 0.1 ? 3 : 2);
}

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

export function compute({ bias }: Instances, { away }: State): Numbers {
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

/** Whether T5’s head, as drawn, charges near words more than far ones. */
export const chargesNear = (head: number): boolean =>
  (growth[head - 1] ?? 0) < 0;

export function say({ head, away }: State, { alibi, t5 }: Numbers): string {
  const [line, step] = [alibi, t5].map((all) => all[head - 1] ?? 0) as [
    number,
    number,
  ];
  const below = 'less than';
  const rises = chargesNear(head);
  return (
    `${away} ${away === 1 ? 'word' : 'words'} off, ALiBi’s head ${head} changes the ` +
    `score by ${fixed(line, 2)}: a factor of ${share(line, below)}, before weights ` +
    `are scaled to sum 1. T5’s, as drawn, ${rises ? 'charges near words: ' : 'by '}` +
    `${fixed(step, 2)}${rises ? ' here' : ''}: factor ${share(step, below)}.`
  );
}
