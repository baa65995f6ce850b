// Does a job anew whose worker stopped: a desk begins another worker then.

import { WorkerTrouble } from './trouble.js';

/** How often a job is begun anew. */
const mostReplacements = 2;

/**
 * What `job` gives. Where its worker stops, `replaced` is called and the job is
 * done once more; the third worker that stops is thrown as `WorkerTrouble`.
 */
export async function persist<T>(
  job: () => Promise<T>,
  replaced: () => void,
): Promise<T> {
  for (let replacements = 0; ; replacements++) {
    try {
      return await job();
    } catch (error) {
      const stopped = error instanceof WorkerTrouble;
      if (!stopped || replacements >= mostReplacements) throw error;
      replaced();
    }
  }
}
