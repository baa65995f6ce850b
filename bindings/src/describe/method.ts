/**
 * The form of a method: its name, its parameters, and the plan of a call.
 *
 * A call goes in two steps. `plan` takes checked options and says what will
 * come out, without computing it; the plan's `run` computes it. Everything
 * that works on all methods stands on this form: `make`, `plan`, the command
 * line, the page.
 */

import type { DType } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import type { Checked } from './checks.js';
import type { Parameters, Presets } from './parameters.js';

/** Kind of the numbers that a call gives. Counts are `int32`. */
export type PlannedDType = DType | 'int32';

/** An array that a call will give. */
export interface Planned {
  readonly shape: readonly number[];
  readonly dtype: PlannedDType;
}

/** Options that say which rows of a table, and where they go. */
export interface PartOptions {
  readonly rows?: readonly [from: number, to: number];
  /** The positions of the rows, where a list of positions says them. */
  readonly positions?: Float64Array;
  readonly out?: ArrayBufferView;
}

/** What is known of a call before it is computed. */
export interface Work<Result = unknown> {
  /** The arrays that it gives, by name; there are none if it gives a handle. */
  readonly outputs: Readonly<Record<string, Planned>>;
  /** About how many arithmetic operations it takes. */
  readonly cost: number;
  /** The rows of a table, which can be computed in parts by `rows`. */
  readonly rows?: readonly [from: number, to: number];
  /** What the options of a call for some of the rows have instead. */
  readonly part?: (from: number, to: number) => PartOptions;
  /** Computes it. */
  readonly run: () => Result;
}

declare const api: unique symbol;

/** Has the functions of `Api` on the object that `load` gives. */
interface Typed<Api> {
  readonly [api]?: Api;
  readonly name: string;
}

/** A method whose call takes options, as one object. */
export interface Method<Api, P extends Parameters, Result = unknown>
  extends Typed<Api> {
  readonly parameters: P;
  readonly presets?: Presets;
  /** Whether a call without options means one with none of them. */
  readonly optionless?: true;
  /** Plans a call with options that were checked. */
  plan(heap: Heap, checked: Checked<P>): Work<Result>;
}

/** A function that takes other arguments than one object of options. */
export interface Operation<Api> extends Typed<Api> {
  /** The function over an instance. */
  bind(heap: Heap): Api[keyof Api];
}

/** The functions that a method or an operation adds. */
export type ApiOf<M> = M extends { readonly [api]?: infer Api }
  ? NonNullable<Api>
  : never;
