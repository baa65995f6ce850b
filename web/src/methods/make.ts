// Turns specs into calls of the package. Nothing else on the page does.
//
// A spec of the page comes from controls and addresses, so its options may be
// wrong. The package checks them, and throws an error with a `code`.

import type {
  Spec as CheckedSpec,
  Rope,
  RopePair,
  RopePairsOptions,
  SpecOf,
  Tensor,
} from 'posenc';
import type { Rotary } from 'posenc/rotary';
import type { Spec } from '../state/spec.js';

/** A spec with the type that the package asks for, and maybe with errors. */
function unchecked<S extends CheckedSpec>(spec: object): S {
  return spec as unknown as S;
}

/** What has tables: any entry of the package, of the methods that it has. */
export interface Tabling {
  make(spec: never): unknown;
  plan(spec: never): { readonly shape: readonly number[] | undefined };
}

/** The shape of the table of a spec, before it is computed. */
export function shapeOf(pe: Tabling, spec: Spec): readonly number[] {
  return pe.plan(unchecked<never>(spec)).shape ?? [];
}

/** The table of a spec. */
export function makeTable(pe: Tabling, spec: Spec): Tensor {
  return pe.make(unchecked<never>(spec)) as Tensor;
}

/** The rotary encoding of a spec. */
export function makeRope(pe: Pick<Tabling, 'make'>, spec: Spec): Rope {
  return pe.make(unchecked<never>(spec)) as Rope;
}

/** The measures of every pair of a rotary encoding. */
export function measurePairs(
  pe: Pick<Rotary, 'analysis'>,
  spec: Spec,
  lengths: RopePairsOptions,
): readonly RopePair[] {
  return pe.analysis.ropePairs(unchecked<SpecOf<'rope'>>(spec), lengths);
}

/** The expected scores of equal random queries and keys at distances. */
export function expectByDistance(
  pe: Pick<Rotary, 'analysis'>,
  spec: Spec,
  distances: Float64Array,
): Float64Array {
  const rope = unchecked<SpecOf<'rope'>>(spec);
  return pe.analysis.scoreByDistance(rope, { distances }).scores;
}

/** RoFormer's bound of scores at distances. */
export function boundByDistance(
  pe: Pick<Rotary, 'analysis'>,
  spec: Spec,
  distances: Float64Array,
): Float64Array {
  const rope = unchecked<SpecOf<'rope'>>(spec);
  return pe.analysis.decayBound(rope, { distances }).bounds;
}
