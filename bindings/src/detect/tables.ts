/** Makes the planes of known frequencies again, and compares them. */

import type { DType } from '../base/dtype.js';
import { type Half, roundToHalf } from '../base/half.js';
import type { Heap } from '../core/memory.js';
import { cosSinOf } from './arithmetic.js';
import { errorAt, type Planes } from './planes.js';

/** Makes the angle of a pair at a position. */
export type AngleOf = (position: number, pair: number) => number;

/** A way of making angles, and what it is called. */
export interface Angles<Mistake> {
  readonly precision: 'exact' | 'torch';
  readonly mistakes: readonly Mistake[];
  readonly angle: AngleOf;
}

/** Names of the mistakes of angles of 16 bits. */
type HalfMistake = 'positionDtype' | 'angleDtype';

/** Angles of 16 bits, which skip positions. */
function halfAngles(
  frequencies: ArrayLike<number>,
): readonly Angles<HalfMistake>[] {
  const of = (k: number) => frequencies[k] as number;
  const precision = 'exact' as const;
  return (['bfloat16', 'float16'] as const).flatMap((half: Half) => {
    const round = (value: number) => roundToHalf(half, value);
    const whole: AngleOf = (p, k) => round(round(p) * round(of(k)));
    const product: AngleOf = (p, k) => round(p * of(k));
    const place: AngleOf = (p, k) => round(p) * of(k);
    return [
      { precision, mistakes: ['positionDtype' as const], angle: place },
      { precision, mistakes: ['angleDtype' as const], angle: whole },
      { precision, mistakes: ['angleDtype' as const], angle: product },
    ];
  });
}

/** Relative errors of angles that engines compute in their own ways. */
const ROUGH = { float64: 2 ** -46, others: 2 ** -22 };

/** Angles that are wrong by more than this say nothing. */
const MOST = 0.3;

/** How well a way of making angles explains planes. */
export interface Residual {
  readonly residual: number;
  readonly fits: boolean;
}

/** Sums of squares, from which a residual follows. */
export interface Squares {
  readonly wrong: number;
  readonly size: number;
  /** Whether no pair is more wrong than its rounding allows. */
  readonly fits: boolean;
}

/** The residual of some planes together. */
export function residualFrom(...all: readonly Squares[]): Residual {
  const sum = (of: (one: Squares) => number) =>
    all.reduce((total, one) => total + of(one), 0);
  const size = sum((one) => one.size);
  if (size === 0) return { residual: 1, fits: false };
  const residual = Math.sqrt(sum((one) => one.wrong) / size);
  // What zeros explain as well is not explained, whatever its noise allows.
  return { residual, fits: residual < 1 && all.every(({ fits }) => fits) };
}

/** Compares planes with those of angles, from the position of their first row. */
export function squaresOf(
  heap: Heap,
  planes: Planes,
  amplitude: number,
  start: number,
  angle: AngleOf,
  dtype: DType,
): Squares {
  const { rows, pairs, cos, sin } = planes;
  const angles = Float64Array.from({ length: rows.length * pairs }, (_, i) => {
    const row = (rows[Math.floor(i / pairs)] as number) - (rows[0] as number);
    return angle(start + row, i % pairs);
  });
  const made = cosSinOf(heap, angles);
  let size = 0;
  // A pair by itself: the fast ones may be wrong by more than slow ones are.
  const wrong = new Float64Array(pairs);
  const allowed = new Float64Array(pairs);
  for (const [found, wave] of [
    [cos, made.cos],
    [sin, made.sin],
  ] as const) {
    if (!found) continue;
    for (let i = 0; i < found.length; ++i) {
      const value = found[i] as number;
      const difference = value - amplitude * (wave[i] as number);
      const k = i % pairs;
      const error = errorAt(planes, k, value);
      const rough = ROUGH[dtype === 'float64' ? dtype : 'others'];
      const moved = Math.min(MOST, rough * Math.abs(angles[i] as number));
      wrong[k] = (wrong[k] as number) + difference * difference;
      size += value * value;
      const most = error * error + moved * moved * amplitude * amplitude;
      allowed[k] = (allowed[k] as number) + most;
    }
  }
  return {
    wrong: wrong.reduce((a, b) => a + b),
    size,
    fits: wrong.every((one, k) => one <= (allowed[k] as number)),
  };
}

/** Residuals that differ by less than this factor are alike. */
const ALIKE = 2;

/** The angles that explain planes best, and how well they do. */
export type Explained<Mistake> = Residual & {
  readonly angles: Angles<Mistake>;
};

/**
 * Tries angles of exact frequencies, those of `torch`, if it has any, and, where
 * neither fits, those of 16 bits; of two that are alike, the first is taken.
 */
export function bestAngles<Mistake>(
  exact: Float64Array,
  torch: Float64Array | undefined,
  residual: (angle: AngleOf) => Residual,
): Explained<Mistake | HalfMistake> {
  type Any = Angles<Mistake | HalfMistake>;
  const tried = (angles: Any) => ({ ...residual(angles.angle), angles });
  const better = <E extends Residual>(a: E, b: E) =>
    ALIKE * b.residual < a.residual ? b : a;
  const of = (list: Float64Array) => (p: number, k: number) =>
    p * (list[k] as number);
  const first = tried({ precision: 'exact', mistakes: [], angle: of(exact) });
  const product = torch && of(torch);
  const plain = product
    ? better(
        first,
        tried({
          ...{ precision: 'torch', mistakes: [] },
          angle: (p, k) => Math.fround(product(p, k)),
        }),
      )
    : first;
  if (plain.fits) return plain;
  return halfAngles(exact).map(tried).reduce(better, plain);
}
