// The desk of this view: its jobs, done in a worker that begins with the first.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { ImagesJobs } from './jobs.js';

export type ImagesDesk = Desk<ImagesJobs>;

export function createImagesDesk(): ImagesDesk {
  return createDesk<ImagesJobs>(
    () =>
      new Worker(new URL('./images-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
