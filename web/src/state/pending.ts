// What is still to come. Whoever puts work off says so here, and the page
// passes it on to those who wait: a reader with assistive technology, a test.

/**
 * load: the package; picture: what the next frame draws; studies: what follows
 * a table once its controls rest; words: what is about to be spoken; address:
 * the state that is still to be written there.
 */
export type Work = 'load' | 'picture' | 'studies' | 'words' | 'address';

type Listener = (works: readonly Work[]) => void;

const counts = new Map<Work, number>();
const listeners: Listener[] = [];

/** Kinds of work that are pending now, each once. */
export function pending(): readonly Work[] {
  return [...counts.keys()];
}

/** `listener` hears of every change of `pending()`. */
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

/** Says that work was put off; what comes back says that it is done. */
export function begin(work: Work): () => void {
  let open = true;
  add(work, 1);
  return () => {
    if (open) add(work, -1);
    open = false;
  };
}
