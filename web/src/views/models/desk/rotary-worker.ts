// The worker that computes with the ropes of layers: tables of hundreds of megabytes
// at most, and scores by distance.

import { load } from 'posenc/rotary';
import { needed, serveDesk } from '../../../engine/serve.js';
import { computeScores } from '../context/scores.js';
import { cacheFiles } from './cache-file.js';
import type { RotaryJobs } from './jobs.js';

const loading = needed(load());

serveDesk<RotaryJobs>({
  cache: async ({ ask, kind }) =>
    cacheFiles(await loading, ask, kind).map(({ table, bytes }) => ({
      ...{ table, blob: new Blob([bytes as BlobPart]) },
    })),

  async scores(ask, turn) {
    const steps = computeScores(await loading, ask);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      await turn.pause();
    }
  },
});
