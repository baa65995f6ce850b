/** Analyses of a rope by the distance of query and key. */

import type { RowPositions } from '../arrays/positions.js';
import { RowPositions as Positions } from '../arrays/positions.js';
import { angleOf } from '../base/angles.js';
import { allocateResult, type Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { coreOf } from '../rotary/core.js';
import type { Rope } from '../rotary/rope.js';
import { ropeAnalysisParameters } from './rope.description.js';
import {
  checkAlike,
  type PairRow,
  pairRows,
  readDistances,
  ropeOf,
} from './rope-input.js';
import { ExactSum } from './sums.js';

type Described = typeof ropeAnalysisParameters;

/** Options of `analysis.scoreByDistance`. */
export interface ScoreByDistanceOptions
  extends OptionsOf<Described['scoreByDistance']> {}

/** Options of `analysis.decayBound`. */
export interface DecayBoundOptions extends OptionsOf<Described['decayBound']> {}

/** Options of `analysis.phaseCollisions`. */
export interface PhaseCollisionsOptions
  extends OptionsOf<Described['phaseCollisions']> {}

/** Expected scores by distance. */
export interface ScoreByDistance {
  readonly distances: Float64Array;
  readonly scores: Float64Array;
}

/** Bounds of scores by distance. */
export interface DecayBound {
  readonly distances: Float64Array;
  readonly bounds: Float64Array;
}

/** A distance, and the largest angle of a pair there, from 0 to π. */
export interface PhaseCollision {
  readonly distance: number;
  readonly angle: number;
}

/** Distances at which all pairs nearly come back to where they began. */
export interface PhaseCollisions {
  /** The distances within the tolerance, shortest first. */
  readonly collisions: readonly PhaseCollision[];
  /** The distance with the least angle; undefined if `length` is 1. */
  readonly closest: PhaseCollision | undefined;
}

/** The analysis `scoreByDistance`; see `RopeAnalysis.scoreByDistance`. */
export function scoreByDistance(
  heap: Heap,
  value: unknown,
  options: ScoreByDistanceOptions,
): ScoreByDistance {
  const name = 'analysis.scoreByDistance';
  const checked = checkOptions(
    name,
    ropeAnalysisParameters.scoreByDistance,
    options,
  );
  const distances = readDistances(name, checked);
  const rope = ropeOf(heap, name, value);
  checkAlike(name, rope);
  const scores = byDistance(name, rope, distances, ({ cos }) => {
    const sum = new ExactSum();
    for (const c of cos) sum.add(c);
    return sum.value;
  });
  return { distances: distances.copy(0, distances.length), scores };
}

/** The analysis `decayBound`; see `RopeAnalysis.decayBound`. */
export function decayBound(
  heap: Heap,
  value: unknown,
  options: DecayBoundOptions,
): DecayBound {
  const name = 'analysis.decayBound';
  const { decayBound } = ropeAnalysisParameters;
  const checked = checkOptions(name, decayBound, options);
  const distances = readDistances(name, checked);
  const rope = ropeOf(heap, name, value);
  checkAlike(name, rope);
  const bounds = byDistance(name, rope, distances, ({ cos, sin }) => {
    const sum = new ExactSum();
    const real = new ExactSum();
    const imaginary = new ExactSum();
    for (const [k, c] of cos.entries()) {
      real.add(c);
      imaginary.add(sin[k] as number);
      const [x, y] = [real.value, imaginary.value];
      sum.add(Math.sqrt(x * x + y * y));
    }
    // A rope without pairs has no bound but 0.
    return sum.value / Math.max(cos.length, 1);
  });
  return { distances: distances.copy(0, distances.length), bounds };
}

/**
 * A number for each distance: what `measure` makes of the row there, times the
 * attention factor, which the row holds once and a score twice.
 */
function byDistance(
  name: string,
  rope: Rope,
  distances: RowPositions,
  measure: (row: PairRow) => number,
): Float64Array {
  const numbers = allocateResult(name, 'float64', [distances.length]);
  const turns = coreOf(rope)?.turns;
  const exact = turns?.precision === 'exact';
  const factor = exact ? turns.amplitude : rope.attentionFactor;
  const { scales, axes } = turns ?? {};
  // Pairs of axes that have factors of their own.
  const times = (row: PairRow, scales: Float64Array, of: Int32Array) => {
    const [cos, sin] = [row.cos, row.sin].map((wave) =>
      wave.map((x, k) => x * (scales[2 * (of[k] as number)] as number)),
    ) as [Float64Array, Float64Array];
    return { ...row, cos, sin };
  };
  let at = 0;
  for (const row of pairRows(rope, distances)) {
    numbers[at] =
      scales && axes
        ? measure(times(row, scales, axes.of))
        : measure(row) * factor;
    at += 1;
  }
  return numbers;
}

/** The analysis `phaseCollisions`; see `RopeAnalysis.phaseCollisions`. */
export function phaseCollisions(
  heap: Heap,
  value: unknown,
  options: PhaseCollisionsOptions,
): PhaseCollisions {
  const name = 'analysis.phaseCollisions';
  const { length, tolerance } = checkOptions(
    name,
    ropeAnalysisParameters.phaseCollisions,
    options,
  );
  const rope = ropeOf(heap, name, value);
  checkAlike(name, rope);
  const distances = Positions.range(name, 'length', length - 1, 1);
  const collisions: PhaseCollision[] = [];
  let closest: PhaseCollision | undefined;
  for (const row of pairRows(rope, distances)) {
    const found = { distance: row.position, angle: largestAngle(row) };
    if (found.angle <= tolerance) collisions.push(found);
    if (!closest || found.angle < closest.angle) closest = found;
  }
  return { collisions, closest };
}

/** The largest angle of all pairs, from 0 to π. */
function largestAngle({ cos, sin }: PairRow): number {
  let [worst, y, x] = [-1, 0, 1];
  for (const [k, c] of cos.entries()) {
    const s = sin[k] as number;
    const length = Math.sqrt(c * c + s * s);
    // 1 - cos of the angle, without the cancellation that small angles cause.
    const far =
      c > 0 ? (s * s) / (length * (length + c)) : (length - c) / length;
    if (far > worst) [worst, y, x] = [far, Math.abs(s), c];
  }
  return angleOf(y, x);
}
