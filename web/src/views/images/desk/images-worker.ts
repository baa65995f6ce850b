// The worker of the view of images: the package computes here what it draws.

import { load as loadTables } from 'posenc/absolute';
import { load as loadRopes } from 'posenc/rotary';
import { needed, serveDesk } from '../../../engine/serve.js';
import { idsOf } from '../sequence/ids.js';
import { createComputing } from './computing.js';
import type { ImagesJobs } from './jobs.js';

const ropes = needed(loadRopes());
const computing = Promise.all([needed(loadTables()), ropes]).then(
  ([tables, { rope, mixedFrequencies }]) => {
    const { sinusoidalGrid, learned, resample } = tables;
    return createComputing({
      ...{ sinusoidalGrid, learned, resample, rope, mixedFrequencies },
    });
  },
);

serveDesk<ImagesJobs>({
  async maps(ask, { pause }) {
    return (await computing).maps(ask, pause);
  },
  async beyond(ask, { pause }) {
    return (await computing).beyond(ask, pause);
  },
  ids: async (sequence) => idsOf(await ropes, sequence),
});
