// The desk of this view: its jobs, done in a worker that begins with the first.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { BiasJobs } from './jobs.js';

export type BiasDesk = Desk<BiasJobs>;

export function createBiasDesk(): BiasDesk {
  return createDesk<BiasJobs>(
    () =>
      new Worker(new URL('./biases-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
