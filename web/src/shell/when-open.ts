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
