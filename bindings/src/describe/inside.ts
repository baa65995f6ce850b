/** Specs given instead of a handle, inside the options of a call. */

import {
  PosencRangeError,
  PosencTypeError,
  wrongKind,
  wrongValue,
} from '../base/errors.js';
import { calledHere } from '../base/foreign.js';
import type { Heap } from '../core/memory.js';
import { type Checked, checkOptions } from './checks.js';
import { MADE, UNSENT } from './kinds/handle.js';
import { specOf } from './kinds/spec.js';
import type { Method } from './method.js';
import type { Parameters } from './parameters.js';

/** A spec inside the options of a call. */
interface Inside<P extends Parameters, Result> {
  /** Name of the called method, and the path of the option. */
  readonly method: string;
  readonly param: string;
  readonly value: unknown;
  /** The method that the inner spec must name; it takes no spec itself. */
  readonly inner: Method<unknown, P, Result>;
}

/** The planned call of a spec inside the options of another call. */
export interface NestedPlan<P extends Parameters, Result> {
  readonly checked: Checked<P>;
  readonly run: () => Result;
  /** Runs the method with some of the checked options replaced. */
  readonly withOptions: (changes: Partial<Checked<P>>) => Result;
}

/**
 * Plans the method that the inner spec names. Errors name the outer method and
 * the path of the option: `attention: rotary.headDim must be …`.
 */
export function planNestedSpec<P extends Parameters, Result>(
  heap: Heap,
  { method, param, value: given, inner }: Inside<P, Result>,
): NestedPlan<P, Result> {
  const value = specOf(given);
  const { name, parameters, presets } = inner;
  if (typeof value !== 'object' || value === null || !('method' in value)) {
    const rule = `what ${name}() gives, or { method: "${name}", … }`;
    const { [MADE]: made } = Object(value) as { readonly [MADE]?: unknown };
    const hint =
      made === UNSENT
        ? '; it cannot be sent to a worker: give its spec'
        : made
          ? '; another entry of posenc made it: give its spec'
          : calledHere(Object(value), 'method');
    throw wrongKind(method, param, rule, value, 'ERR_TYPE', hint);
  }
  const { method: named, ...options } = value as Record<string, unknown>;
  if (named !== name) {
    const at = `${param}.method`;
    throw wrongValue(method, at, `"${name}"`, named, 'ERR_CHOICE');
  }
  const atPath = <T>(body: () => T) =>
    withErrorPath({ method, param, name }, body);
  const checked = atPath(() =>
    checkOptions(name, parameters, options, presets),
  );
  const work = atPath(() => inner.plan(heap, checked));
  const withOptions = (changes: Partial<Checked<P>>) =>
    atPath(() => inner.plan(heap, { ...checked, ...changes }).run());
  return { checked, run: () => atPath(work.run), withOptions };
}

/**
 * Runs `body`; errors of the method `inner`, whose options the method `outer`
 * has among its own, get the name of `outer`.
 */
export function withErrorName<T>(
  inner: string,
  outer: string,
  body: () => T,
): T {
  try {
    return body();
  } catch (error) {
    if (!isTyped(error)) throw error;
    const begin = `${inner}: `;
    if (error.message.startsWith(begin)) {
      error.message = `${outer}: ${error.message.slice(begin.length)}`;
    }
    throw error;
  }
}

const isTyped = (error: unknown): error is PosencTypeError | PosencRangeError =>
  error instanceof PosencTypeError || error instanceof PosencRangeError;

/** Where a spec stands: the outer method, the option, and the inner method. */
export interface SpecPlace {
  readonly method: string;
  readonly param: string;
  readonly name: string;
}

/**
 * Runs `body`; errors of the inner method name the outer one and the path of
 * the option.
 */
export function withErrorPath<T>(
  { method, param, name }: SpecPlace,
  body: () => T,
): T {
  try {
    return body();
  } catch (error) {
    throw moved(error, method, param, name);
  }
}

/** The same error, but with the outer method and the whole path. */
function moved(
  error: unknown,
  method: string,
  path: string,
  inner: string,
): unknown {
  if (!isTyped(error)) return error;
  const { message, param, value } = error;
  const begin = `${inner}: `;
  const own = message.startsWith(begin);
  const plain = own ? message.slice(begin.length) : message;
  // A bare name does not show that the method needs an option.
  const rest =
    own && error.code === 'ERR_MISSING'
      ? plain.replace(' is required', ` is required by ${inner}`)
      : plain;
  const between = own && rest.startsWith(param) ? '.' : ': ';
  const text = `${method}: ${path}${between}${rest}`;
  const cause = 'cause' in error && { cause: error.cause };
  const at = { param: `${path}.${param}`, value, ...cause };
  return error instanceof PosencTypeError
    ? new PosencTypeError(text, { ...at, code: error.code })
    : new PosencRangeError(text, { ...at, code: error.code });
}
