// The desks of this view: their jobs are done in workers that begin with the first.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { ModelsJobs, RotaryJobs } from './jobs.js';

export function createModelsDesk(): Desk<ModelsJobs> {
  return createDesk<ModelsJobs>(
    () =>
      new Worker(new URL('./models-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}

export function createRotaryDesk(): Desk<RotaryJobs> {
  return createDesk<RotaryJobs>(
    () =>
      new Worker(new URL('./rotary-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
