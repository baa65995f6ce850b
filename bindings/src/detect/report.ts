/** What detectors say of the ways in which numbers may have been made. */

/** A way in which the numbers may have been made. */
export interface Candidate<Spec, Mistake> {
  /**
   * Makes the same numbers when it is handed to `make`, but for mistakes that no
   * option expresses.
   */
  readonly spec: Spec;
  /** What is wrong in it; empty if nothing is. */
  readonly mistakes: readonly Mistake[];
  /**
   * |found - made| / |found|; of frequencies the largest of them all. 0 if the
   * numbers are the same.
   */
  readonly residual: number;
  /** Whether the difference is rounding. */
  readonly fits: boolean;
}

/** Any candidate. */
export type AnyCandidate = Candidate<unknown, unknown>;

/** The result of a detector. */
export interface Report<C extends AnyCandidate> {
  /**
   * `found`: one candidate fits, or needs by far the fewest digits of those
   * that fit; `ambiguous`: several fit, between which the numbers cannot tell, or
   * one fits and others near to it would, too; `unknown`: none fits.
   */
  readonly verdict: 'found' | 'ambiguous' | 'unknown';
  /** The spec of what was found; else null. */
  readonly spec: C['spec'] | null;
  /** The residual of the first candidate; 1 if there is none. */
  readonly residual: number;
  /** Those that fit, the simplest first, then the nearest others. */
  readonly candidates: readonly C[];
  /** The mistakes of what was found. */
  readonly mistakes: C['mistakes'];
}

/** A candidate, and how simple it is. */
export type Tried<C extends AnyCandidate> = C & {
  /** Decimal digits that name it. */
  readonly cost: number;
  /** Whether its numbers are known, and not the shortest of many. */
  readonly sure: boolean;
};

/** A candidate with so many digits less than any other is no coincidence. */
const CLEAR = 2;

/** Most candidates of a report. */
const SHOWN = 8;

/** Orders the candidates, and says whether one of them was found. */
export function reportOf<C extends AnyCandidate>(
  tried: readonly Tried<C>[],
): Report<C> {
  const seen = new Set<string>();
  const all = [...tried]
    .sort(
      (a, b) =>
        Number(b.fits) - Number(a.fits) ||
        (a.fits ? a.cost - b.cost : 0) ||
        a.residual - b.residual,
    )
    .filter(({ spec, mistakes }) => {
      const id = JSON.stringify([spec, mistakes]);
      return !seen.has(id) && seen.add(id);
    });
  const [first, second] = all;
  const candidates = all.slice(0, SHOWN).map((one) => {
    const { cost: _, sure: __, ...candidate } = one;
    return candidate as unknown as C;
  });
  const { residual = 1 } = first ?? {};
  const none = {
    ...{ spec: null, residual, candidates },
    mistakes: [] as C['mistakes'],
  };
  if (!first?.fits) return { verdict: 'unknown', ...none };
  const alone = !second?.fits || second.cost >= first.cost + CLEAR;
  if (!alone || !first.sure) return { verdict: 'ambiguous', ...none };
  const { spec, mistakes } = first;
  return { verdict: 'found', spec, residual, candidates, mistakes };
}
