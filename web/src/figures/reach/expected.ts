// What is expected of the score of a word with itself by distance, in stretches of
// distances: the mean of each.
// The work is cut into steps, so that the page can answer between them.

import type { Rotary } from 'posenc/rotary';
import { expectByDistance } from '../../methods/make.js';
import { attempt } from '../../shell/failure.js';
import type { Spec } from '../../state/spec.js';
import { batchesOf, type Stretches } from '../stretches.js';

/** Distances and pairs that one step works on. */
const stepSize = 4096;

/** Values of some distances; it throws where there are none. */
export type Ask = (distances: Float64Array) => ArrayLike<number>;

/** What a rope says of itself. */
export interface RopeWidths {
  readonly headDim: number;
  readonly rotaryDim: number;
  readonly softmaxScale: number;
}

/**
 * Calls `use` with the values of each stretch; null where there are none. `sampled`
 * is the most distances of a stretch.
 */
export function* throughStretches(
  ask: Ask,
  { stretches, sampled }: { stretches: Stretches; sampled: number },
  { headDim }: Pick<RopeWidths, 'headDim'>,
  use: (stretch: number, values: number[] | null) => void,
): Generator<undefined, void, undefined> {
  const step = Math.max(1, Math.floor(stepSize / Math.max(1, headDim / 2)));
  for (const { parts, numbers: distances } of batchesOf(
    stretches,
    sampled,
    step,
  )) {
    const all = attempt(() => Array.from(ask(distances)));
    for (const { stretch, begin, end } of parts) {
      // A rope with a decay refuses far positions: those stretches are gaps.
      const own =
        all.value?.slice(begin, end) ??
        attempt(() => Array.from(ask(distances.slice(begin, end)))).value;
      use(stretch, own);
    }
    yield;
  }
}

/** What components that no pair turns add: their variance is 1. */
export const restOf = ({ headDim, rotaryDim, softmaxScale }: RopeWidths) =>
  softmaxScale * (headDim - rotaryDim);

/** The mean of the expected scores of each stretch. */
export function* expectedIn(
  pe: Pick<Rotary, 'analysis'>,
  spec: Spec,
  rope: RopeWidths,
  where: { stretches: Stretches; sampled: number },
): Generator<undefined, Float64Array, undefined> {
  const expected = new Float64Array(where.stretches.from.length);
  const rest = restOf(rope);
  const ask: Ask = (distances) => expectByDistance(pe, spec, distances);
  yield* throughStretches(ask, where, rope, (stretch, values) => {
    const sum = values?.reduce((all, one) => all + one, 0) ?? Number.NaN;
    // The package expects components of variance 1/2.
    const mean = (2 * sum) / (values?.length ?? 1);
    expected[stretch] = rope.softmaxScale * mean + rest;
  });
  return expected;
}
