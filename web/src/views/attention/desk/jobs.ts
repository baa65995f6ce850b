// The worker of the view, and what it can be asked for.

import { createDesk, type Desk } from '../../../engine/desk.js';
import type { LongJobs } from '../long/ask.js';
import type { SentenceJobs } from '../numbers/computed.js';

export type AttentionJobs = SentenceJobs & LongJobs;

/**
 * A desk with a worker of its own, so that no kind of work waits for another.
 * @param name of the worker, as tools for developers show it
 */
export function createAttentionDesk(
  name: keyof AttentionJobs,
): Desk<AttentionJobs> {
  return createDesk<AttentionJobs>(
    () =>
      new Worker(new URL('./attention-worker.ts', import.meta.url), {
        type: 'module',
        name,
      }),
  );
}
