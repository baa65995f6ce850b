// Both words move along the text together, one position a step, as far as a
// stretch of positions goes.

import type { Places } from './meeting.js';

/** The positions that a walk goes through. */
export const walkLength = 100;

export interface Walk {
  /** Where the words were before it. */
  readonly from: Places;
  /** How far they have moved. */
  readonly moved: number;
}

export function walkFrom({ queryAt, keyAt }: Places): Walk {
  return { from: { queryAt, keyAt }, moved: 0 };
}

/** Where a walk has the words. */
export function walkedTo({ from, moved }: Walk): Places {
  return { queryAt: from.queryAt + moved, keyAt: from.keyAt + moved };
}

/** The walk that has the words where they are; a new one if none has. */
export function walkAt(walk: Walk | null, places: Places): Walk {
  if (walk === null) return walkFrom(places);
  const { queryAt, keyAt } = walkedTo(walk);
  const same = queryAt === places.queryAt && keyAt === places.keyAt;
  return same ? walk : walkFrom(places);
}

export function isOver({ moved }: Walk): boolean {
  return moved >= walkLength;
}

/** One step on; a walk that is over begins again where it began. */
export function stepped(walk: Walk): Walk {
  return isOver(walk)
    ? { ...walk, moved: 0 }
    : { ...walk, moved: walk.moved + 1 };
}
