// Work that follows input: at most once a frame, or once things are quiet.

/** Runs `task` in the next animation frame, however often it is asked to. */
export function perFrame(task: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      task();
    });
  };
}

/** Runs `task` once nobody has asked for it for `ms` milliseconds. */
export function whenQuiet(ms: number, task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(task, ms);
  };
}
