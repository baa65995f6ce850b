// The desks of this view: their jobs are done in workers that begin with the first.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { CacheJobs, ModelsJobs } from './jobs.js';

export function createModelsDesk(): Desk<ModelsJobs> {
  return createDesk<ModelsJobs>(
    () =>
      new Worker(new URL('./models-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}

export function createCacheDesk(): Desk<CacheJobs> {
  return createDesk<CacheJobs>(
    () =>
      new Worker(new URL('./cache-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
