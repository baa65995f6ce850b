// The worker that computes the tables of a layer: hundreds of megabytes at most.

import { load } from 'posenc/rotary';
import { needed, serveDesk } from '../../../engine/serve.js';
import { cacheFile } from './cache-file.js';
import type { CacheJobs } from './jobs.js';

const loading = needed(load());

serveDesk<CacheJobs>({
  cache: async (ask) => new Blob([cacheFile(await loading, ask) as BlobPart]),
});
