// What two ropes are called, beside each other.

import type { Spec } from '../../../state/spec.js';
import { modelOf } from '../lengths.js';
import type { Told } from '../meeting.js';
import { method } from '../method.js';
import type { RopeState } from '../state.js';
import type { Comparison } from './compare.js';

/** What the two ropes are called. */
export interface SideNames {
  readonly first: string;
  readonly second: string;
}

/** The names of their models, or what tells them apart without. */
export function nameSides(first: Spec, second: Spec): SideNames {
  const own = modelOf(method, first) ?? 'this rope';
  const other = modelOf(method, second) ?? 'the other rope';
  return { first: own, second: other === own ? `${other}, again` : other };
}

/** The row of the second rope beside the other live scores. */
export function liveOf(
  { second }: Comparison,
  state: RopeState,
): (Told & { readonly name: string }) | null {
  if (state.second === null) return null;
  const { second: name } = nameSides(state.spec, state.second);
  return { name, here: second.score, moved: second.moved };
}
