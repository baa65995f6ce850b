// The expected scores of a rope by distance, up to the end of a text. They are computed
// in the worker of the view.

import type { Rotary } from 'posenc/rotary';
import { expectedIn } from '../../../figures/reach/expected.js';
import { reachStretches } from '../../../figures/reach/reach-span.js';
import type { Stretches } from '../../../figures/stretches.js';
import { expectByDistance, makeRope } from '../../../methods/make.js';
import type { Spec } from '../../../state/spec.js';

export interface ScoresAsk {
  readonly spec: Spec;
  /** The longest distance. */
  readonly to: number;
}

export interface Scores extends Stretches {
  /** The mean of each stretch. */
  readonly values: Float64Array;
}

/** Stretches of a million distances by decade, and the most distances of each. */
const perDecade = 24;
export const sampled = 64;

/** Computes in steps. Throws what the package refuses. */
export function* computeScores(
  pe: Pick<Rotary, 'analysis' | 'make'>,
  { spec, to }: ScoresAsk,
): Generator<undefined, Scores, undefined> {
  const stretches = reachStretches(perDecade, { from: 1, to });
  // What is refused is refused at every distance, but by a decay at far ones.
  expectByDistance(pe, spec, Float64Array.of(1));
  const rope = makeRope(pe, spec);
  const values = yield* expectedIn(pe, spec, rope, { stretches, sampled });
  return { ...stretches, values };
}
