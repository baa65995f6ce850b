// What goes wrong with a worker itself, as opposed to a value that is refused.

/** A worker could not begin, died, or was silent for too long. */
export class WorkerTrouble extends Error {
  override readonly name = 'WorkerTrouble';
}

/** The sentence that a reader sees of a worker that is gone. */
export function describeTrouble({ message }: WorkerTrouble): string {
  return (
    `A worker of this page stopped (${message}). ` +
    'Another one takes its place.'
  );
}

/** The trouble in an error of the package's client; null for any other. */
export function troubleOf(error: unknown): WorkerTrouble | null {
  if (error instanceof WorkerTrouble) return error;
  if (!(error instanceof Error)) return null;
  if ((error as { readonly code?: unknown }).code !== 'ERR_WORKER') return null;
  const why = error.message.replace(/^posenc\/worker: a worker failed: /, '');
  return new WorkerTrouble(why);
}
