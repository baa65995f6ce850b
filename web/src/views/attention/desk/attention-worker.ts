// The worker of the view: it computes what takes long.

import { load } from 'posenc';
import { needed, serveDesk } from '../../../engine/serve.js';
import { drawLong } from '../long/draw.js';
import { computeInSteps } from '../numbers/computed.js';
import type { AttentionJobs } from './jobs.js';

const loaded = needed(load());
// Who asks for a job is told; nobody else waits for it.
loaded.catch(() => {});

serveDesk<AttentionJobs>({
  async sentence(state, turn) {
    const steps = computeInSteps(await loaded, state);
    for (;;) {
      await turn.pause();
      const { done, value } = steps.next();
      if (!done) continue;
      turn.give(...buffersOf(value));
      return value;
    }
  },

  long: (ask, turn) => drawLong(loaded, ask, turn),
});

/** The memory of all arrays in a value. */
function buffersOf(value: unknown): ArrayBufferLike[] {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffersOf);
}
