// What the view asks its worker for.

import { createDesk, type Desk } from '../../engine/desk.js';
import type { Outcome } from '../../shell/failure.js';
import type { Computed } from './computed.js';
import type { LongAnswer, LongAsk } from './long-ask.js';
import type { AttentionState } from './state.js';

export interface AttentionJobs {
  /** All that is drawn of the sentence. */
  sentence: {
    readonly input: AttentionState;
    readonly output: Outcome<Computed>;
  };
  /**
   * Pictures of a long sequence: the worker tells of both sides in turns, first
   * coarsely; null comes last.
   */
  long: { readonly input: LongAsk; readonly output: LongAnswer | null };
}

/** A desk with a worker of its own, so that no kind of work waits for another. */
export function createAttentionDesk(): Desk<AttentionJobs> {
  return createDesk<AttentionJobs>(
    () =>
      new Worker(new URL('./attention-worker.ts', import.meta.url), {
        type: 'module',
      }),
  );
}
