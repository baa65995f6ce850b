// Work that waits until an element has room on the page, or comes near what a
// reader sees: while it lies in a closed fold, it has no room.

import { during } from '../state/pending.js';
import { perFrame } from '../state/schedule.js';
import { setText } from './dom.js';

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
 * Loads what fills an element when that first has room, while the page says that
 * it loads. If it cannot be loaded, `words` say so of `what`.
 */
export function loadWhenOpen(
  element: Element,
  words: HTMLElement,
  what: string,
  load: () => Promise<void>,
): void {
  whenOpen(element, async () => {
    try {
      await during('load', load);
    } catch (error) {
      setText(words, `${what} could not be loaded: ${error}`);
    }
  });
}

/**
 * Tells whether an element is near the window, at first and at each change, until
 * what it gives is called. `margin` is how near that is.
 */
export function followNear(
  element: Element,
  margin: string,
  told: (near: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(
    // Of a busy page, several come at once, the newest last.
    (entries) => told(entries.at(-1)?.isIntersecting ?? false),
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Tasks of open folds, in the order in which they were first asked for. */
const turns = new Map<HTMLDetailsElement, () => void>();

/** Runs one of them a frame, so that none of the page's tasks is long. */
const nextTurn = perFrame(() => {
  const [next] = turns;
  if (next === undefined) return;
  const [fold, task] = next;
  turns.delete(fold);
  if (turns.size > 0) nextTurn();
  task();
});

/**
 * Gives a function that runs a task soon while a fold is open: each fold has a
 * frame of its own, and the newest of its tasks counts. The newest of those that
 * come while it is closed runs when it opens.
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
    if (!fold.open) return;
    turns.set(fold, task);
    nextTurn();
  };
}
