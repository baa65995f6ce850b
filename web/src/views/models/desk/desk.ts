// The desk of this view: its jobs, done in a worker that begins with the first.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { ModelsJobs } from './jobs.js';

export function createModelsDesk(): Desk<ModelsJobs> {
  return createDesk<ModelsJobs>(
    () =>
      new Worker(new URL('./models-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
