// A list of the work that was put off and is not done yet. The page shows it to
// assistive technology and to tests, which wait for it.

/**
 * - `load`: the package, or a view, is being loaded;
 * - `picture`: the next frame will draw;
 * - `studies`: figures follow once input has stopped;
 * - `words`: a line will be spoken once input has stopped;
 * - `address`: the state will be written into the address.
 */
export type Work = 'load' | 'picture' | 'studies' | 'words' | 'address';

type Listener = (works: readonly Work[]) => void;

const counts = new Map<Work, number>();
const listeners: Listener[] = [];

/** The kinds of pending work, each once. */
export function pending(): readonly Work[] {
  return [...counts.keys()];
}

/** Calls `listener` whenever `pending()` changes. */
export function onPending(listener: Listener): void {
  listeners.push(listener);
}

function add(work: Work, more: 1 | -1): void {
  const before = counts.get(work) ?? 0;
  const count = before + more;
  if (count > 0) counts.set(work, count);
  else counts.delete(work);
  if (before > 0 && count > 0) return;
  for (const listener of listeners) listener(pending());
}

/** Adds pending work, and gives a function that ends it. */
export function begin(work: Work): () => void {
  let open = true;
  add(work, 1);
  return () => {
    if (open) add(work, -1);
    open = false;
  };
}

/** Does a task as pending work, however it ends. */
export async function during<T>(
  work: Work,
  task: () => T | Promise<T>,
): Promise<T> {
  const done = begin(work);
  try {
    return await task();
  } finally {
    done();
  }
}
