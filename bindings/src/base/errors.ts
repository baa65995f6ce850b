/**
 * The errors of the package: `TypeError` for an argument of a wrong kind,
 * `RangeError` for a wrong value. Each has a stable `code`, the name of the
 * parameter, the value, and a message of this form:
 *
 *     rope: headDim must be an even integer ≥ 2, got 63
 */

/**
 * The codes of errors. They are part of the interface: a code never changes its
 * meaning, whereas messages may change.
 *
 * | code | class | when |
 * |---|---|---|
 * | `ERR_TYPE` | TypeError | an argument of the wrong kind |
 * | `ERR_MISSING` | TypeError | a required option is absent |
 * | `ERR_UNKNOWN_OPTION` | TypeError | an option that does not exist |
 * | `ERR_CONFLICT` | TypeError | options that exclude each other |
 * | `ERR_DETACHED` | TypeError | a view of a transferred or outgrown buffer |
 * | `ERR_DISPOSED` | TypeError | a resident tensor or its view after `dispose`, a client of workers after `close` |
 * | `ERR_WASM` | TypeError | no WebAssembly module could be loaded |
 * | `ERR_WORKER` | TypeError | a worker that could not begin, died or hung, or whose result cannot leave it |
 * | `ERR_RANGE` | RangeError | a number outside its range |
 * | `ERR_CHOICE` | RangeError | a word that is not one of the choices |
 * | `ERR_SHAPE` | RangeError | a length or shape that does not fit |
 * | `ERR_FORMAT` | RangeError | a file that is not what its format says |
 * | `ERR_MEMORY` | RangeError | more memory than is available |
 * | `ERR_INTERNAL` | RangeError | a defect of this package |
 */
export type ErrorCode = TypeErrorCode | RangeErrorCode;

type TypeErrorCode =
  | 'ERR_TYPE'
  | 'ERR_MISSING'
  | 'ERR_UNKNOWN_OPTION'
  | 'ERR_CONFLICT'
  | 'ERR_DETACHED'
  | 'ERR_DISPOSED'
  | 'ERR_WASM'
  | 'ERR_WORKER';

type RangeErrorCode =
  | 'ERR_RANGE'
  | 'ERR_CHOICE'
  | 'ERR_SHAPE'
  | 'ERR_FORMAT'
  | 'ERR_MEMORY'
  | 'ERR_INTERNAL';

/** The members of an error besides its message. */
interface Details<Code> {
  readonly code: Code;
  readonly param: string;
  readonly value?: unknown;
  readonly cause?: unknown;
}

/**
 * The error for an argument of the wrong kind or an object in the wrong state.
 * Each entry of the package has this class; an error of any of them is an
 * instance of all.
 */
export class PosencTypeError extends TypeError {
  /** Stable code of the error. */
  readonly code: TypeErrorCode;
  /** Name of the parameter, such as `dim` or `positions[3]`. */
  readonly param: string;
  /** The value that was given. */
  readonly value: unknown;

  /** @internal Kept where code is minified. */
  static override readonly name = 'PosencTypeError';

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof TypeError && value.name === 'PosencTypeError';
  }

  constructor(message: string, details: Details<TypeErrorCode>) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'PosencTypeError';
    this.code = details.code;
    this.param = details.param;
    this.value = details.value;
  }
}

/**
 * The error for an argument of the right kind with a wrong value. Each entry of
 * the package has this class; an error of any of them is an instance of all.
 */
export class PosencRangeError extends RangeError {
  /** Stable code of the error. */
  readonly code: RangeErrorCode;
  /** Name of the parameter, such as `dim` or `positions[3]`. */
  readonly param: string;
  /** The value that was given. */
  readonly value: unknown;

  /** @internal Kept where code is minified. */
  static override readonly name = 'PosencRangeError';

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RangeError && value.name === 'PosencRangeError';
  }

  constructor(message: string, details: Details<RangeErrorCode>) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'PosencRangeError';
    this.code = details.code;
    this.param = details.param;
    this.value = details.value;
  }
}

/** Any error that this package throws. */
export type PosencError = PosencTypeError | PosencRangeError;

/** `method: param must be rule, got value`, as a TypeError; then the hint. */
export function wrongKind(
  method: string,
  param: string,
  rule: string,
  value: unknown,
  code: TypeErrorCode = 'ERR_TYPE',
  hint = '',
): PosencTypeError {
  const got = show(value);
  const message = `${method}: ${param} must be ${rule}, got ${got}${hint}`;
  return new PosencTypeError(message, { code, param, value });
}

/**
 * `method: param must be rule, got value`, as a RangeError; then the hint,
 * such as `; did you mean "half"?`.
 */
export function wrongValue(
  method: string,
  param: string,
  rule: string,
  value: unknown,
  code: RangeErrorCode = 'ERR_RANGE',
  hint = '',
): PosencRangeError {
  const got = show(value);
  const message = `${method}: ${param} must be ${rule}, got ${got}${hint}`;
  return new PosencRangeError(message, { code, param, value });
}

/** Throws at the first number that does not fit, by its place in the list. */
export function checkNumbers(
  method: string,
  param: string,
  numbers: Float32Array | Float64Array,
  rule: string,
  fits: (number: number) => boolean = Number.isFinite,
): void {
  const wrong = numbers.findIndex((number) => !fits(number));
  if (wrong < 0) return;
  throw wrongValue(method, `${param}[${wrong}]`, rule, numbers[wrong]);
}

const LONGEST_TEXT = 40;

/**
 * Name of a view's class, such as `Float32Array`, also if it comes from another
 * realm.
 */
export function viewKind(value: ArrayBufferView): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** A value in a few words. Runs no code of the caller. */
export function show(value: unknown, longest = LONGEST_TEXT): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(
        value.length > longest ? `${value.slice(0, longest)}…` : value,
      );
    case 'bigint':
      return `${value}n`;
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'object':
      if (value === null) return 'null';
      if (ArrayBuffer.isView(value)) return `a ${viewKind(value)}`;
      return Array.isArray(value) ? 'an array' : 'an object';
    case 'function':
      return 'a function';
    default:
      return String(value);
  }
}
