/** What classes do in attention that the package does not compute. */

import type { Family } from './family.js';
import { count, type Section } from './section.js';
import type { AttentionKind, Lack, ModelSpec } from './types.js';

/** A layer, as far as it depends on it what its class does. */
export interface LackPlace {
  readonly section: Section;
  readonly family: Family;
  /** Its word in `layer_types`. */
  readonly word: string;
  readonly attention: AttentionKind | null;
  readonly window: number | null;
  readonly ropes: readonly ModelSpec[];
}

/** What the class of a layer does that `attention({ model })` does not. */
export function lacksOf(place: LackPlace): readonly Lack[] {
  const { attention } = place;
  if (attention === null) return [];
  return [...ofFamily(place), ...ofRopes(place.ropes), ...ofWindows(place)];
}

function ofFamily({ section, family, word }: LackPlace): readonly Lack[] {
  return (family.lacks ?? [])
    .filter(({ words }) => words?.includes(word) ?? true)
    .map(({ what, option, keys }) => {
      const least =
        typeof keys === 'string' ? section.number(keys, count) : keys;
      return {
        what,
        ...(option && { option }),
        ...(typeof least === 'number' && { keys: least }),
      };
    });
}

/** What a caller does instead. */
const own = 'q and k by `rope.rotate`, and call without `model`, with `scale`';

/** A single position is not enough for every rope. */
function ofRopes(ropes: readonly ModelSpec[]): readonly Lack[] {
  if (ropes.length < 2) return [];
  const what = `turns parts of a head by positions of several axes: rotate ${own}`;
  return [{ what }];
}

/** Cells see only those of their window. */
function ofWindows({ attention, window }: LackPlace): readonly Lack[] {
  if (attention !== 'window' || window === null) return [];
  const what = `sees the keys of a window of ${window} × ${window} cells alone`;
  return [{ what, option: 'mask', keys: window ** 2 }];
}
