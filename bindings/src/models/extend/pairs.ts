/** How many pairs of a rope a stretch slows down. */

import type { RopeSpec } from '../../rotary/rope.js';
import { frequenciesOf } from '../rope-facts.js';
import type { ModelSpec } from '../types.js';

/** The pairs that turn, and those of them that turn slower than before. */
export function changedPairs(
  before: RopeSpec,
  after: RopeSpec,
): { readonly pairs: number; readonly slower: number } {
  const old = frequencies(before);
  const now = frequencies(after);
  const slower = now.filter((one, k) => one < (old[k] ?? 0));
  return { pairs: now.length, slower: slower.length };
}

/** The frequencies by YaRN, or by `dynamic` at the end of the longest text. */
function frequencies(spec: RopeSpec): readonly number[] {
  const { factor, maxPosition } = (spec.scaling ?? {}) as Partial<ModelSpec>;
  const contextLength = Math.ceil(Number(factor) * Number(maxPosition));
  if (!(contextLength > 0)) return frequenciesOf(spec);
  return frequenciesOf({ ...spec, contextLength } as RopeSpec);
}
