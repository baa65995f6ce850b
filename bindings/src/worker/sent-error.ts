/** Errors across the boundary of a worker: class, code, parameter and message. */

import { PosencRangeError, PosencTypeError } from '../base/errors.js';

/** An error as a plain object. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code?: unknown;
  readonly param?: string;
  /** The wrong value; not there if it is an object, which the sender has. */
  readonly value?: unknown;
}

/** Makes an error ready to be sent. */
export function sentError(error: unknown): SentError {
  const { name, message, stack, code, param, value } = (
    error instanceof Error ? error : new Error(String(error))
  ) as Error & Partial<SentError>;
  const plain = typeof value !== 'object' && typeof value !== 'function';
  return {
    ...{ name, message, stack },
    ...(param !== undefined && { code, param }),
    ...(plain && typeof value !== 'symbol' && { value }),
  };
}

/** The error that was sent, about the options or the spec of a call. */
export function receivedError(sent: SentError, given: unknown): Error {
  const { name, message, stack, code, param = '' } = sent;
  const value = 'value' in sent ? sent.value : valueAt(given, param);
  const details = { code, param, value } as never;
  const error =
    name === 'PosencRangeError'
      ? new PosencRangeError(message, details)
      : name === 'PosencTypeError'
        ? new PosencTypeError(message, details)
        : Object.assign(new Error(message), { name });
  // The stack of the worker says where the error arose.
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** What the caller gave for a parameter such as `table[3]` or `scaling.factor`. */
function valueAt(given: unknown, param: string): unknown {
  if (param === 'spec' || param === 'options') return given;
  const path = param.split(/[.[\]]+/).filter(Boolean);
  return path.reduce((at: unknown, key) => Object(at)[key], given);
}
