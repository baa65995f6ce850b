/** The form of the words about an analysis. */

import type { Equation } from '../describe/formula.js';

/** The words about an analysis. */
export interface AnalysisWords {
  /** Title, as pages show it. */
  readonly title: string;
  /** What the analysis tells, in one sentence. */
  readonly summary: string;
  readonly formula: Equation;
  /** The result, with its shape. */
  readonly result: string;
}
