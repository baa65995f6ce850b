/**
 * Specs: plain objects that name a method and its options. URLs, messages to
 * workers, files and configurations can carry them.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import type { Output } from '../describe/kinds/output.js';
import type { ApiOf, Operation } from '../describe/method.js';
import type * as registry from './methods.js';

type Registry = typeof registry;

type Together<U> = (U extends unknown ? (part: U) => void : never) extends (
  part: infer I,
) => void
  ? I
  : never;

/** All functions of the registry. */
export type Methods = Together<ApiOf<Registry[keyof Registry]>>;

/** Names of the methods that take one object of options. */
export type MethodName = {
  [N in keyof Registry]: Registry[N] extends Operation<never> ? never : N;
}[keyof Registry];

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

/**
 * Ties the dtype of a spec to the array it writes into: `D` is that of both.
 * The spec of a method without the option `dtype` has none.
 */
export type OfDType<
  N extends MethodName,
  D extends DType,
> = N extends MethodName
  ? 'dtype' extends keyof OptionsFor<N>
    ? { readonly dtype?: D | undefined } & OutOf<OptionsFor<N>, Settled<D>>
    : { readonly dtype?: undefined }
  : never;

/** `D`, which the compiler does not infer from where this stands. */
type Settled<D> = [D][D extends unknown ? 0 : never];

/** The option `out` of a method, for results of the dtype `D`. */
type OutOf<Options, D extends DType> = Options extends {
  readonly out?: Output<DType> | undefined;
}
  ? { readonly out?: Output<D> | undefined }
  : unknown;

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

/** Names of the methods that make tables and have the option `rows`. */
export type TableName = {
  [N in MethodName]: 'rows' extends keyof OptionsFor<N>
    ? ResultFor<N> extends Tensor
      ? N
      : never
    : never;
}[MethodName];

/** The spec of a table. */
export type TableSpec = SpecOf<TableName>;

/** The result of `make` for a method; `D` is the dtype of a tensor. */
export type Made<N extends MethodName, D extends DType> = N extends MethodName
  ? ResultFor<N> extends Tensor
    ? Tensor<D>
    : ResultFor<N>
  : never;
