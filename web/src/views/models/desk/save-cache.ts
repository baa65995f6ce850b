// Has the tables of a layer computed by a worker, which lives while there are some to
// compute.

import type { CacheAsk, CacheKind } from '../cache/cache-shapes.js';
import type { CacheBlob } from './jobs.js';

export async function filesOfCache(
  ask: CacheAsk,
  kind: CacheKind,
): Promise<readonly CacheBlob[]> {
  const { createRotaryDesk } = await import('./desk.js');
  const desk = createRotaryDesk();
  try {
    return await desk.ask('cache', { ask, kind });
  } finally {
    desk.close();
  }
}
