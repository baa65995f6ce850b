/**
 * Exports that all entries of the package share, besides their loading functions
 * and the types of the methods, which the build takes from the registry.
 */

export type { EmbeddingScale } from '../absolute/embeddings.js';
export { ROUNDING as tableRounding } from '../analysis/read-table.js';
export type * from '../analysis/types.js';
export { toFloat32 } from '../arrays/float32.js';
export type { LibraryTensor } from '../arrays/forms.js';
export type {
  PositionArray,
  PositionRange,
  Positions,
} from '../arrays/positions.js';
export type { ResidentOptions, ResidentTensor } from '../arrays/resident.js';
export { type Tensor, type TensorLike, tensor } from '../arrays/tensor.js';
export type { AnyDType, DType, Float16ArrayLike } from '../base/dtype.js';
export {
  type ErrorCode,
  type PosencError,
  PosencRangeError,
  PosencTypeError,
} from '../base/errors.js';
export type { Precision } from '../core/oscillators.js';
export type { Floats, FloatTensor } from '../describe/kinds/floats.js';
export type { Handle } from '../describe/kinds/handle.js';
export type {
  FlagArray,
  IndexArray,
  IndexList,
  IndexTensor,
  NestedFlags,
  NestedIndices,
} from '../describe/kinds/indices.js';
export type { Output } from '../describe/kinds/output.js';
export type {
  PositionList,
  PositionTensor,
} from '../describe/kinds/positions.js';
export type {
  Engine,
  Extended,
  ExtendOptions,
  SettingNote,
  Settings,
  StretchSchedule,
} from '../models/extend/options.js';
export type { Divisors, ModelOptions } from '../models/options.js';
export type * from '../models/types.js';
export type { WasmSource } from './compile.js';
export { type LoadOptions, simdSupported } from './load.js';
export type { Plan, PlannedArray } from './plan.js';
export type { Posenc } from './posenc.js';
export type {
  MethodName,
  ResultOf,
  Spec,
  SpecOf,
  TableName,
  TableSpec,
} from './spec.js';
export { version } from './version.js';
