// How many positions each pair takes for a whole turn, before and after the
// frequencies are scaled, and what that means at the lengths of training and
// of use. The package measures the pairs.

import type { Posenc, RopePair } from 'posenc';
import { effective } from '../../methods/defaults.js';
import { measurePairs } from '../../methods/make.js';
import { PageLimit } from '../../shell/failure.js';
import { isRecord, type Options } from '../../state/spec.js';
import { method, type RopeState } from './state.js';

/** The measures of one pair. */
export interface Span {
  /** Wavelengths in positions; Infinity for a pair that does not turn. */
  readonly before: number;
  readonly after: number;
  /** The same at the target length, where the schedule depends on a length. */
  readonly reached: number;
  /** What the schedule does to the pair. */
  readonly kind: RopePair['kind'];
  /** Whether it completes a turn within the length of training. */
  readonly completes: boolean;
  /**
   * Whether it completes none, and reaches at the target length angles beyond
   * all angles of training.
   */
  readonly beyond: boolean;
}

export interface Spans {
  readonly pairs: readonly Span[];
  /** Lengths in positions. */
  readonly trained: number;
  readonly target: number;
}

/** The length of training where nothing tells it. */
const usualLength = 4096;

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 1 ? value : undefined;
}

/** The lengths that options tell: of training, and of use. */
export function lengthsOf({ scaling, contextLength }: Options): {
  trained: number;
  target: number;
} {
  const options = scaling !== undefined && isRecord(scaling) ? scaling : {};
  const { originalMaxPosition, maxPosition, factor } = options;
  // The dynamic schedule names its original length `maxPosition`.
  const trained =
    positive(originalMaxPosition) ?? positive(maxPosition) ?? usualLength;
  const longest = positive(originalMaxPosition) && positive(maxPosition);
  const scaled = Math.round(trained * (positive(factor) ?? 1));
  return { trained, target: positive(contextLength) ?? longest ?? scaled };
}

function checkLength(param: string, length: number): number {
  if (Number.isInteger(length) && length >= 1) return length;
  const message = `${param} must be an integer ≥ 1, got ${length}`;
  throw new PageLimit({ code: 'PAGE_RANGE', param, message });
}

/** Where the angle at the end of a text is no more than rounding beyond. */
const slack = 1 + 1e-12;

export function computeSpans(pe: Posenc, { spec, ...state }: RopeState): Spans {
  const usual = lengthsOf(effective(method, spec));
  const trained = checkLength('trained', state.trained ?? usual.trained);
  const target = checkLength('target', state.target ?? usual.target);
  const own = measurePairs(pe, spec, { trainedLength: trained });
  const lengths = { trainedLength: trained, contextLength: target };
  const pairs = measurePairs(pe, spec, lengths).map((at, k): Span => {
    const { wavelength, wavelengthAfter, kind, completes } = own[k] as RopePair;
    return {
      before: wavelength,
      after: wavelengthAfter,
      reached: at.wavelengthAfter,
      kind,
      completes,
      beyond: !completes && at.turnsAfter > at.turns * slack,
    };
  });
  return { pairs, trained, target };
}

/** The decades that hold all finite values. */
export function decadesOf(values: readonly number[]): [number, number] {
  const finite = values.filter(Number.isFinite);
  const power = (value: number) => Math.log10(value);
  return [
    10 ** Math.floor(power(Math.min(...finite))),
    10 ** Math.ceil(power(Math.max(...finite) * 1.01)),
  ];
}
