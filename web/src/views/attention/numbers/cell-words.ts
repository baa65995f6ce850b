// The numbers of one cell: a score, and the terms that it is the sum of.

import { digitsForAll } from '../../../plot/equations.js';
import { writeValue } from '../../../plot/ticks.js';

const digits = 5;

/** The sum as the package adds: in float32, term after term. */
export function addTerms(terms: readonly number[]): number {
  return terms.reduce((sum, term) => Math.fround(sum + term), 0);
}

/**
 * The terms of a score in so many digits that they add up to it as it is
 * printed. Hidden keys have no such sum.
 */
export function writeTerms(score: number, terms: readonly number[]): string[] {
  const claim = { given: terms, give: addTerms, result: score, digits };
  const some = Number.isFinite(score) ? digitsForAll([claim], digits) : digits;
  return terms.map((term) => writeValue(term, some ?? 17));
}

/** A score, a weight or a factor. */
export function writeNumber(value: number): string {
  return writeValue(value, digits);
}
