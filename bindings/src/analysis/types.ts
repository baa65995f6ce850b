/** The types of the analyses, for users who want to name them. */

export type { RopeSpec } from '../rotary/rope.js';
export type { Collisions, CollisionsOptions } from './collisions.js';
export type { SumOrConcat, SumOrConcatOptions } from './content.js';
export type {
  DistanceCurve,
  DistanceCurveOptions,
  Toeplitz,
} from './distance.js';
export type { GramOptions } from './gram.js';
export type { Analysis } from './index.js';
export type { OrderAnalysis } from './order-analysis.js';
export type {
  Extrapolation,
  ExtrapolationOptions,
} from './order-extrapolation.js';
export type { Reordering, ReorderingOptions } from './order-reordering.js';
export type { Translation, TranslationOptions } from './order-translation.js';
export type { Table } from './read-table.js';
export type { RopeAnalysis } from './rope-analysis.js';
export type {
  DecayBound,
  DecayBoundOptions,
  PhaseCollision,
  PhaseCollisions,
  PhaseCollisionsOptions,
  ScoreByDistance,
  ScoreByDistanceOptions,
} from './rope-distance.js';
export type { RopeInput } from './rope-input.js';
export type { RopePair, RopePairsOptions } from './rope-pairs.js';
export type {
  ErrorStatistics,
  PrecisionErrors,
  PrecisionReport,
  PrecisionReportOptions,
} from './rope-precision.js';
export type {
  Rotation,
  RotationResiduals,
  RotationResidualsOptions,
} from './rope-residuals.js';
export type {
  ShiftMatrix,
  ShiftMatrixOptions,
  SingularValues,
  SingularValuesOptions,
} from './values.js';
export type { Spectrum, Wavelengths } from './waves.js';
