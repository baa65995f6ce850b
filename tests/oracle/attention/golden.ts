/**
 * Golden cases as the oracle reads them: every tensor an array of float64, and
 * the results by name, computed when asked for, so that a gradient by finite
 * differences computes the one result that it needs.
 */

import { readdirSync } from 'node:fs';
import { Case, twinned } from '../../golden/case.mjs';
import { Array64 } from '../../support/attention-oracle/array.js';

const folder = new URL('../../golden/data/', import.meta.url);

/** What the oracle computes for a case, by the names of its tensors. */
export type Results = Record<string, () => Array64>;

export class Golden {
  readonly case: Case;
  readonly #arrays = new Map<string, Array64>();

  constructor(name: string) {
    this.case = new Case(new URL(`${name}.json`, folder).pathname);
  }

  /** A tensor of the case; always the same array, which may be changed. */
  array(name: string): Array64 {
    const known = this.#arrays.get(name);
    if (known) return known;
    const { shape, data } = this.case.tensor(name);
    const array = new Array64(shape, data);
    this.#arrays.set(name, array);
    return array;
  }

  /** A tensor that some cases lack. */
  arrayIfAny(name: string): Array64 | undefined {
    return this.case.has(name) ? this.array(name) : undefined;
  }

  number(name: string): number {
    return this.case.param<number>(name);
  }

  is(name: string): boolean {
    return this.case.param<boolean>(name, false);
  }

  /** The results that the reference computed with float64 or with integers. */
  expected() {
    return this.case.results().filter(({ name }) => {
      const exact = twinned(name);
      return exact === undefined || !this.case.has(exact);
    });
  }
}

/** The names of the cases of a method. */
export function casesOf(method: string): string[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''));
  return names.filter((name) => new Golden(name).case.method === method);
}
