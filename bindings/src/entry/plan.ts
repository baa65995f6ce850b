/**
 * Plans: what is known about a spec before it is computed, and specs of its
 * parts.
 */

import type { Tensor } from '../arrays/tensor.js';
import { bytesOf } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { PlannedDType, Work } from '../describe/method.js';
import type { MethodName, Spec, TableSpec } from './spec.js';

/** An array of the planned result. */
export interface PlannedArray {
  readonly shape: readonly number[];
  readonly dtype: PlannedDType;
  readonly bytes: number;
}

/** What is known about a spec before anything is computed. */
export interface Plan<Result = unknown> {
  readonly method: MethodName;
  /** The arrays of the result, by name; none if the result is a handle. */
  readonly outputs: Readonly<Record<string, PlannedArray>>;
  /** Shape, if the result is one array; else undefined. */
  readonly shape: Result extends Tensor
    ? readonly number[]
    : readonly number[] | undefined;
  /** Type of the numbers, if the result is one array; else undefined. */
  readonly dtype: Result extends Tensor<infer D> ? D : PlannedDType | undefined;
  /** Bytes of all arrays of the result. */
  readonly bytes: number;
  /** Number of arithmetic operations, about. */
  readonly cost: number;
  /** The rows of a table that can be computed in parts; else undefined. */
  readonly rows: readonly [from: number, to: number] | undefined;
  /**
   * Specs of parts of at most `bytes` bytes each, or of one row if a row is
   * larger. The results of the parts, one after another, are the whole result
   * bit for bit. A result without `rows` is not cut.
   */
  cut(bytes: number): Iterable<Result extends Tensor ? TableSpec : Spec>;
  /** Computes the result. */
  run(): Result;
}

/** Bytes of one number. */
const sizeOf = (dtype: PlannedDType) =>
  dtype === 'int32' ? 4 : bytesOf(dtype);

/**
 * Methods are fastest on parts that begin at a multiple of this number of rows.
 */
const ALIGNED_ROWS = 32;

/** The plan of a call, as users get it. */
export class PlanOfWork implements Plan {
  readonly method: MethodName;
  readonly outputs: Plan['outputs'];
  readonly shape: Plan['shape'];
  readonly dtype: Plan['dtype'];
  readonly bytes: number;
  readonly cost: number;
  readonly rows: Plan['rows'];
  readonly #options: Readonly<Record<string, unknown>>;
  readonly #work: Work;

  constructor(
    method: MethodName,
    options: Readonly<Record<string, unknown>>,
    work: Work,
  ) {
    const outputs = Object.entries(work.outputs).map(
      ([name, { shape, dtype }]) => {
        const count = shape.reduce((product, length) => product * length, 1);
        return [name, { shape, dtype, bytes: count * sizeOf(dtype) }] as const;
      },
    );
    const only = outputs.length === 1 ? outputs[0]?.[1] : undefined;
    this.method = method;
    this.outputs = Object.fromEntries(outputs);
    this.shape = only?.shape;
    this.dtype = only?.dtype;
    this.bytes = outputs.reduce((sum, [, { bytes }]) => sum + bytes, 0);
    this.cost = work.cost;
    this.rows = work.rows;
    this.#options = options;
    this.#work = work;
  }

  run(): unknown {
    return this.#work.run();
  }

  cut(bytes: number): Iterable<Spec> {
    if (typeof bytes !== 'number' || !(bytes > 0)) {
      throw wrongValue('plan.cut', 'bytes', 'a number > 0', bytes);
    }
    const whole = { ...this.#options, method: this.method } as Spec;
    return this.rows === undefined || this.bytes <= bytes
      ? [whole]
      : parts(whole, this.rows, bytes / this.bytes);
  }
}

/** Specs of parts that are at most `share` of the whole, or one row each. */
function* parts(
  whole: Spec,
  [from, to]: readonly [number, number],
  share: number,
): Generator<Spec> {
  const fitting = Math.max(1, Math.floor((to - from) * share));
  const most =
    fitting > ALIGNED_ROWS ? fitting - (fitting % ALIGNED_ROWS) : fitting;
  for (let at = from; at < to; ) {
    const lead = most > ALIGNED_ROWS ? at % ALIGNED_ROWS : 0;
    const end = Math.min(to, at - lead + most);
    yield { ...whole, rows: [at, end] } as Spec;
    at = end;
  }
}
