// The desk of this view: its jobs, done in a worker that begins with the first.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { RopeJobs } from './jobs.js';

export type RopeDesk = Desk<RopeJobs>;

export function createRopeDesk(): RopeDesk {
  return createDesk<RopeJobs>(
    () =>
      new Worker(new URL('./rope-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
