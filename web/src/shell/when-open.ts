// Work that waits until an element has room on the page: while it lies in a
// closed fold, it has none.

/** Runs a task once, when an element first has room. */
export function whenOpen(element: Element, task: () => void): void {
  const observer = new ResizeObserver(() => {
    if (element.getClientRects().length === 0) return;
    observer.disconnect();
    task();
  });
  observer.observe(element);
}

/**
 * Gives a function that runs a task at once while a fold is open. The newest of
 * those that come while it is closed runs when it opens.
 */
export function whileOpen(
  fold: HTMLDetailsElement,
): (task: () => void) => void {
  let waiting: (() => void) | null = null;
  fold.addEventListener('toggle', () => {
    const task = waiting;
    if (!fold.open) return;
    waiting = null;
    task?.();
  });
  return (task) => {
    waiting = fold.open ? null : task;
    if (fold.open) task();
  };
}
