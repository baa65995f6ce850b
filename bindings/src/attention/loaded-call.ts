/** What all items of a call share, in the instance's memory. */

import type { Scratch } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import type { Call } from './call.js';
import {
  type Item,
  itemLoader,
  loadShared,
  type SharedInputs,
} from './items.js';
import { type LoadedScores, loadTerms } from './terms.js';

/** A call whose terms and inputs are in the instance's memory. */
export interface LoadedCall {
  readonly rope: RopeCore | undefined;
  readonly loaded: LoadedScores;
  readonly shared: SharedInputs;
  /** Loads an item, in place of the one before. */
  readonly load: (item: number) => Item;
}

/** Loads a call; `gradient` says whether it runs backwards. */
export function loadCall(
  scratch: Scratch,
  call: Call,
  gradient: boolean,
): LoadedCall {
  const rope = call.rotary?.make();
  const loaded = loadTerms(scratch, call.terms, gradient);
  const shared = loadShared(scratch, call, gradient);
  const load = itemLoader(scratch, call, shared, rope);
  return { rope, loaded, shared, load };
}
