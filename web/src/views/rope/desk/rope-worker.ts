// The worker of the view of RoPE: the package computes here whatever the view
// draws, so that the page's own thread only draws.

import { load } from 'posenc';
import { needed, serveDesk } from '../../../engine/serve.js';
import { makeRope } from '../../../methods/make.js';
import { attempt } from '../../../shell/failure.js';
import type { Spec } from '../../../state/spec.js';
import { computeReach, type Reach } from '../reach.js';
import { endsOf, reachDistances } from '../reach-span.js';
import type { Reaches, RopeJobs } from './jobs.js';
import { computePicture } from './picture.js';

/** Distances of a decade of the whole axis, in a coarse chart and in a fine one. */
const perDecade = { coarse: 6, fine: 40 } as const;

const loading = needed(load());

serveDesk<RopeJobs>({
  picture: async (ask) => computePicture(await loading, ask),

  async reach(state, turn) {
    const pe = await loading;
    async function reachOf(spec: Spec, count: number): Promise<Reach> {
      const own = { ...state, spec };
      const distances = reachDistances(count, endsOf(state.reach));
      const steps = computeReach(pe, own, distances);
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        await turn.pause();
      }
    }
    async function at(count: number): Promise<Reaches> {
      const { spec, second } = state;
      const first = await reachOf(spec, count);
      return { first, second: second && (await reachOf(second, count)) };
    }
    turn.tell(await at(perDecade.coarse));
    return at(perDecade.fine);
  },

  async first({ specs }) {
    const pe = await loading;
    return specs.findIndex(
      (spec) => attempt(() => makeRope(pe, spec)).failure === null,
    );
  },
});
