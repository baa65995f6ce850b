/**
 * The form of a method: its name, its parameters, and the plan of a call.
 *
 * A call has two steps. `plan` takes checked options and describes the result
 * without computing it; `run` of that plan computes it. Everything that works
 * on all methods uses this form: `make`, `plan`, the command line, the page.
 */

import type { AnyDType, ArrayOf } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import type { Checked } from './checks.js';
import type { Parameters, Presets } from './parameters.js';

/** An array that a call will give. */
export interface Planned {
  readonly shape: readonly number[];
  readonly dtype: AnyDType;
  /** The axis along which parts follow one another. Defaults to the first. */
  readonly axis?: number;
}

/** Rows, or whatever else the parts of a result have some of. */
export type Rows = readonly [from: number, to: number];

/** Arrays of results by name. */
export type Arrays = Readonly<Record<string, ArrayOf[AnyDType]>>;

/** Where rows of a result go: from `row` on, in arrays of `count` rows. */
export interface Place {
  readonly row: number;
  readonly count: number;
}

/** Options that say which rows of a table, and where they go. */
export interface PartOptions {
  readonly rows?: Rows;
  /** The positions of the rows, where a list of positions says them. */
  readonly positions?: Float64Array;
  /** The options that say the rows of a map, or the heads of a gradient. */
  readonly [option: string]: unknown;
  /** The part of the array to write into, or of several by name. */
  readonly out?: ArrayBufferView | Readonly<Record<string, ArrayBufferView>>;
}

/** A planned call: what is known before it is computed. */
export interface Work<Result = unknown> {
  /** The arrays of the result, by name; none if the result is a handle. */
  readonly outputs: Readonly<Record<string, Planned>>;
  /** Number of arithmetic operations, about. */
  readonly cost: number;
  /** The rows that can be computed in parts, along the axis of each array. */
  readonly rows?: Rows;
  /** The options that differ in a call for some of the rows. */
  readonly part?: (from: number, to: number) => PartOptions;
  /**
   * Computes some of the rows where they belong in larger arrays, and gives these
   * as the result. Optional: it spares a copy where the rows of
   * an array are apart, as those of a map of several heads are.
   */
  readonly write?: (rows: Rows, into: Arrays, place: Place) => Result;
  /**
   * Brings what all parts have in common into memory, once for many parts: keys
   * and values in the order in which they are multiplied. Optional; undefined
   * where parts have nothing of the kind.
   */
  readonly prepare?: () => Prepared<Result> | undefined;
  /** Computes the result. */
  readonly run: () => Result;
}

/** What all parts of a result have in common, ready in memory. */
export interface Prepared<Result = unknown> {
  /** Computes some of the rows, as `write` of {@link Work} does. */
  readonly write: NonNullable<Work<Result>['write']>;
  /** Frees the memory; then nothing can be computed any more. */
  free(): void;
}

declare const api: unique symbol;

/** Carries the type `Api`: the functions on the object that `load` gives. */
interface Typed<Api> {
  readonly [api]?: Api;
  readonly name: string;
}

/** A method whose call takes options, as one object. */
export interface Method<Api, P extends Parameters, Result = unknown>
  extends Typed<Api> {
  readonly parameters: P;
  readonly presets?: Presets;
  /** Set if the method may be called without an object of options. */
  readonly optionless?: true;
  /**
   * Plans a call with checked options. A method that takes specs of other
   * methods finds these in `methods`; others are planned without it, too.
   */
  plan(heap: Heap, checked: Checked<P>, methods?: MethodMap): Work<Result>;
}

/** The methods of the package by name. */
export type MethodMap = ReadonlyMap<string, Method<unknown, Parameters>>;

/** A function that takes other arguments than one object of options. */
export interface Operation<Api> extends Typed<Api> {
  /** The function, bound to an instance. */
  bind(heap: Heap): Api[keyof Api];
}

/** The functions that a method or an operation adds. */
export type ApiOf<M> = M extends { readonly [api]?: infer Api }
  ? NonNullable<Api>
  : never;
