/** The analyses of ropes, which are on `pe.analysis`. */

import type { Heap } from '../core/memory.js';
import type { RopeSpec } from '../rotary/rope.js';
import {
  type DecayBound,
  type DecayBoundOptions,
  decayBound,
  type PhaseCollisions,
  type PhaseCollisionsOptions,
  phaseCollisions,
  type ScoreByDistance,
  type ScoreByDistanceOptions,
  scoreByDistance,
} from './rope-distance.js';
import type { RopeInput } from './rope-input.js';
import {
  type RopePair,
  type RopePairsOptions,
  ropePairs,
} from './rope-pairs.js';
import {
  type PrecisionReport,
  type PrecisionReportOptions,
  precisionReport,
} from './rope-precision.js';
import {
  type Rotation,
  type RotationResiduals,
  type RotationResidualsOptions,
  rotationResiduals,
} from './rope-residuals.js';

/**
 * Analyses of ropes. They compute in float64 and give the same bits in every
 * engine.
 */
export interface RopeAnalysis {
  /**
   * The errors of the tables of float32 frameworks (`torch`) and of ggml,
   * against the exact cosines and sines.
   *
   *   formula  |c' - c| and |s' - s|, the angle from (c, s) to (c', s'), and
   *            the errors divided by the spacing of float32 at c and s
   *   shapes   statistics over all positions and pairs: worst with its place,
   *            rms, median
   *   range    a spec; positions up to 2^31 for the errors stated here
   *   error    2^-50 absolute; medians to a thousandth. `firstBeyond` is found
   *            by computing every position from 0 on
   *   cost     about 300 operations a position and pair, also a searched one
   *
   * @example
   * ```ts
   * const spec = { method: 'rope', headDim: 128, theta: 500000 } as const;
   * const { torch, ggml } = pe.analysis.precisionReport(spec, {
   *   length: 4096, start: 126976, within: 0.01,
   * });
   * torch.absolute.worst; // 0.0093
   * ggml.firstBeyond?.position;
   * ```
   */
  precisionReport(
    rope: RopeSpec,
    options: PrecisionReportOptions,
  ): PrecisionReport;

  /**
   * Every pair of a rope: its wavelength, its turns within the training, and
   * what the schedule does to its frequency.
   *
   *   formula  wavelength = 2π/ω_k, turns = trainedLength/wavelength, ratio =
   *            ω'_k/ω_k
   *   shapes   a record for each of the P pairs
   *   range    a spec; lengths from 1 to 2^53
   *   error    2 ulp of float64
   *   cost     two ropes
   *
   * @example
   * ```ts
   * const pairs = pe.analysis.ropePairs(spec, { trainedLength: 8192 });
   * pairs.filter(({ completes }) => !completes).length; // pairs never seen whole
   * ```
   */
  ropePairs(rope: RopeSpec, options: RopePairsOptions): readonly RopePair[];

  /**
   * The expected score of equal random queries and keys by their distance, for
   * components of variance 1/2 that are turned.
   *
   *   formula  A² Σ_k cos(r ω_k)
   *   shapes   a score for each distance
   *   range    distances up to 2^53 from zero
   *   error    P · 2^-52, with an attention factor A² P · 2^-51
   *   cost     about 100 operations a distance and pair
   *
   * @example
   * ```ts
   * const { scores } = pe.analysis.scoreByDistance(rope, { length: 4096 });
   * ```
   */
  scoreByDistance(
    rope: RopeInput,
    options: ScoreByDistanceOptions,
  ): ScoreByDistance;

  /**
   * RoFormer's bound of the scores of smooth queries and keys by distance (Su
   * et al. 2021, section 3.4.3).
   *
   *   formula  A²/P Σ_(j=1…P) |Σ_(k<j) e^(i r ω_k)|
   *   shapes   a bound for each distance; (P + 1)/2 at distance 0
   *   range    distances up to 2^53 from zero
   *   error    P · 2^-51, with an attention factor A² P · 2^-50
   *   cost     about 100 operations a distance and pair
   *
   * @example
   * ```ts
   * const { bounds } = pe.analysis.decayBound(
   *   { method: 'rope', headDim: 128 }, { distances: [0, 1, 10] },
   * ); // 32.5, 31.538, 17.954
   * ```
   */
  decayBound(rope: RopeInput, options: DecayBoundOptions): DecayBound;

  /**
   * The distances at which every pair comes back nearly to where it began, so
   * that positions that far apart look alike.
   *
   *   formula  all r from 1 to length - 1 with max_k |r ω_k mod 2π| ≤ tolerance
   *   shapes   the distances with their largest angles, shortest first, and the
   *            one with the least angle
   *   range    tolerance from 0 to 4 radians, of which π takes every distance
   *   error    2^-50
   *   cost     about 100 operations a distance and pair
   *
   * @example
   * ```ts
   * const { closest } = pe.analysis.phaseCollisions(rope, { length: 8192 });
   * ```
   */
  phaseCollisions(
    rope: RopeInput,
    options: PhaseCollisionsOptions,
  ): PhaseCollisions;

  /**
   * How far a function of a vector and its position is from a rotary embedding:
   * whether it keeps lengths, whether scores depend on distances alone, whether
   * position 0 changes nothing, and whether two turns add up.
   *
   *   formula  ||f(q, i)|/(A|q|) - 1|; |f(q, i)·f(k, j) - f(q, i+t)·f(k, j+t)|
   *            / (A²|q||k|); |f(q, 0) - A q|/(A|q|); |f(f(q, i), j) - A f(q,
   *            i+j)|/(A²|q|)
   *   shapes   the largest residuals of `samples` random pairs of vectors
   *   range    a function, which gets float64 vectors, or a rope, which turns
   *            them as float32 and so leaves about 1e-7
   *   cost     nine turns a sample
   *
   * @example
   * ```ts
   * const { norm, relative } = pe.analysis.rotationResiduals(
   *   (q, position) => myRotation(q, position), { headDim: 64 },
   * );
   * ```
   */
  rotationResiduals(
    rotation: Rotation | RopeInput,
    options?: RotationResidualsOptions,
  ): RotationResiduals;
}

export const ropeAnalysis = (heap: Heap): RopeAnalysis => ({
  precisionReport: (rope, options) => precisionReport(heap, rope, options),
  ropePairs: (rope, options) => ropePairs(heap, rope, options),
  scoreByDistance: (rope, options) => scoreByDistance(heap, rope, options),
  decayBound: (rope, options) => decayBound(heap, rope, options),
  phaseCollisions: (rope, options) => phaseCollisions(heap, rope, options),
  rotationResiduals: (rotation, options = {}) =>
    rotationResiduals(heap, rotation, options),
});
