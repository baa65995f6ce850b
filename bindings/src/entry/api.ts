/**
 * Exports that all entries of the package share, besides their loading
 * functions.
 */

export type { AddToOptions } from '../absolute/add-to.js';
export type { CodeOptions } from '../absolute/code.js';
export type { ComplexOrderOptions } from '../absolute/complex-order.js';
export type {
  ComplexOrderGradient,
  ComplexOrderGradientOptions,
} from '../absolute/complex-order-gradient.js';
export type { ConcatOptions } from '../absolute/concat.js';
export type { EmbeddingScale } from '../absolute/embeddings.js';
export type { EnformerOptions } from '../absolute/enformer.js';
export type { ExponentialOptions } from '../absolute/exponential.js';
export type { FloaterOptions } from '../absolute/floater.js';
export type {
  FloaterGradient,
  FloaterGradientOptions,
} from '../absolute/floater-gradient.js';
export type { FourierFeaturesOptions } from '../absolute/fourier-features.js';
export type { FrequenciesOptions } from '../absolute/frequencies.js';
export type { HierarchicalOptions } from '../absolute/hierarchical.js';
export type { LearnedOptions } from '../absolute/learned.js';
export type { LearnedGradientOptions } from '../absolute/learned-gradient.js';
export type { NormalisedOptions } from '../absolute/normalised.js';
export type { PolynomialOptions } from '../absolute/polynomial.js';
export type { PositionIdsOptions } from '../absolute/position-ids.js';
export type { RadialOptions } from '../absolute/radial.js';
export type { ResampleOptions } from '../absolute/resample.js';
export type { SinusoidalOptions } from '../absolute/sinusoidal.js';
export type { SinusoidalGridOptions } from '../absolute/sinusoidal-grid.js';
export type { TileOptions } from '../absolute/tile.js';
export type { WindowedOptions } from '../absolute/windowed.js';
export type {
  WindowedCollisions,
  WindowedCollisionsOptions,
} from '../absolute/windowed-collisions.js';
export type * from '../analysis/types.js';
export { toFloat32 } from '../arrays/float32.js';
export type {
  PositionArray,
  PositionRange,
  Positions,
} from '../arrays/positions.js';
export type { ResidentOptions, ResidentTensor } from '../arrays/resident.js';
export { type Tensor, type TensorLike, tensor } from '../arrays/tensor.js';
export type {
  AttentionOptions,
  AttentionResult,
} from '../attention/attention.js';
export type { DType } from '../base/dtype.js';
export {
  type ErrorCode,
  type PosencError,
  PosencRangeError,
  PosencTypeError,
} from '../base/errors.js';
export type { Precision } from '../core/oscillators.js';
export type { Floats } from '../describe/kinds/floats.js';
export type { Handle } from '../describe/kinds/handle.js';
export type { IndexList } from '../describe/kinds/indices.js';
export type { Output } from '../describe/kinds/output.js';
export type { PositionList } from '../describe/kinds/positions.js';
export type {
  CosSinOptions,
  Rope,
  RopeOptions,
  RotaryLayout,
  RotateOptions,
} from '../rotary/rope.js';
export type {
  Optimiser,
  OptimiserOptions,
  StepOptions,
  Weights,
} from '../training/optimiser.js';
export type { WasmSource } from './compile.js';
export { type LoadOptions, simdSupported } from './load.js';
export type { Plan, PlannedArray } from './plan.js';
export type { Posenc } from './posenc.js';
export type {
  Made,
  MethodName,
  Spec,
  SpecOf,
  TableName,
  TableSpec,
} from './spec.js';
export { version } from './version.js';
