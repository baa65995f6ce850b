/** The errors of emulated precisions of a rope. */

import {
  type Positions,
  type positionParameters,
  RowPositions,
  readPositions,
} from '../arrays/positions.js';
import { angleOf } from '../base/angles.js';
import type { Heap } from '../core/memory.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { Rope } from '../rotary/rope.js';
import { ropeAnalysisParameters } from './rope.description.js';
import { checkDecay, pairRows, specOf } from './rope-input.js';
import { type ErrorStatistics, Spread } from './spread.js';

export type { ErrorStatistics };

const { precisionReport: described } = ropeAnalysisParameters;

/** Options of `analysis.precisionReport`. */
export type PrecisionReportOptions = Positions &
  OptionsOf<
    (typeof ropeAnalysisParameters)['precisionReport'],
    never,
    keyof typeof positionParameters
  >;

/** The errors of an emulated precision against the exact values. */
export interface PrecisionErrors {
  /** Errors of cosines and sines. */
  readonly absolute: ErrorStatistics;
  /** Errors of the angles that cosines and sines stand for. */
  readonly radians: ErrorStatistics;
  /** Errors of cosines and sines, in units of float32 at the exact value. */
  readonly ulp: ErrorStatistics;
  /**
   * The first position at which a pair exceeds `within`; undefined if there is
   * none below `searchLength`, or none was searched.
   */
  readonly firstBeyond:
    | {
        readonly position: number;
        readonly pair: number;
        readonly error: number;
      }
    | undefined;
}

/** The errors of each emulated precision. */
export interface PrecisionReport {
  readonly torch: PrecisionErrors;
  readonly ggml: PrecisionErrors;
}

/** The analysis `precisionReport`; see `RopeAnalysis.precisionReport`. */
export function precisionReport(
  heap: Heap,
  value: unknown,
  options: PrecisionReportOptions,
): PrecisionReport {
  const name = 'analysis.precisionReport';
  const checked = checkOptions(name, described, options);
  const positions = readPositions(name, checked);
  const spec = specOf(heap, name, value);
  const ropeWith = (precision: 'exact' | 'torch' | 'ggml') =>
    spec.withOptions({ precision });
  const exact = ropeWith('exact');
  checkDecay(name, exact);
  const { within, measure, searchLength } = checked;
  const errorsOf = (precision: 'torch' | 'ggml'): PrecisionErrors => {
    const emulated = ropeWith(precision);
    const spreads = {
      absolute: new Spread(),
      radians: new Spread(),
      ulp: new Spread(),
    };
    for (const { position, pair, errors } of pairErrors(
      exact,
      emulated,
      positions,
    )) {
      spreads.absolute.add(errors.absolute, position, pair);
      spreads.radians.add(errors.radians, position, pair);
      spreads.ulp.add(errors.ulp, position, pair);
    }
    const found =
      within === undefined
        ? undefined
        : firstBeyond(exact, emulated, { within, measure, searchLength });
    return {
      absolute: spreads.absolute.statistics(),
      radians: spreads.radians.statistics(),
      ulp: spreads.ulp.statistics(),
      firstBeyond: found,
    };
  };
  return { torch: errorsOf('torch'), ggml: errorsOf('ggml') };
}

type Measure = 'absolute' | 'radians' | 'ulp';

/** The errors of a pair at a position: the larger of cosine and sine. */
interface PairError {
  readonly position: number;
  readonly pair: number;
  readonly errors: Readonly<Record<Measure, number>>;
}

/** The errors of every pair at every position, in order. */
function* pairErrors(
  exact: Rope,
  emulated: Rope,
  positions: RowPositions,
): Generator<PairError> {
  const rows = pairRows(emulated, positions, 'float32');
  for (const { position, cos, sin } of pairRows(exact, positions)) {
    const given = rows.next().value;
    if (!given) return;
    for (const [pair, c] of cos.entries()) {
      const s = sin[pair] as number;
      const [c1, s1] = [given.cos[pair] as number, given.sin[pair] as number];
      const [ofCos, ofSin] = [Math.abs(c1 - c), Math.abs(s1 - s)];
      const errors = {
        absolute: Math.max(ofCos, ofSin),
        radians: angleOf(Math.abs(s1 * c - c1 * s), c1 * c + s1 * s),
        ulp: Math.max(ofCos / spacing(c), ofSin / spacing(s)),
      };
      yield { position, pair, errors };
    }
  }
}

/** Powers of two from the least spacing of float32 on. */
const POWERS = doublings(2 ** -149, 256);

/** So many numbers, each of which is twice the one before it. */
function doublings(first: number, count: number): Float64Array {
  const all = new Float64Array(count).fill(first);
  for (let i = 1; i < count; ++i) all[i] = 2 * (all[i - 1] as number);
  return all;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The spacing of float32 at a number below 2^127. */
function spacing(value: number): number {
  float[0] = value;
  const exponent = ((bits[0] ?? 0) >>> 23) & 0xff;
  return POWERS[Math.max(exponent - 1, 0)] as number;
}

/** The first position, from 0 on, at which an error exceeds a limit. */
function firstBeyond(
  exact: Rope,
  emulated: Rope,
  wanted: {
    readonly within: number;
    readonly measure: Measure;
    readonly searchLength: number;
  },
): PrecisionErrors['firstBeyond'] {
  const { within, measure, searchLength } = wanted;
  const all = RowPositions.range('', 'searchLength', searchLength, 0);
  let worst: PrecisionErrors['firstBeyond'];
  for (const { position, pair, errors } of pairErrors(exact, emulated, all)) {
    // The worst pair of the first position that exceeds the limit.
    if (worst && position > worst.position) return worst;
    const error = errors[measure];
    if (error > within && error > (worst?.error ?? 0)) {
      worst = { position, pair, error };
    }
  }
  return worst;
}
