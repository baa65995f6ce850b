// What goes wrong with a worker itself, as opposed to a value that is refused.

import { type Failure, failureOf, failureOfAny } from '../shell/failure.js';

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

/**
 * What a reader is told of the error of a job. It is `lost` if the job was not
 * refused, but its worker stopped or has a defect: to try again may help.
 */
export function readError(error: unknown): { failure: Failure; lost: boolean } {
  const trouble = troubleOf(error);
  if (trouble !== null) {
    const message = describeTrouble(trouble);
    const failure = { message, code: 'ERR_WORKER', param: '' };
    return { failure, lost: true };
  }
  const refused = failureOf(error);
  if (refused !== null) return { failure: refused, lost: false };
  reportError(error);
  return { failure: failureOfAny(error), lost: true };
}
