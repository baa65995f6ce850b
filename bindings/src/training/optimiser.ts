/**
 * Optimisers: they take a table and its gradient, and change the table in
 * place. The mathematics is in `cpp/posenc/training/optimiser.hpp`. The
 * averages of an optimiser are in JavaScript's memory, so that there is nothing
 * to free.
 */

import { readFloats, widenGiven } from '../arrays/float32.js';
import { type LibraryTensor, OWN_FORM } from '../arrays/forms.js';
import {
  type Given,
  type Operand,
  operandOf,
  readGiven,
  readTensor,
  recheck,
} from '../arrays/operand.js';
import { isFloat16Array, type TensorLike } from '../arrays/tensor.js';
import {
  bytesOf,
  type DType,
  type Float16ArrayLike,
  isHalf,
  viewArray,
} from '../base/dtype.js';
import {
  PosencTypeError,
  viewKind,
  wrongKind,
  wrongValue,
} from '../base/errors.js';
import { allocateResult, type Heap, type Scratch } from '../core/memory.js';
import type { Calls } from '../core/wasm/calls.js';
import { fitAxes } from '../describe/axes.js';
import { type Checked, checkOptions } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import {
  optimiserOperations,
  optimiserParameters,
} from './optimiser.description.js';

const name = 'optimiser';
type Described = typeof optimiserParameters;
type Operations = typeof optimiserOperations;

/** Options of `optimiser`. */
export interface OptimiserOptions extends OptionsOf<Described> {}

/** Options of {@link Optimiser.step}. */
export interface StepOptions
  extends OptionsOf<Operations['step']['parameters']> {}

/** A table, float32 or float64, which steps change in place. */
export type Weights =
  | Float32Array
  | Float64Array
  | TensorLike<'float32' | 'float64'>
  | LibraryTensor;

/** The gradient of a table. One of 16-bit floats is widened exactly. */
export type Gradient =
  | Float32Array
  | Float64Array
  | Float16ArrayLike
  | TensorLike
  | LibraryTensor;

/** An optimiser of one table, with its averages. There is nothing to free. */
export interface Optimiser {
  /** Rule of its steps. */
  readonly kind: 'sgd' | 'adam' | 'adamw';
  /** Number of steps it has made. */
  readonly steps: number;

  /**
   * Changes a table by one step, in place.
   *
   *   formula  g = gradient + weightDecay·w (adamw: w *= 1 - lr·weightDecay)
   *            sgd: b = g at first, then momentum·b + (1 - dampening)·g; w -=
   *            lr·b, with nesterov lr·(g + momentum·b) adam, adamw (Kingma and
   *            Ba 2015, arXiv:1412.6980): m = β1·m + (1 - β1)·g, v = β2·v + (1
   *            - β2)·g², w -= lr/(1 - β1^t) · m / (√v/√(1 - β2^t) + eps);
   *            amsgrad: the largest v so far
   *   shapes   table and gradient of the same shape, the same at every step;
   *            an array without a shape is judged by its length
   *   range    float32 or float64, arrays or tensors, resident ones too; a
   *            gradient may have 16-bit floats
   *   error    computed in float64; the table is rounded once
   *   cost     up to 15 operations a number; 64 KiB of the instance's memory
   *
   * @example
   * ```ts
   * const adam = pe.optimiser({ kind: 'adam', lr: 0.01 });
   * adam.step(table, pe.learnedGradient({ upstream, tableLength: 512 }));
   * ```
   */
  step(table: Weights, gradient: Gradient, options?: StepOptions): void;
}

export interface OptimiserMethod {
  /**
   * An optimiser of a learned table.
   *
   *   formula  see {@link Optimiser.step}
   *   range    rates and decays from 0 up, betas below 1
   *   cost     from the first step on, 8 bytes for each average of each number
   *            of the table
   *
   * @example
   * ```ts
   * const sgd = pe.optimiser({ kind: 'sgd', lr: 0.1, momentum: 0.9 });
   * sgd.step(table, gradient);
   * ```
   */
  optimiser(options?: OptimiserOptions): Optimiser;
}

export const optimiser: Method<
  OptimiserMethod,
  typeof optimiserParameters,
  Optimiser
> = {
  name,
  parameters: optimiserParameters,
  optionless: true,
  plan(heap, checked) {
    checkRule(checked);
    return { outputs: {}, cost: 0, run: () => makeOptimiser(heap, checked) };
  },
};

/** The averages, by their names in the core. */
interface State {
  readonly mean?: Float64Array;
  readonly square?: Float64Array;
  readonly largest?: Float64Array;
}

function makeOptimiser(heap: Heap, checked: Checked<Described>): Optimiser {
  const { kind, beta1, beta2 } = checked;
  let steps = 0;
  let state: State = {};
  let length = 0;
  let shape: readonly number[] | undefined;
  // Powers by repeated multiplication: `Math.pow` differs between engines.
  let [power1, power2] = [1, 1];
  return Object.freeze({
    kind,
    get steps() {
      return steps;
    },
    step(table: Weights, gradient: Gradient, options: StepOptions = {}) {
      const method = 'optimiser.step';
      const { lr = checked.lr } = checkOptions(
        method,
        optimiserOperations.step.parameters,
        options,
      );
      const tableGiven = readWeights(method, 'table', table);
      const gradientGiven = readGradient(method, gradient);
      const weights = recheck(method, tableGiven);
      const slope = recheck(method, gradientGiven);
      const count = weights.array.length;
      if (steps > 0) checkAlike(method, weights, shape);
      checkAlike(method, slope, weights.shape ?? shape);
      checkLength(method, 'gradient', slope, count, 'table');
      if (steps > 0) checkLength(method, 'table', weights, length, 'step 1');
      const remembered = steps > 0 ? state : newState(method, checked, count);
      const rule = {
        ...checked,
        lr,
        weightDecay: checked.weightDecay ?? (kind === 'adamw' ? 0.01 : 0),
        power1: power1 * beta1,
        power2: power2 * beta2,
        first: steps === 0,
      };
      heap.scope(method, (scratch) => {
        move(scratch, rule, count, {
          table: operandOf(heap, weights.dtype, weights.array),
          gradient: operandOf(heap, slope.dtype, slope.array),
          ...remembered,
        });
      });
      [power1, power2] = [rule.power1, rule.power2];
      [state, length] = [remembered, count];
      shape ??= weights.shape;
      steps += 1;
    },
  });
}

/**
 * Throws for options that the rule does not have or that exclude each other.
 */
function checkRule(checked: Checked<Described>): void {
  const { kind, momentum, dampening, nesterov, given } = checked;
  const others =
    kind === 'sgd'
      ? ['beta1', 'beta2', 'eps', 'amsgrad']
      : ['momentum', 'dampening', 'nesterov'];
  for (const param of others) {
    if (!given.has(param)) continue;
    throw new PosencTypeError(`${name}: ${kind} has no ${param}`, {
      code: 'ERR_CONFLICT',
      param,
    });
  }
  if (nesterov && (momentum === 0 || dampening !== 0)) {
    throw new PosencTypeError(
      `${name}: nesterov needs momentum above 0 and no dampening`,
      { code: 'ERR_CONFLICT', param: 'nesterov' },
    );
  }
}

type Floating = 'float32' | 'float64';

/** Reads a float32 or float64 array or tensor. */
function readWeights(
  method: string,
  param: string,
  value: unknown,
): Given<Floating> {
  const given = readAny(method, param, value);
  if (isHalf(given.dtype)) {
    const rule = '"float32" or "float64"';
    const { dtype } = given.form ?? OWN_FORM;
    throw wrongKind(method, `${param}.${dtype}`, rule, given.dtype);
  }
  return given as Given<Floating>;
}

/** Throws if a tensor has another shape than the table, where both are known. */
function checkAlike(
  method: string,
  { param, shape }: Given,
  table: readonly number[] | undefined,
): void {
  if (!table || table.length < 2) return;
  // Checkpoints store tables as [1, rows, dim], whose gradients are [rows, dim].
  const inner = table.findIndex((length) => length !== 1);
  const maxLeading = table.length - 2;
  const own = table.slice(inner < 0 ? maxLeading : Math.min(inner, maxLeading));
  fitAxes({ method, param }, { axes: own.map(String) }, shape, {});
}

/** Reads an array or tensor of any floats; those of 16 bits are widened. */
function readGradient(method: string, value: unknown): Given<Floating> {
  if (isFloat16Array(value)) return readFloats(method, 'gradient', value);
  const given = readAny(method, 'gradient', value);
  return isHalf(given.dtype)
    ? widenGiven(method, given as Given<'float16' | 'bfloat16'>)
    : (given as Given<Floating>);
}

function readAny(method: string, param: string, value: unknown): Given {
  if (!ArrayBuffer.isView(value)) {
    return readTensor<DType>(method, param, value);
  }
  const dtype = viewKind(value) === 'Float64Array' ? 'float64' : 'float32';
  return readGiven<DType>(method, param, value, dtype);
}

function checkLength(
  method: string,
  param: string,
  { array }: Given,
  length: number,
  as: string,
): void {
  if (array.length === length) return;
  const rule = `${length}, as that of ${as}`;
  throw wrongValue(method, `${param}.length`, rule, array.length, 'ERR_SHAPE');
}

function newState(
  method: string,
  { kind, momentum, amsgrad }: Checked<Described>,
  count: number,
): State {
  const zeros = () => allocateResult(method, 'float64', [count]);
  if (kind === 'sgd') return momentum === 0 ? {} : { mean: zeros() };
  const averages = { mean: zeros(), square: zeros() };
  return amsgrad ? { ...averages, largest: zeros() } : averages;
}

/**
 * Numbers in a pass: five float64 arrays of this length take less than 64 KiB.
 */
const PASS = 1536;

/** Updates a table, one pass at a time. */
function move(
  scratch: Scratch,
  rule: Rule,
  count: number,
  arrays: State & { table: Operand<Floating>; gradient: Operand<Floating> },
): void {
  const { table, gradient, mean, square, largest } = arrays;
  const size = Math.min(count, PASS);
  const place = (operand: Operand<Floating> | undefined, written: boolean) =>
    operand && new Place(scratch, operand, size, written);
  const own = (array: Float64Array | undefined) =>
    place(array && { dtype: 'float64', array, pointer: undefined }, true);
  const places = {
    table: place(table, true),
    gradient: place(gradient, false),
    mean: own(mean),
    square: own(square),
    largest: own(largest),
  };
  const all = Object.values(places).filter((one) => one !== undefined);
  for (let first = 0; first < count; first += size) {
    const n = Math.min(size, count - first);
    const at = (one: Place | undefined) => one?.load(first, n) ?? 0;
    scratch.check(
      scratch.core.optimiserStep({
        ...rule,
        count: n,
        tableDtype: table.dtype,
        table: at(places.table),
        gradientDtype: gradient.dtype,
        gradient: at(places.gradient),
        mean: at(places.mean),
        square: at(places.square),
        largest: at(places.largest),
      }),
    );
    for (const one of all) one.store(first, n);
  }
}

/** The numbers of a step that are the same for the whole table. */
type Rule = Omit<
  Parameters<Calls['optimiserStep']>[0],
  | 'count'
  | 'table'
  | 'tableDtype'
  | 'gradient'
  | 'gradientDtype'
  | 'mean'
  | 'square'
  | 'largest'
>;

/** Location of an array's part in the instance's memory, for one pass. */
class Place {
  readonly #scratch: Scratch;
  readonly #operand: Operand<Floating>;
  readonly #pointer: number;
  readonly #written: boolean;

  constructor(
    scratch: Scratch,
    operand: Operand<Floating>,
    size: number,
    written: boolean,
  ) {
    this.#scratch = scratch;
    this.#operand = operand;
    this.#written = written;
    this.#pointer =
      operand.pointer ?? scratch.bytes(size * bytesOf(operand.dtype));
  }

  load(first: number, count: number): number {
    const { array, pointer, dtype } = this.#operand;
    if (pointer !== undefined) return pointer + first * bytesOf(dtype);
    this.#view(count).set(array.subarray(first, first + count));
    return this.#pointer;
  }

  store(first: number, count: number): void {
    const { array, pointer } = this.#operand;
    if (pointer !== undefined || !this.#written) return;
    array.set(this.#view(count), first);
  }

  #view(count: number) {
    const { buffer } = this.#scratch.heap;
    return viewArray(this.#operand.dtype, buffer, this.#pointer, count);
  }
}
