// The errors of all pairs by position, from 1 to 2³¹: the largest that was met among
// the positions of a stretch that were computed. The work is cut into steps, so that
// it can be given up between them.

import {
  batchesOf,
  type Ends,
  type Stretches,
  stretchesIn,
} from '../../figures/stretches.js';
import { errorsOf, type Tables, type Way } from './ways.js';

/** The farthest position for which the package promises exact numbers. */
export const farthest = 2 ** 31;

export const ends: Ends = { from: 1, to: farthest };

/** Numbers that one step computes. */
const stepSize = 2 ** 15;

/** How many stretches there are, and the most positions of each. */
export interface Fineness {
  readonly perOctave: number;
  readonly sampled: number;
}

export interface Lines extends Stretches {
  /** The most positions of a stretch that were computed. */
  readonly sampled: number;
  /** All positions that were computed. */
  readonly computed: number;
  readonly pairs: number;
  /** The largest errors of each way, [stretches, pairs]. */
  readonly worst: Partial<Readonly<Record<Way, Float64Array>>>;
}

/** How many positions a step has, of ropes of so many pairs. */
export const stepOf = (pairs: number): number =>
  Math.max(1, Math.floor(stepSize / (6 * 2 * pairs)));

export function* computeLines(
  tables: Tables,
  { perOctave, sampled }: Fineness,
): Generator<undefined, Lines, undefined> {
  const { pairs } = tables;
  const stretches = stretchesIn(31 * perOctave, ends);
  const count = stretches.from.length;
  const worst = Object.fromEntries(
    tables.ways.map((way) => [way, new Float64Array(count * pairs)] as const),
  ) as Record<Way, Float64Array>;
  let computed = 0;
  for (const { parts, numbers } of batchesOf(
    stretches,
    sampled,
    stepOf(pairs),
  )) {
    computed += numbers.length;
    const right = tables.right(numbers);
    for (const way of tables.ways) {
      const errors = errorsOf(right, tables.of(way, numbers));
      const most = worst[way];
      for (const { stretch, begin, end } of parts) {
        for (let i = begin * pairs; i < end * pairs; i++) {
          const at = stretch * pairs + (i % pairs);
          const error = errors[i] as number;
          if (error > (most[at] as number)) most[at] = error;
        }
      }
    }
    yield;
  }
  return { ...stretches, sampled, computed, pairs, worst };
}

/** The largest error in a stretch, and its pair. */
export interface Worst {
  readonly error: number;
  readonly pair: number;
}

/** Of one pair, or of all of them where it is null. */
export function worstIn(
  { worst, pairs }: Pick<Lines, 'worst' | 'pairs'>,
  way: Way,
  stretch: number,
  pair: number | null,
): Worst {
  const errors = worst[way] ?? [];
  const at = (k: number) => Number(errors[stretch * pairs + k]);
  if (pair !== null) return { error: at(pair), pair };
  let best = 0;
  for (let k = 1; k < pairs; k++) if (at(k) > at(best)) best = k;
  return { error: at(best), pair: best };
}
