/**
 * What there is to say about a method in words. The default entry of the
 * package carries none of it; `posenc/descriptions` does.
 */

import type { Formula } from './formula.js';
import type { PlainValue } from './parameters.js';

/** Where position enters attention. */
export type Family = 'table' | 'rotation' | 'bias' | 'relative' | 'gate';

/** Where something was published first. */
export interface Paper {
  readonly title: string;
  readonly authors: string;
  readonly year: number;
  readonly arxiv?: string;
  readonly doi?: string;
  readonly url?: string;
}

/** The words about a method or an operation, as they stand beside it. */
export interface Description {
  /** Name of the method for people. */
  readonly title: string;
  /**
   * Where position enters attention. An operation has none: it is a function
   * that encodes no position itself, such as a gradient or an optimiser.
   */
  readonly family?: Family;
  /** What it does, in a sentence. */
  readonly summary: string;
  /** What it is good at, in a sentence. */
  readonly goodAt: string;
  /** What it is bad at, in a sentence. */
  readonly badAt: string;
  /** One equation, or several with the options for which they hold. */
  readonly formula: Formula;
  readonly paper?: Paper;
  /** What comes out, with its shape. */
  readonly result: string;
  /** Error bound of the `exact` results. */
  readonly accuracy: string;
  /**
   * Options, JSON only, that show the method well. Every method whose family
   * is `table` has an example that suffices to compute a table.
   */
  readonly example?: Readonly<Record<string, PlainValue>>;
  /**
   * The list of lengths among the parameters on whose grid the rows lie, the
   * last axis fastest, behind rows of their own. `grid` if there is one.
   */
  readonly cells?: string;
  /** What people get wrong. */
  readonly pitfalls: readonly string[];
}
