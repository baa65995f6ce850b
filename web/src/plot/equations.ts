// Numbers of an equation, printed with so many digits that the equation holds
// for what is printed: a reader may check it.

import { writeValue } from './ticks.js';

/** The most digits that tell float64 numbers apart. */
const most = 17;

function printed(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/**
 * The fewest digits of the numbers on one side, at least `least`, with which
 * they give the number on the other side, as it is printed; undefined where
 * none do, because that number was rounded before.
 */
export function digitsFor(
  given: readonly number[],
  give: (given: readonly number[]) => number,
  result: number,
  digits: number,
  least = digits,
): number | undefined {
  const wanted = printed(result, digits);
  for (let some = least; some <= most; some++) {
    const value = give(given.map((one) => printed(one, some)));
    if (printed(value, digits) === wanted) return some;
  }
  return undefined;
}

export interface Equation {
  readonly result: string;
  /** `≈` where the result was rounded before, such as to float32. */
  readonly sign: '=' | '≈';
  readonly given: readonly string[];
}

/** An equation whose result has `digits` digits. */
export function writeEquation(
  result: number,
  given: readonly number[],
  give: (given: readonly number[]) => number,
  digits: number,
): Equation {
  const some = digitsFor(given, give, result, digits);
  return {
    result: writeValue(result, digits),
    sign: some === undefined ? '≈' : '=',
    given: given.map((one) => writeValue(one, some ?? most)),
  };
}

/** The product of numbers. */
export function product(factors: readonly number[]): number {
  return factors.reduce((all, factor) => all * factor, 1);
}

/** The sum of numbers. */
export function sum(summands: readonly number[]): number {
  return summands.reduce((all, summand) => all + summand, 0);
}
