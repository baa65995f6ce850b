// Has the tables of a layer computed by a worker, which lives while there are some to
// compute.

import type { CacheAsk } from '../cache/cache-shapes.js';

export async function fileOfCache(ask: CacheAsk): Promise<Blob> {
  const { createCacheDesk } = await import('./desk.js');
  const desk = createCacheDesk();
  try {
    return await desk.ask('cache', ask);
  } finally {
    desk.close();
  }
}
