/** The pairs of a rope, before and after its schedule. */

import type { Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { ropeAnalysisParameters } from './rope.description.js';
import { specOf } from './rope-input.js';

const { ropePairs: described } = ropeAnalysisParameters;

/** Options of `analysis.ropePairs`. */
export interface RopePairsOptions
  extends OptionsOf<(typeof ropeAnalysisParameters)['ropePairs']> {}

/** One pair of a rope. */
export interface RopePair {
  /** Frequency without the schedule, in radians per position. */
  readonly before: number;
  /** Frequency with the schedule. */
  readonly after: number;
  /** `after` / `before`; 1 if both are 0. */
  readonly ratio: number;
  /** Positions for one turn without the schedule; Infinity for frequency 0. */
  readonly wavelength: number;
  /** Positions for one turn with the schedule. */
  readonly wavelengthAfter: number;
  /** Turns within `trainedLength`, without the schedule. */
  readonly turns: number;
  /** Turns within `contextLength`, with the schedule. */
  readonly turnsAfter: number;
  /** Whether the pair completes a turn within the training. */
  readonly completes: boolean;
  /**
   * What the schedule does: `kept` where the ratio is 1, `interpolated` where
   * it is the least of all pairs, `blended` in between; `raised` above 1,
   * `dropped` where the pair no longer turns.
   */
  readonly kind: 'kept' | 'blended' | 'interpolated' | 'raised' | 'dropped';
}

/** The analysis `ropePairs`; see `RopeAnalysis.ropePairs`. */
export function ropePairs(
  heap: Heap,
  value: unknown,
  options: RopePairsOptions,
): readonly RopePair[] {
  const name = 'analysis.ropePairs';
  const checked = checkOptions(name, described, options);
  const { trainedLength } = checked;
  const spec = specOf(heap, name, value);
  const { contextLength = spec.checked.contextLength } = checked;
  const before = spec.withOptions({ scaling: undefined }).frequencies;
  const after = spec.withOptions({ contextLength }).frequencies;
  const ratios = after.map((frequency, k) => {
    const old = before[k] as number;
    return old === frequency ? 1 : frequency / old;
  });
  const least = ratios.reduce(
    (all, ratio) => (ratio > 0 ? Math.min(all, ratio) : all),
    Infinity,
  );
  return Array.from(after, (frequency, k) => {
    const old = before[k] as number;
    const ratio = ratios[k] as number;
    const turns = (trainedLength * old) / TURN;
    return {
      before: old,
      after: frequency,
      ratio,
      wavelength: TURN / old,
      wavelengthAfter: TURN / frequency,
      turns,
      turnsAfter: ((contextLength ?? trainedLength) * frequency) / TURN,
      completes: turns >= 1,
      kind: kindOf(ratio, least),
    };
  });
}

const TURN = 2 * Math.PI;

/** Ratios that differ by less are equal: both frequencies are rounded. */
const EQUAL = 2 ** -45;

function kindOf(ratio: number, least: number): RopePair['kind'] {
  if (ratio === 0) return 'dropped';
  if (Math.abs(ratio - 1) <= EQUAL) return 'kept';
  if (ratio > 1) return 'raised';
  return ratio <= least * (1 + EQUAL) ? 'interpolated' : 'blended';
}
