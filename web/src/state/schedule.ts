// Work that follows input: at most once a frame, or once things are quiet.
// Until it is done, it counts as pending.

import { begin, type Work } from './pending.js';

/**
 * Runs `task` once the coming frame is on the screen. Canvases are measured
 * and painted late in a frame, after what was asked for at its beginning.
 */
export function afterFrame(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}

/** Runs `task` in the next animation frame, however often it is asked to. */
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

/** Runs `task` once nobody has asked for it for `ms` milliseconds. */
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
