// Draws the parts of a view in turns: where all of them are new, one frame is too
// short for all.

import { perFrame } from './schedule.js';

export interface Turns<Name extends string> {
  /**
   * Draws some of the parts: all in this frame or, if `apart`, the first in this
   * frame and each other one in a frame of its own. Parts that wait for their
   * frame keep those that come later waiting, too.
   */
  draw(names: readonly Name[], apart: boolean): void;
  /** Gives up the parts that wait. */
  end(): void;
}

/** @param parts what draws each of them, in the order of their turns */
export function createTurns<Name extends string>(
  parts: Readonly<Record<Name, () => void>>,
): Turns<Name> {
  const order = Object.keys(parts) as Name[];
  const due = new Set<Name>();

  function drawNext(): void {
    const next = order.find((name) => due.has(name));
    if (next === undefined) return;
    due.delete(next);
    parts[next]();
  }

  const drawLater = perFrame(() => {
    drawNext();
    if (due.size > 0) drawLater();
  });

  return {
    draw(names, apart) {
      const waiting = due.size > 0;
      for (const name of names) due.add(name);
      drawNext();
      if (apart || waiting) {
        if (due.size > 0) drawLater();
      } else {
        while (due.size > 0) drawNext();
      }
    },
    end: () => due.clear(),
  };
}
