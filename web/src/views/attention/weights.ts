// Arrays that methods learn, which this page does not have: numbers drawn from
// the names of the method and of the option, so that they are the same on every
// machine. The package says which shape an array must have.

import { hashText, uniform } from '../../figures/words/words.js';
import { type Failure, failureOf } from '../../shell/failure.js';
import type { Spec } from '../../state/spec.js';
import { learnedOf } from './slots.js';

/** A spec with arrays, which specs of the page do not have. */
export type Filled = { readonly method: string } & Readonly<
  Record<string, unknown>
>;
export type Parts<S = Filled> = Readonly<Record<string, S>>;

/** Numbers of mean 0, from -1 to 1, as many as a shape has. */
export function drawWeights(
  name: string,
  shape: readonly number[],
): Float32Array {
  const next = uniform(hashText(name));
  const length = shape.reduce((product, extent) => product * extent, 1);
  return Float32Array.from({ length }, () => 2 * next() - 1);
}

/** The shape that an array must have, as the package's error names it. */
export function shapeIn({ message }: Failure): number[] | undefined {
  const [, axes] = /that of the shape \[([\d, ]+)\]/.exec(message) ?? [];
  return axes?.split(',').map(Number);
}

/** The parts with an array that had a wrong shape; undefined: it is another error. */
function mended(parts: Parts, failure: Failure): Parts | undefined {
  const [, option = '', name = ''] =
    /^(\w+)\.(\w+)\.length$/.exec(failure.param) ?? [];
  const part = parts[option];
  const shape = shapeIn(failure);
  if (part === undefined || shape === undefined) return undefined;
  const drawn = drawWeights(`${part.method} ${name}`, shape);
  return { ...parts, [option]: { ...part, [name]: drawn } };
}

/**
 * Calls with parts that have all arrays that they require. `call` is first
 * called with empty arrays, until it throws no error about their shapes.
 */
export function withWeights<T>(
  specs: Parts<Spec>,
  call: (parts: Parts) => T,
): T {
  let parts: Parts = Object.fromEntries(
    Object.entries(specs).map(([option, spec]): [string, Filled] => {
      const empty = learnedOf(spec).map((name) => [name, new Float32Array()]);
      return [option, { ...Object.fromEntries(empty), ...spec }];
    }),
  );
  let left = Object.values(specs).flatMap(learnedOf).length;
  for (;;) {
    try {
      return call(parts);
    } catch (error) {
      const failure = failureOf(error);
      const next = failure && left > 0 ? mended(parts, failure) : undefined;
      if (next === undefined) throw error;
      parts = next;
      left -= 1;
    }
  }
}
