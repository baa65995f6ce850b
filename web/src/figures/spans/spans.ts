// How many positions each pair takes for a whole turn, before and after the
// frequencies are scaled, and what that means at the lengths of training and
// of use. The package measures the pairs.

import type { RopePair } from 'posenc';
import type { Rotary } from 'posenc/rotary';
import { measurePairs } from '../../methods/make.js';
import { PageLimit } from '../../shell/failure.js';
import type { Spec } from '../../state/spec.js';
import type { Length, Lengths } from './lengths.js';

/** The measures of one pair. */
export interface Span {
  /** Wavelengths in positions; Infinity for a pair that does not turn. */
  readonly before: number;
  readonly after: number;
  /** The same at the target length, where the schedule depends on a length. */
  readonly reached: number;
  /** What the schedule does to the pair. */
  readonly kind: RopePair['kind'];
  /** Whether it never turns, because its frequency is 0. */
  readonly still: boolean;
  /** Whether it turns, but not once within the length of training. */
  readonly partial: boolean;
  /**
   * Whether it is `partial`, and reaches at the target length angles beyond all
   * angles of training.
   */
  readonly beyond: boolean;
}

export interface Spans extends Lengths {
  readonly pairs: readonly Span[];
}

function checkLength(param: string, length: number): number {
  if (Number.isInteger(length) && length >= 1) return length;
  const message = `${param} must be an integer ≥ 1, got ${length}`;
  throw new PageLimit({ code: 'PAGE_RANGE', param, message });
}

/** Where the angle at the end of a text is no more than rounding beyond. */
const slack = 1 + 1e-12;

function checked(param: string, length: Length | null): number | undefined {
  return length === null ? undefined : checkLength(param, length.value);
}

export function computeSpans(
  pe: Pick<Rotary, 'analysis'>,
  spec: Spec,
  lengths: Lengths,
): Spans {
  const trained = checked('trained', lengths.trained);
  const target = checked('target', lengths.target) ?? trained;
  // Without a length, wavelengths are all that can be told.
  const trainedLength = trained ?? 1;
  const own = measurePairs(pe, spec, { trainedLength });
  const used = { trainedLength, contextLength: target ?? 1 };
  const pairs = measurePairs(pe, spec, used).map((at, k): Span => {
    const { wavelength, wavelengthAfter, kind, completes } = own[k] as RopePair;
    const partial = trained !== undefined && !completes;
    return {
      before: wavelength,
      after: wavelengthAfter,
      reached: target === undefined ? wavelengthAfter : at.wavelengthAfter,
      kind,
      still: wavelengthAfter === Infinity,
      partial: partial && wavelengthAfter < Infinity,
      beyond: partial && at.turnsAfter > at.turns * slack,
    };
  });
  return { ...lengths, pairs };
}
