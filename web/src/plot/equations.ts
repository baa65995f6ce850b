// Numbers of an equation, printed with so many digits that the equation holds
// for what is printed: a reader may check it.

import { writeValue } from './ticks.js';

/** The most digits that tell float64 numbers apart. */
const most = 17;

function printed(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** An equation between numbers that are printed. */
interface Claim {
  readonly given: readonly number[];
  readonly give: (given: readonly number[]) => number;
  readonly result: number;
  /** Digits of the result. */
  readonly digits: number;
}

/**
 * The fewest digits of all given numbers, at least `least`, with which every
 * claim holds; undefined where there are none.
 */
export function digitsForAll(
  claims: readonly Claim[],
  least: number,
): number | undefined {
  for (let some = least; some <= most; some++) {
    const holds = claims.every(({ given, give, result, digits }) => {
      const value = give(given.map((one) => printed(one, some)));
      return printed(value, digits) === printed(result, digits);
    });
    if (holds) return some;
  }
  return undefined;
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
  return digitsForAll([{ given, give, result, digits }], least);
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
