// Follows the state of a view with what a worker makes of it: the newest wish is
// done, older ones are given up, and what was made last stays until the next has
// come.

import type { Drawn, Refusal } from '../shell/create-view.js';
import type { Failure } from '../shell/failure.js';
import { createLate } from '../state/late.js';
import type { Work } from '../state/pending.js';
import { createNewest } from './newest.js';
import { readError } from './trouble.js';

/** What was made, and what the reader is told if it is not what was wished. */
export interface Answer<M> {
  readonly made: M;
  readonly refusal?: Refusal;
}

/** What is known where nothing could be made of a wish. */
export interface Refused<W, M> {
  readonly wish: W;
  /** What the pictures show instead. */
  readonly made: M | null;
  /** Tries again; it is there if that may help. */
  readonly retry?: () => void;
}

export interface FollowForm<W, M> {
  /** What it counts as while it is awaited. */
  readonly work: Work;
  /** Whether what was made of one wish serves the other, too. */
  same(one: W, other: W): boolean;
  /**
   * Makes what is wished. It throws the failure of a value or of a worker, and
   * may tell of a coarser result before.
   */
  make(
    wish: W,
    signal: AbortSignal,
    tell: (coarse: M) => void,
  ): Promise<Answer<M>>;
  /** What the reader is told where nothing could be made of a wish. */
  refuse(failure: Failure, about: Refused<W, M>): Refusal;
  /** There is something new to draw. */
  changed(): void;
  /** Kept once what was drawn last is seen: the next wish begins after it. */
  seen?(): Promise<void>;
  /** Something else was made in the place of `before`, or nothing. */
  replaced?(before: M): void;
}

export interface Follower<W, M> {
  /** What was made last. */
  made(): M | null;
  /** Asks for what is made of a wish, and says what the pictures show. */
  want(wish: W): Drawn;
  /** Shows a failure that was met outside of `make`. */
  fail(error: unknown): void;
  /** Asks for the same wish again. */
  again(): void;
  /** Gives up what is not done, because nobody looks at it. */
  stop(): void;
  /** Gives up what was made, too. */
  forget(): void;
}

export function createFollower<W, M>(form: FollowForm<W, M>): Follower<W, M> {
  const { same, make, refuse, changed } = form;
  const newest = createNewest(form.work);
  const late = createLate(changed);
  /** The wish that was asked for last, and the one that was met last. */
  let wish: W | null = null;
  let met: W | null = null;
  let made: M | null = null;
  let refusal: Refusal | null = null;

  function hold(next: M | null): void {
    const before = made;
    made = next;
    if (before !== null && before !== next) form.replaced?.(before);
  }

  function again(): void {
    wish = null;
    changed();
  }

  function fail(error: unknown): void {
    const about = wish ?? met;
    if (about === null) return;
    const { failure, lost } = readError(error);
    const how = lost ? { retry: again } : {};
    refusal = refuse(failure, { wish: about, made, ...how });
    changed();
  }

  async function answer(own: W, signal: AbortSignal): Promise<void> {
    try {
      const told = await make(own, signal, (coarse) => {
        hold(coarse);
        changed();
      });
      met = own;
      hold(told.made);
      refusal = told.refusal ?? null;
      changed();
      await form.seen?.();
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
    // The reader asked for something else meanwhile.
    if (signal.aborted) return;
    const before = late.is;
    late.end();
    if (wish !== own) late.wait();
    if (before) changed();
  }

  function stop(): void {
    newest.stop();
    late.end();
    wish = null;
  }

  return {
    made: () => made,
    want(next) {
      if (wish === null || !same(wish, next)) {
        wish = next;
        late.wait();
        newest.want((signal) => answer(next, signal));
      }
      if (refusal !== null) return refusal;
      return late.is && made !== null ? 'outdated' : null;
    },
    fail,
    again,
    stop,
    forget() {
      stop();
      met = null;
      refusal = null;
      hold(null);
    },
  };
}
