/** What changes if a sentence moves along the positions. */

import { RowPositions } from '../arrays/positions.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { orderAnalysisParameters } from './order.description.js';
import {
  type Attend,
  type AttentionGiven,
  first,
  largestDifference,
} from './order-input.js';

const name = 'analysis.translation';

/** Options of `analysis.translation`. */
export interface TranslationOptions
  extends OptionsOf<(typeof orderAnalysisParameters)['translation']> {}

/** Differences between a sentence at two places. */
export interface Translation {
  /**
   * Largest difference of scores; Infinity if a pair is masked at one place
   * alone.
   */
  readonly scores: number;
  /** Largest difference of weights. */
  readonly weights: number;
  /** Largest difference of outputs, if `v` was given. */
  readonly output?: number;
}

/** The analysis `translation`; see `OrderAnalysis.translation`. */
export function translation(
  attend: Attend,
  attention: AttentionGiven,
  options: TranslationOptions,
): Translation {
  const { shift } = checkOptions(
    name,
    orderAnalysisParameters.translation,
    options,
  );
  const { options: own, result } = first(name, attend, attention);
  const list = (param: 'keyPositions' | 'queryPositions') => {
    const rows = RowPositions.list(name, param, own[param]);
    return rows.copy(0, rows.length).map((position) => position + shift);
  };
  const { keyPositions, queryPositions, queryStart, keyStart = 0 } = own;
  const moved = attend({
    ...own,
    ...(keyPositions
      ? { keyPositions: list('keyPositions') }
      : { keyStart: keyStart + shift }),
    ...(queryPositions && { queryPositions: list('queryPositions') }),
    ...(queryStart !== undefined && { queryStart: queryStart + shift }),
  });
  const between = (part: 'scores' | 'weights') =>
    largestDifference(moved[part].data, result[part].data);
  return {
    scores: between('scores'),
    weights: between('weights'),
    ...(result.output &&
      moved.output && {
        output: largestDifference(moved.output.data, result.output.data),
      }),
  };
}
