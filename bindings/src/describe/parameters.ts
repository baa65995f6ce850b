/**
 * The form of a method's parameters: one object for each method. The argument
 * checks, the TypeScript types of options, the controls of a page, the flags of
 * the command line, the reference pages and the values that tests try all come
 * from it.
 *
 * The JSDoc above each parameter is the only source of its text. Editors show
 * it for the option, because the option types below are mapped from these
 * objects; the build copies it into `posenc/descriptions`. If parameters come
 * by a spread of a shared object, declaration files lose their comments; the
 * type of the options then names the shared object, too.
 */

import type { DType } from '../base/dtype.js';
import type { BooleanParameter } from './kinds/boolean.js';
import type { ChoiceParameter } from './kinds/choice.js';
import type { Floats, FloatsParameter, FloatTensor } from './kinds/floats.js';
import type { Handle, HandleParameter } from './kinds/handle.js';
import type {
  FlagArray,
  IndexArray,
  IndexList,
  IndexTensor,
  IndicesParameter,
} from './kinds/indices.js';
import type { IntegersParameter, NumbersParameter } from './kinds/list.js';
import type { NumberParameter } from './kinds/number.js';
import type { OtherParameter } from './kinds/other.js';
import type {
  Output,
  OutputPairParameter,
  OutputParameter,
  OutputSetParameter,
} from './kinds/output.js';
import type {
  AxisPositions,
  PositionList,
  PositionsParameter,
  PositionTensor,
} from './kinds/positions.js';
import type { RecordsParameter } from './kinds/records.js';
import type { RowsParameter } from './kinds/rows.js';
import type { SpecParameter } from './kinds/spec.js';
import type { VariantParameter } from './kinds/variant.js';
import type { WordsParameter } from './kinds/words.js';

/** One of several sets of options. */
export interface Variant extends VariantParameter {
  readonly variants: Readonly<Record<string, Parameters>>;
}

/** A list of sets of options. */
export interface Records extends RecordsParameter {
  readonly of: Parameters;
}

/** A parameter of any kind. */
export type Parameter =
  | NumberParameter
  | BooleanParameter
  | ChoiceParameter
  | IntegersParameter
  | NumbersParameter
  | RowsParameter
  | IndicesParameter
  | PositionsParameter
  | FloatsParameter
  | OutputParameter
  | OutputPairParameter
  | OutputSetParameter
  | HandleParameter
  | SpecParameter
  | Variant
  | Records
  | WordsParameter
  | OtherParameter;

/** Parameters by name, in the order in which they are read. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** Type of an option, by the kind of its parameter: one line for each kind. */
interface GivenBy<P extends Parameter, D extends DType> {
  number: number;
  boolean: boolean;
  choice: P extends ChoiceParameter ? P['choices'][number] : never;
  integers: P extends { readonly orOne: true }
    ? number | readonly number[]
    : readonly number[];
  numbers: readonly number[];
  rows: readonly [from: number, to: number];
  indices: P extends { readonly flags: true }
    ? FlagArray
    : P extends { readonly shaped: true }
      ? IndexArray
      : IndexList | IndexTensor;
  positions: P extends { readonly axes: true }
    ? PositionList | AxisPositions
    : PositionList | PositionTensor;
  floats: Floats;
  output: Output<D>;
  outputPair: { readonly cos: Output<D>; readonly sin: Output<D> };
  outputSet: P extends OutputSetParameter
    ? { readonly [Name in P['names'][number]]?: Output<D> | undefined }
    : never;
  handle: P extends HandleParameter
    ? Handle<P['of']> | SpecOf<P['of']> | BareName<HandleSpecs, P['of']>
    : never;
  spec: P extends SpecParameter ? FamilyGiven<P> : never;
  variant: P extends Variant ? VariantGiven<P['variants'], D> : never;
  records: P extends Records ? readonly OptionsOf<P['of'], D>[] : never;
  words: P extends WordsParameter ? readonly P['choices'][number][] : never;
  other: unknown;
}

/** Type of the option for a parameter. */
type Given<P extends Parameter, D extends DType> = GivenBy<P, D>[P['kind']];

type VariantGiven<
  V extends Readonly<Record<string, Parameters>>,
  D extends DType,
> = {
  readonly [W in keyof V]: { readonly type: W } & OptionsOf<V[W], D>;
}[keyof V];

/**
 * Specs of the methods that make handles, by method. Each of these methods
 * extends this in its own file, so that descriptions need not import them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: methods extend it.
export interface HandleSpecs {}

/** The spec of the method that makes a handle. */
type SpecOf<Method extends string> = Method extends keyof HandleSpecs
  ? { readonly method: Method } & HandleSpecs[Method]
  : never;

/**
 * Specs of the methods of a family, by method, with the options that they have
 * inside attention. Each method extends the interface of its family in its own
 * file.
 */
// biome-ignore lint/suspicious/noEmptyInterface: methods extend it.
export interface BiasSpecs {}
// biome-ignore lint/suspicious/noEmptyInterface: methods extend it.
export interface RelativeSpecs {}
// biome-ignore lint/suspicious/noEmptyInterface: methods extend it.
export interface GateSpecs {}

/** A spec of any method. */
interface AnySpec {
  readonly method: string;
  readonly [option: string]: unknown;
}

interface SpecsByFamily {
  table: Readonly<Record<string, AnySpec>>;
  bias: BiasSpecs;
  relative: RelativeSpecs;
  gate: GateSpecs;
}

type SpecIn<Specs> = string extends keyof Specs
  ? AnySpec
  : { [M in keyof Specs]: { readonly method: M } & Specs[M] }[keyof Specs];

/**
 * The names of methods that stand for their specs alone: those that need no
 * option.
 */
type BareName<Specs, Name = keyof Specs> = Name extends keyof Specs
  ? string extends Name
    ? string
    : object extends Specs[Name]
      ? Name
      : never
  : never;

/** What the spec of a bias says besides its options, inside attention. */
interface Placed {
  /** Position of each key for this bias. Defaults to those of the call. */
  readonly keyPositions?: PositionList | PositionTensor | undefined;
  /**
   * Position of each query for this bias. Defaults to those of the last keys, if
   * `keyPositions` are given, else to those of the call.
   */
  readonly queryPositions?: PositionList | PositionTensor | undefined;
  /**
   * Factors of the bias of each query, [queries, heads] or [batch, queries,
   * heads], such as WavLM makes of its hidden states. Defaults to ones.
   */
  readonly queryGate?: Floats | undefined;
}

type FamilyOne<P extends SpecParameter> =
  | (SpecIn<SpecsByFamily[P['family']]> &
      (P['family'] extends 'bias' ? Placed : unknown))
  | BareName<SpecsByFamily[P['family']]>
  | (P extends { readonly tensor: true } ? FloatTensor : never);

type FamilyGiven<P extends SpecParameter> =
  | FamilyOne<P>
  | (P extends { readonly list: true } ? readonly FamilyOne<P>[] : never);

/** Names of the parameters that may be left out. */
type OptionalName<P extends Parameters> = {
  [N in keyof P]: P[N] extends
    | { readonly default: unknown }
    | { readonly optional: true }
    ? N
    : never;
}[keyof P];

// Mapped over the names of `P` itself: only then do editors find the JSDoc
// above each parameter.
type RequiredOptions<
  P extends Parameters,
  N extends keyof P,
  D extends DType,
> = {
  readonly [K in N]: K extends 'dtype' ? D : Given<P[K], D>;
};
type OptionalOptions<
  P extends Parameters,
  N extends keyof P,
  D extends DType,
> = {
  readonly [K in N]?: (K extends 'dtype' ? D : Given<P[K], D>) | undefined;
};

/**
 * The options that a set of parameters describes; `D` is the dtype of the
 * result, which ties `dtype` and `out` together.
 */
export type OptionsOf<
  P extends Parameters,
  D extends DType = DType,
  Without extends keyof P = never,
> = RequiredOptions<P, Exclude<keyof P, OptionalName<P> | Without>, D> &
  OptionalOptions<P, Exclude<OptionalName<P>, Without>, D>;

/** A JSON value, as in presets and examples. */
export type PlainValue =
  | number
  | string
  | boolean
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue };

/** Option values by the name of the model or program that uses them. */
export type Presets = Readonly<
  Record<string, Readonly<Record<string, PlainValue>>>
>;

/** The names of presets, as the words of an option `preset`. */
export const namesOf = <P extends Presets>(presets: P) =>
  Object.keys(presets) as readonly (keyof P & string)[];
