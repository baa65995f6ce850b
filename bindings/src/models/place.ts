/** What the readers of positions know of a layer. */

import type { Family } from './family.js';
import type { Section } from './section.js';

/** A layer, as far as its specs depend on it. */
export interface Place {
  readonly section: Section;
  readonly family: Family;
  readonly heads: number;
  readonly headDim: number;
  readonly bidirectional: boolean;
  /** Its window, or `null`. */
  readonly window: number | null;
  /** The grid of its cells, if it is not that of the image. */
  readonly grid: readonly number[] | null;
  /** The side of the windows of its training, if the file says it. */
  readonly trained: number | null;
}
