/**
 * Reads and checks the arrays of a call, its inputs and outputs, and finds out
 * in which memory they lie.
 *
 * This takes two steps. Reading an argument may run getters of the caller,
 * which may free or transfer an array that was read earlier, or make the memory
 * grow under it. So a call first reads all arguments (`readGiven`), then uses
 * them (`inputOf`, `targetOf`).
 */

import {
  type AnyDType,
  ARRAY_NAME,
  type ArrayOf,
  type DType,
  viewArray,
} from '../base/dtype.js';
import {
  PosencRangeError,
  PosencTypeError,
  wrongKind,
  wrongValue,
} from '../base/errors.js';
import { allocateResult, type Heap } from '../core/memory.js';
import { type Form, formOf, membersOf, OWN_FORM } from './forms.js';
import { type Live, liveOf, ownedBy, ownerOf } from './owners.js';
import {
  checkAnyDtype,
  checkDtype,
  checkLive,
  checkShape,
  makeTensor,
  product,
  readArray,
  shapeText,
  type Tensor,
} from './tensor.js';

/** An array in JavaScript's memory, or in that of the instance. */
export interface Operand<D extends AnyDType = DType> {
  readonly dtype: D;
  readonly array: ArrayOf[D];
  /** Address of the array in the instance's memory, if it lies there. */
  readonly pointer: number | undefined;
}

/** A checked input. */
export interface Input<D extends DType = 'float32'> {
  readonly operand: Operand<D>;
  readonly length: number;
  /** Shape, if a tensor was given. */
  readonly shape: readonly number[] | undefined;
}

/** A checked output. */
export interface Target<D extends DType = DType> {
  readonly operand: Operand<D>;
  /** The result of the call, once it is written. */
  readonly tensor: () => Tensor<D>;
}

/**
 * Finds out whether an array is a view of the instance's memory, which a call
 * uses without a copy.
 */
export function operandOf<D extends DType>(
  heap: Heap,
  dtype: D,
  array: ArrayOf[D],
): Operand<D> {
  const resident = array.buffer === heap.buffer;
  return { dtype, array, pointer: resident ? array.byteOffset : undefined };
}

/**
 * An array or tensor to read, which may have any number of axes but none: what
 * reads it checks them.
 */
export function inputOf<D extends DType>(
  heap: Heap,
  method: string,
  given: Given<D>,
): Input<D> {
  const { array, shape, dtype } = recheck(method, given);
  if (shape?.length === 0) {
    throw shapeError(method, given.param, 'that of at least one axis', shape);
  }
  const operand = operandOf(heap, dtype, array);
  return { operand, length: array.length, shape };
}

/** Checks an input again when it is used; its length must be unchanged. */
export function sameInput(
  heap: Heap,
  method: string,
  given: Given<'float32'>,
  length: number,
): Input {
  const input = inputOf(heap, method, given);
  checkSameLength(method, given, input.length, length);
  return input;
}

/** Throws unless an array still has the length that it had. */
export function checkSameLength(
  method: string,
  { param }: Given,
  length: number,
  before: number,
): void {
  if (length === before) return;
  const rule = `${before}, as when the call was planned`;
  throw wrongValue(method, `${param}.length`, rule, length, 'ERR_SHAPE');
}

/** The output that a call needs. */
export interface Wanted<D extends DType> {
  readonly dtype: D;
  readonly shape: readonly number[];
  /** The option that makes the result as large as it is, for errors. */
  readonly sizedBy?: string | undefined;
  /** Whether an `out` of the right length may have this other shape. */
  readonly accepts?: (shape: readonly number[]) => boolean;
}

/**
 * The array for a result: a new one, or the caller's `out`, which must fit
 * exactly. If `out` is a tensor of this package, the call returns it.
 */
export function targetOf<D extends DType>(
  heap: Heap,
  method: string,
  given: Given<D> | undefined,
  { dtype, shape, sizedBy, accepts = () => false }: Wanted<D>,
): Target<D> {
  if (given === undefined) {
    const array: ArrayOf[D] = allocateResult(method, dtype, shape, sizedBy);
    const tensor = makeTensor(array, shape, dtype);
    return { operand: operandOf(heap, dtype, array), tensor: () => tensor };
  }
  const { param, value, array, shape: like, form } = recheck(method, given);
  const length = product(shape);
  if (array.length !== length) {
    const rule = `${length}, as the result is ${shapeText(shape)}`;
    const name = `${param}.length`;
    throw wrongValue(method, name, rule, array.length, 'ERR_SHAPE');
  }
  if (like && !sameShape(like, shape) && !accepts(like)) {
    throw shapeError(method, param, shapeText(shape), like);
  }
  const operand = operandOf(heap, dtype, array);
  const { pointer } = operand;
  return {
    operand,
    tensor: () => {
      if (like && form !== undefined) return makeTensor(array, like, dtype);
      if (like) return value as Tensor<D>;
      if (pointer === undefined) return makeTensor(array, shape, dtype);
      // If the memory has grown meanwhile, the caller's view is detached.
      const view: ArrayOf[D] = viewArray(dtype, heap.buffer, pointer, length);
      return makeTensor(ownedBy(ownerOf(array), view), shape, dtype);
    },
  };
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((length, axis) => length === b[axis]);
}

/** `method: x.shape must be [4, 2, 8], got [4, 16]`. */
export function shapeError(
  method: string,
  param: string,
  rule: string,
  shape: readonly number[],
): PosencRangeError {
  const name = `${param}.shape`;
  const got = shapeText(shape);
  return new PosencRangeError(
    `${method}: ${name} must be ${rule}, got ${got}`,
    { code: 'ERR_SHAPE', param: name, value: shape },
  );
}

/** Whether two arrays share bytes. */
export function overlap(a: ArrayBufferView, b: ArrayBufferView): boolean {
  return (
    a.buffer === b.buffer &&
    a.byteOffset < b.byteOffset + b.byteLength &&
    b.byteOffset < a.byteOffset + a.byteLength
  );
}

/** An array by the name of its argument. */
export interface Named {
  readonly param: string;
  readonly array: ArrayBufferView;
}

/** Throws if an output shares memory with another argument. */
export function checkApart(method: string, out: Named, other: Named): void {
  if (!overlap(out.array, other.array)) return;
  throw new PosencTypeError(
    `${method}: ${out.param} and ${other.param} must not overlap`,
    { code: 'ERR_CONFLICT', param: out.param },
  );
}

/**
 * Protects an input from being overwritten by the output: gives a copy if the
 * two overlap. If they begin at the same address and the call works in place,
 * no copy is needed.
 */
export function withoutOverlap<D extends DType>(
  x: Operand<D>,
  out: Operand<D>,
  inPlace = true,
): Operand<D> {
  const same = inPlace && x.array.byteOffset === out.array.byteOffset;
  if (same || !overlap(x.array, out.array)) return x;
  return { ...x, array: x.array.slice() as ArrayOf[D], pointer: undefined };
}

/**
 * An argument whose parts have been read but not yet checked against each
 * other.
 */
export interface Given<D extends AnyDType = DType> {
  readonly param: string;
  /** The argument as the caller gave it. */
  readonly value: unknown;
  readonly dtype: D;
  readonly array: ArrayOf[D];
  /** Shape, if it is a tensor. */
  readonly shape: readonly number[] | undefined;
  /** How it names its members, if it is a tensor of another library. */
  readonly form?: Form;
  /** Set if it is a resident tensor. */
  readonly live?: Live;
}

/** Reads an array or a tensor of a known dtype. */
export function readGiven<D extends DType>(
  method: string,
  param: string,
  value: unknown,
  dtype: D,
): Given<D> {
  const resident = readLive(param, value, dtype);
  if (resident) return resident;
  if (isTensor(value)) return readTensor(method, param, value, dtype);
  const rule = `a ${ARRAY_NAME[dtype]} or a ${dtype} tensor`;
  const array = readArray(method, param, value, dtype, rule);
  return { param, value, dtype, array, shape: undefined };
}

/**
 * Reads a resident tensor that is not disposed and has the wanted dtype, if the
 * value is one. Its parts need no check, and no getter of the caller's runs.
 */
function readLive<D extends AnyDType>(
  param: string,
  value: unknown,
  wanted: D | undefined,
): Given<D> | undefined {
  const live = liveOf(value);
  if (!live || (wanted !== undefined && live.dtype !== wanted))
    return undefined;
  const array = live.view() as ArrayOf[D] | undefined;
  const { shape, dtype } = live;
  return array && { param, value, dtype: dtype as D, array, shape, live };
}

/** Reads an argument that may be left out. */
export function readOptional<D extends DType>(
  method: string,
  param: string,
  value: unknown,
  dtype: D,
): Given<D> | undefined {
  if (value === undefined) return undefined;
  return readGiven(method, param, value, dtype);
}

/** Reads a tensor, each member once. */
export function readTensor<D extends DType>(
  method: string,
  param: string,
  value: unknown,
  wanted?: D,
): Given<D> {
  const read = readAnyTensor<D>(method, param, value, wanted);
  const { dtype } = read.form ?? OWN_FORM;
  checkDtype(method, `${param}.${dtype}`, read.dtype);
  return read;
}

/** Reads a tensor that may hold integers, each member once. */
export function readAnyTensor<D extends AnyDType>(
  method: string,
  param: string,
  value: unknown,
  wanted?: D,
): Given<D> {
  const resident = readLive(param, value, wanted);
  if (resident) return resident;
  const form = formOf(value);
  if (!form) throw wrongKind(method, param, 'a tensor', value);
  const { data, shape: axes, dtype } = membersOf(value, form);
  const at = `${param}.${form.dtype}`;
  if (wanted !== undefined && dtype !== wanted) {
    throw wrongKind(method, at, `"${wanted}"`, dtype);
  }
  checkAnyDtype(method, at, dtype);
  const array = readArray(method, `${param}.data`, data, dtype as D);
  const shape = checkShape(method, `${param}.${form.shape}`, axes);
  const own = form === OWN_FORM;
  return {
    ...{ param, value, dtype: dtype as D, array, shape },
    ...(!own && { form }),
  };
}

/**
 * Checks that an argument that was read is still attached and that its parts
 * fit each other. The array of a resident tensor is fetched anew.
 */
export function recheck<D extends AnyDType>(
  method: string,
  given: Given<D>,
): Given<D> {
  const { param, shape, live } = given;
  const view = live?.view() as ArrayOf[D] | undefined;
  if (view) return view === given.array ? given : { ...given, array: view };
  const { array } = given;
  checkLive(method, shape ? `${param}.data` : param, array);
  if (shape && product(shape) !== array.length) {
    const { shape: named } = given.form ?? OWN_FORM;
    const rule = `the product of ${param}.${named} ${shapeText(shape)}`;
    const name = `${param}.data.length`;
    throw wrongValue(method, name, rule, array.length, 'ERR_SHAPE');
  }
  return given;
}

/** Whether a value has the members of a tensor, of this package or another. */
export const isTensor = (value: unknown): value is object =>
  formOf(value) !== undefined;
