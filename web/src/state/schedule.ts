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

/** Gives a function that runs `task` when it was not called for `ms`. */
export function whenQuiet(
  work: Work,
  ms: number,
  task: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done: (() => void) | null = null;
  return () => {
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
  };
}
