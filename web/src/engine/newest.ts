// Follows wishes that come faster than they can be done, such as those of a
// slider: one is done at a time, and of those that wait only the newest stays.

import { begin, type Work } from '../state/pending.js';

/** Milliseconds that an older wish may still take, once there is a newer one. */
const graceMs = 400;

/** Does a wish. `signal` is aborted once it takes too long beside a newer. */
export type Wish = (signal: AbortSignal) => Promise<void>;

export interface Newest {
  /**
   * Asks for a wish in place of those that wait. What runs may end, so that a
   * picture follows a slider that does not rest, but is given up `graceMs` after
   * a newer wish has come.
   */
  want(wish: Wish): void;
  /** Gives up what runs and what waits. */
  stop(): void;
}

/**
 * `work` counts as pending until nothing runs and nothing waits. A wish tells of
 * its own failures; one that throws is a defect, unless it was given up.
 */
export function createNewest(work: Work): Newest {
  let waiting: Wish | null = null;
  let control: AbortController | null = null;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let ended: (() => void) | null = null;

  async function next(): Promise<void> {
    const wish = waiting;
    waiting = null;
    if (wish === null) {
      const end = ended;
      ended = null;
      // What follows from the last wish begins before this one ends.
      setTimeout(() => end?.());
      return;
    }
    const own = new AbortController();
    control = own;
    try {
      await wish(own.signal);
    } catch (error) {
      if (!own.signal.aborted) reportError(error);
    }
    clearTimeout(patience);
    patience = undefined;
    control = null;
    void next();
  }

  return {
    want(wish) {
      waiting = wish;
      ended ??= begin(work);
      const running = control;
      if (running === null) void next();
      else patience ??= setTimeout(() => running.abort(), graceMs);
    },
    stop() {
      waiting = null;
      control?.abort();
      // Nobody waits for what was given up.
      ended?.();
      ended = null;
    },
  };
}
