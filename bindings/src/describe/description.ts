/**
 * The description of a method in prose. The default entry of the package does
 * not carry it; `posenc/descriptions` does.
 */

import type { Formula } from './formula.js';
import type { PlainValue } from './parameters.js';

/** Where a method's positions enter attention. */
export type Family = 'table' | 'rotation' | 'bias' | 'relative' | 'gate';

/** The first publication of a method. */
export interface Paper {
  readonly title: string;
  readonly authors: string;
  readonly year: number;
  readonly arxiv?: string;
  readonly doi?: string;
  readonly url?: string;
}

/** The lengths for which a model is made. A length that is not known is left out. */
export interface ModelLengths {
  /** Longest text of training, in tokens, before frequencies were scaled. */
  readonly trained?: number;
  /** Longest text that the model is for, in tokens. */
  readonly context?: number;
  /** Whether the model sees pictures, whose positions are cells of a grid. */
  readonly pictures?: boolean;
  /** Cells on each axis of the pictures of training. */
  readonly grid?: readonly number[];
  /** Where the lengths come from. */
  readonly source: string;
}

/** The description of a method or an operation, in the file beside it. */
export interface Description {
  /** Title, as pages show it. */
  readonly title: string;
  /**
   * Where a method's positions enter attention. Operations have no family: they
   * encode no position themselves, such as a gradient or an optimiser.
   */
  readonly family?: Family;
  /** What the method does, in one sentence. */
  readonly summary: string;
  /** What the method is good at, in one sentence. */
  readonly goodAt: string;
  /** What the method is bad at, in one sentence. */
  readonly badAt: string;
  /** One equation, or several with the options for which they hold. */
  readonly formula: Formula;
  readonly paper?: Paper;
  /** The result, with its shape. */
  readonly result: string;
  /** Error bound of the `exact` results. */
  readonly accuracy: string;
  /**
   * Options that show the method well, as plain JSON. If the family is `table`,
   * they suffice to compute a table.
   */
  readonly example?: Readonly<Record<string, PlainValue>>;
  /**
   * Name of the parameter with the lengths of the grid whose cells the rows
   * stand for, last axis fastest; other rows may come before them. Defaults to
   * `grid` if there is such a parameter.
   */
  readonly cells?: string;
  /** The lengths of the models of its presets, by their names. */
  readonly lengths?: Readonly<Record<string, ModelLengths>>;
  /** Common mistakes. */
  readonly pitfalls: readonly string[];
}
