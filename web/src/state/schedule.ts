// Puts work off: to the next frame, or until input has stopped. Work that was
// put off counts as pending until it is done.

import { begin, type Work } from './pending.js';

/**
 * Runs `task` after the next frame. Canvases are measured and painted late in a
 * frame, after its animation callbacks.
 */
export function afterFrame(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}

/** Gives a function that runs `task` in the next frame, once a frame. */
export function perFrame(task: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    afterFrame(begin('picture'));
    requestAnimationFrame(() => {
      waiting = false;
      task();
    });
  };
}

/** Asks for a task that runs later. */
export interface Quiet {
  (): void;
  /** Takes back what was asked for: the task does not run, nothing is pending. */
  cancel(): void;
}

/** Gives a function that runs `task` when it was not called for `ms`. */
export function whenQuiet(work: Work, ms: number, task: () => void): Quiet {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done: (() => void) | null = null;
  function ask(): void {
    clearTimeout(timer);
    done ??= begin(work);
    timer = setTimeout(() => {
      const end = done;
      done = null;
      try {
        task();
      } finally {
        end?.();
      }
    }, ms);
  }
  function cancel(): void {
    clearTimeout(timer);
    done?.();
    done = null;
  }
  return Object.assign(ask, { cancel });
}
