// A desk of this view: a worker that begins with its first job.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { SpeedJobs } from './jobs.js';

export type SpeedDesk = Desk<SpeedJobs>;

export function createSpeedDesk(): SpeedDesk {
  return createDesk<SpeedJobs>(
    () =>
      new Worker(new URL('./speed-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
