// The worker of the view: it computes what takes long.

import { load } from 'posenc/attention';
import { needed, serveDesk } from '../../../engine/serve.js';
import { drawLong } from '../long/draw.js';
import { computeInTurns } from '../numbers/computed.js';
import type { AttentionJobs } from './jobs.js';
import { createSupply, type Supply } from './supply.js';

const supplied = needed(load()).then((attention) =>
  createSupply(attention, async () =>
    needed((await needed(import('posenc/absolute'))).load()),
  ),
);
// Who asks for a job is told; nobody else waits for it.
supplied.catch(() => {});

/** The package with what a job needs of it. */
async function suppliedFor(needs: Parameters<Supply['bring']>[0]) {
  const supply = await supplied;
  await supply.bring(needs);
  return supply.pe;
}

serveDesk<AttentionJobs>({
  async sentence(state, turn) {
    const pe = await suppliedFor(state);
    const computed = await computeInTurns(pe, state, turn.pause);
    turn.give(...buffersOf(computed));
    return computed;
  },

  long: (ask, turn) => drawLong(suppliedFor(ask.sides), ask, turn),
});

/** The memory of all arrays in a value. */
function buffersOf(value: unknown): ArrayBufferLike[] {
  if (ArrayBuffer.isView(value)) return [value.buffer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(buffersOf);
}
