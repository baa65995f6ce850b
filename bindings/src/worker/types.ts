/** The types of a client: those of direct calls, as promises. */

import type { Tensor } from '../arrays/tensor.js';
import type { AnyDType, ArrayOf, DType } from '../base/dtype.js';
import type { Plan } from '../entry/plan.js';
import type { Posenc } from '../entry/posenc.js';
import type {
  MethodName,
  OptionsWith,
  Outputs,
  ResultOf,
  SpecOf,
  SpecWith,
  Values,
} from '../entry/spec.js';
import type { PartTypes } from '../generated/parts.js';
import type {
  CacheOrder,
  CacheTables,
  RopeCacheOptions,
} from '../rotary/rope-cache.js';

/** What workers can have: all methods, or those of a family. */
interface Parts extends PartTypes {
  posenc: Posenc;
}

/** The name of what workers have. */
export type Part = keyof Parts;

/**
 * The methods of a part that a client has: all with results that can leave a
 * worker. Ropes and optimisers cannot.
 */
export type Names<P extends Part> = Exclude<
  keyof Parts[P] & MethodName,
  'rope' | 'optimiser'
>;

/** Any spec that a client takes. */
export type ClientSpec<P extends Part = 'posenc'> = SpecOf<Names<P>>;

declare global {
  interface SymbolConstructor {
    /** Known to TypeScript from 5.2 on, to `lib` from `esnext.disposable` on. */
    readonly asyncDispose: unique symbol;
  }
}

/** What is used of an `AbortSignal`, which not every environment declares. */
export interface ClientSignal {
  readonly reason: unknown;
  /** Throws the reason if it was aborted. */
  throwIfAborted(): void;
  addEventListener(event: 'abort', hear: () => void): void;
  removeEventListener(event: 'abort', hear: () => void): void;
}

/** How a call runs. */
export interface CallOptions {
  /**
   * Aborts the call: its promise is rejected with the reason at once, and its
   * workers are free within 50 ms. Optional.
   */
  readonly signal?: ClientSignal | undefined;
  /** Called as parts of the result are done. Optional. */
  readonly onProgress?: ((progress: ClientProgress) => void) | undefined;
  /**
   * Whether the result is in shared memory, which workers fill together without a
   * copy: on pages that are cross-origin isolated, and in Node, Deno and Bun.
   * Defaults to `false`.
   */
  readonly shared?: boolean | undefined;
}

/** What is done of a call. */
export interface ClientProgress {
  /** Rows that are done, and rows in all; see `rows` of a plan. */
  readonly done: number;
  readonly total: number;
}

/** What is known about a spec before anything is computed. */
export type ClientPlan<Result = unknown> = Omit<
  Plan<Result>,
  'cut' | 'run' | 'runInParts'
>;

/** A result whose arrays are over a `SharedArrayBuffer`. */
export type Shared<Result> =
  Result extends Tensor<AnyDType>
    ? SharedTensor<Result['dtype']>
    : { readonly [K in keyof Result]: Shared<Result[K]> };

/** A tensor over a `SharedArrayBuffer`. */
export interface SharedTensor<D extends AnyDType> {
  /** The numbers, last axis fastest; for 16-bit dtypes their bits. */
  readonly data: ArrayOf[D];
  /** Lengths of the axes, slowest first. */
  readonly shape: number[];
  /** Type of the numbers. */
  readonly dtype: D;
}

/** The result of a call that runs as `C` says. */
type Given<C, Result> = Promise<
  C extends { readonly shared: true } ? Shared<Result> : Result
>;

/** Methods whose results follow more of their options than `dtype`. */
interface OwnForms {
  ropeCache<
    R extends CacheOrder,
    D extends DType = 'float32',
    C extends CallOptions = CallOptions,
  >(options: RopeCacheOptions<D, R>, call?: C): Given<C, CacheTables<D, R>>;
}

/** The methods of a client by their names. */
export type ClientMethods<Known extends MethodName> = {
  readonly [N in Known]: N extends keyof OwnForms
    ? OwnForms[N]
    : <
        D extends DType = 'float32',
        O extends Outputs = undefined,
        V extends Values = undefined,
        C extends CallOptions = CallOptions,
      >(
        options: OptionsWith<N, D, O, V>,
        call?: C,
      ) => Given<C, ResultOf<N, D, O, V>>;
};

/** A client with the methods `Known`. */
export type Client<Known extends MethodName = Names<'posenc'>> =
  ClientMethods<Known> & {
    /** Calls the method that a spec names, as `make` of the package does. */
    make<
      N extends Known,
      D extends DType = 'float32',
      O extends Outputs = undefined,
      V extends Values = undefined,
      C extends CallOptions = CallOptions,
    >(spec: SpecWith<N, D, O, V>, call?: C): Given<C, ResultOf<N, D, O, V>>;
    /** Says what will come out, as `plan` of the package does. */
    plan<
      N extends Known,
      D extends DType = 'float32',
      O extends Outputs = undefined,
      V extends Values = undefined,
    >(spec: SpecWith<N, D, O, V>): Promise<ClientPlan<ResultOf<N, D, O, V>>>;
    /** Ends all workers. What is not done is rejected with `ERR_DISPOSED`. */
    close(): Promise<void>;
    /** As `close`, for `await using`. */
    [Symbol.asyncDispose](): Promise<void>;
  };
