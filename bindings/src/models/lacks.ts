/** What classes do in attention that the package does not compute. */

import type { Family } from './family.js';
import { count, isObject, type Section } from './section.js';
import type { AttentionKind, Lack, ModelSpec } from './types.js';

/** A layer, as far as it depends on it what its class does. */
export interface LackPlace {
  readonly section: Section;
  readonly family: Family;
  /** Its word in `layer_types`. */
  readonly word: string;
  readonly attention: AttentionKind | null;
  readonly window: number | null;
  /** By how many cells its windows are moved. */
  readonly shift: number;
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
    .map(({ what, mask, keys }) => {
      const least =
        typeof keys === 'string' ? section.number(keys, count) : keys;
      return {
        what,
        ...(mask && { option: 'mask' as const }),
        ...(typeof least === 'number' && { keys: least }),
      };
    });
}

/** What a caller does instead. */
const own = 'q and k by `rope.rotate`, and call without `model`, with `scale`';

/** A single position is not enough for every rope. */
function ofRopes(ropes: readonly ModelSpec[]): readonly Lack[] {
  if (ropes.length > 1) {
    return [
      {
        what: `turns parts of a head by positions of several axes: rotate ${own}`,
      },
    ];
  }
  const axes = ropes[0]?.axes ?? null;
  const type = isObject(axes) && 'type' in axes ? axes.type : undefined;
  // Texts have the same position on all axes of M-RoPE.
  if (type !== 'axial' && type !== 'mixed') return [];
  return [{ what: `turns cells by their rows and columns: rotate ${own}` }];
}

/** Cells see only those of their window, which may be moved. */
function ofWindows({ attention, window, shift }: LackPlace): readonly Lack[] {
  if (attention !== 'window' || window === null) return [];
  const alone: Lack = {
    what: `sees the keys of a window of ${window} × ${window} cells alone`,
    ...{ option: 'mask', keys: window ** 2 },
  };
  if (shift === 0) return [alone];
  const what =
    `moves its windows by ${shift} cells, so that some hold parts of the ` +
    'image that do not see each other';
  return [{ what, option: 'mask' }];
}
