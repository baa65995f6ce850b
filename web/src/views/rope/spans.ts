// How many positions each pair takes for a whole turn, before and after the
// frequencies are scaled, and what that means at the lengths of training and
// of use. The package gives the frequencies.

import type { Posenc, Rope } from 'posenc';
import { effective } from '../../methods/defaults.js';
import { makeRope } from '../../methods/make.js';
import { PageLimit } from '../../shell/failure.js';
import {
  isRecord,
  type Options,
  type Spec,
  withOption,
} from '../../state/spec.js';
import { method, type RopeState } from './state.js';

export interface Spans {
  /** Wavelengths in positions; Infinity for a pair that does not turn. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** The same at the target length, where the schedule depends on a length. */
  readonly reached: Float64Array;
  /** Lengths in positions. */
  readonly trained: number;
  readonly target: number;
  /** Which pairs complete no turn in training: before > trained. */
  readonly partial: readonly boolean[];
  /**
   * Which of those reach, at the target length, angles beyond all angles of
   * training.
   */
  readonly beyond: readonly boolean[];
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

/** The spec of the same rope before its frequencies are scaled. */
export function unscaled(spec: Spec): Spec {
  return ['scaling', 'contextLength'].reduce(
    (plain, name) => withOption(plain, name, undefined),
    spec,
  );
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
  const rope = makeRope(pe, spec);
  const wavelengths = ({ frequencies }: Rope) =>
    Float64Array.from(frequencies, (w) => (2 * Math.PI) / w);
  const before = wavelengths(makeRope(pe, unscaled(spec)));
  const after = wavelengths(rope);
  const reached = wavelengths(rope.at(target));
  const partial = Array.from(before, (length) => length > trained);
  const beyond = partial.map((is, k) => {
    const seen = trained / (before[k] as number);
    return is && target / (reached[k] as number) > seen * slack;
  });
  return { before, after, reached, trained, target, partial, beyond };
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
