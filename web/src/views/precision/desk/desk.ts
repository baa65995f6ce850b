// The desk of this view: its jobs, done in a worker that begins with the first.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { PrecisionJobs } from './jobs.js';

export type PrecisionDesk = Desk<PrecisionJobs>;

export function createPrecisionDesk(): PrecisionDesk {
  return createDesk<PrecisionJobs>(
    () =>
      new Worker(new URL('./precision-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
