/**
 * Specs: plain objects that name a method and its options. URLs, messages to
 * workers, files and configurations can carry them.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { AttentionOf, AttentionOutput } from '../attention/attention.js';
import type { DType } from '../base/dtype.js';
import type { Floats } from '../describe/kinds/floats.js';
import type { ApiOf, Operation } from '../describe/method.js';
import type * as registry from './methods.js';

type Registry = typeof registry;

type UnionToIntersection<U> = (
  U extends unknown
    ? (part: U) => void
    : never
) extends (part: infer I) => void
  ? I
  : never;

/** The functions of a list of the registry. */
export type MethodsOf<List> = UnionToIntersection<ApiOf<List[keyof List]>>;

/** The names of its methods that take one object of options. */
export type NamesOf<List> = {
  [N in keyof List]: List[N] extends Operation<never> ? never : N;
}[keyof List];

/** All functions of the registry. */
export type Methods = MethodsOf<Registry>;

/** Names of the methods that take one object of options. */
export type MethodName = NamesOf<Registry>;

type OptionsFor<N extends MethodName> = N extends keyof Methods
  ? Methods[N] extends (options: infer O) => unknown
    ? NonNullable<O>
    : never
  : never;

type ResultFor<N extends MethodName> = N extends keyof Methods
  ? Methods[N] extends (options: never) => infer R
    ? R
    : never
  : never;

/** The spec of one method. */
export type SpecOf<N extends MethodName> = N extends MethodName
  ? { readonly method: N } & OptionsFor<N>
  : never;

/** The words of the option `outputs`, if it is given. */
export type Outputs = readonly AttentionOutput[] | readonly [] | undefined;

/** The option `v`, if it is given. */
export type Values = Floats | undefined;

/**
 * The spec of one method for results of the dtype `D`, with the list `O` of the
 * results that are wanted and the values `V`. Without the option `dtype`, a
 * method takes none.
 */
export type SpecWith<
  N extends MethodName,
  D extends DType,
  O extends Outputs,
  V extends Values = undefined,
> = N extends MethodName
  ? { readonly method: N } & OptionsWith<N, D, O, V>
  : never;

/** The same without the name of the method. */
export type OptionsWith<
  N extends MethodName,
  D extends DType,
  O extends Outputs,
  V extends Values,
> = OptionsFor<N> &
  OfDType<OptionsFor<N>, D> &
  OfOutputs<OptionsFor<N>, O> &
  OfValues<N, V>;

type OfDType<Options, D extends DType> = 'dtype' extends keyof Options
  ? { readonly dtype?: D | undefined }
  : { readonly dtype?: undefined };

type OfOutputs<Options, O> = 'outputs' extends keyof Options
  ? { readonly outputs?: O }
  : unknown;

type OfValues<N, V> = N extends 'attention' ? { readonly v?: V } : unknown;

/**
 * A method and its options as one plain object. Options that are arrays may be
 * given as lists, so that every spec can be JSON.
 *
 * @example
 * ```ts
 * const spec: Spec = { method: 'radial', length: 128, dim: 32 };
 * pe.make(spec);
 * ```
 */
export type Spec = { [N in MethodName]: SpecOf<N> }[MethodName];

/** Names of the methods that make tables, with the options `rows` and `out`. */
export type TableName = {
  [N in MethodName]: 'rows' | 'out' extends keyof OptionsFor<N>
    ? ResultFor<N> extends Tensor
      ? N
      : never
    : never;
}[MethodName];

/** The spec of a table. */
export type TableSpec = SpecOf<TableName>;

/**
 * The result of `make` for a method: `D` is the dtype of a tensor, `O` the list
 * of the results that are wanted, `V` the values of attention.
 */
export type ResultOf<
  N extends MethodName,
  D extends DType,
  O extends Outputs,
  V extends Values = undefined,
> = N extends MethodName
  ? N extends 'attention'
    ? AttentionOf<O, V>
    : ResultFor<N> extends Tensor
      ? Tensor<D>
      : ResultFor<N>
  : never;
