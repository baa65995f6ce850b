// Notices that a worker has been silent for too long. Only time in which the
// page ran and was looked at counts: a browser may stop both, and a worker that
// sleeps with the page is not broken.

/** Milliseconds of silence after which a worker that has begun is given up. */
export const silenceMs = 5000;
/** The same for one that is still being loaded, over a slow line maybe. */
export const loadingMs = 60_000;

/** Milliseconds between two looks at the clock. */
const lookMs = 250;

export interface Watchdog {
  /** The worker was heard: the count begins anew. */
  heard(): void;
  stop(): void;
}

/** Calls `silent` once, when nothing was heard for `limitMs`. */
export function watch(limitMs: number, silent: () => void): Watchdog {
  let waited = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    // A longer gap is one in which the page itself did not run.
    const passed = Math.min(now - last, 2 * lookMs);
    last = now;
    if (document.visibilityState === 'hidden') return;
    waited += passed;
    if (waited < limitMs) return;
    clearInterval(timer);
    silent();
  }, lookMs);
  return {
    heard() {
      waited = 0;
    },
    stop: () => clearInterval(timer),
  };
}
