// The worker of the view of RoPE: the package computes here whatever the view
// draws, so that the page's own thread only draws.

import { load } from 'posenc/attention';
import { needed, serveDesk } from '../../../engine/serve.js';
import { endsOf, reachStretches } from '../../../figures/reach/reach-span.js';
import { makeRope } from '../../../methods/make.js';
import { attempt } from '../../../shell/failure.js';
import type { Spec } from '../../../state/spec.js';
import { computeReach, type Reach } from '../reach.js';
import type { Reaches, RopeJobs } from './jobs.js';
import { computePicture } from './picture.js';

/**
 * Stretches of a decade of the whole axis, in a coarse chart and in a fine one, and
 * the most distances that are computed of each.
 */
const fineness = {
  coarse: { perDecade: 6, sampled: 16 },
  fine: { perDecade: 40, sampled: 512 },
} as const;

const loading = needed(load());

serveDesk<RopeJobs>({
  picture: async (ask) => computePicture(await loading, ask),

  async reach(state, turn) {
    const pe = await loading;
    async function reachOf(
      spec: Spec,
      { perDecade, sampled }: (typeof fineness)[keyof typeof fineness],
    ): Promise<Reach> {
      const own = { ...state, spec };
      const stretches = reachStretches(perDecade, endsOf(state.reach));
      const steps = computeReach(pe, own, stretches, sampled);
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        await turn.pause();
      }
    }
    async function at(how: keyof typeof fineness): Promise<Reaches> {
      const { spec, second } = state;
      const first = await reachOf(spec, fineness[how]);
      const other = second && (await reachOf(second, fineness[how]));
      return { first, second: other };
    }
    turn.tell(await at('coarse'));
    return at('fine');
  },

  async first({ specs }) {
    const pe = await loading;
    return specs.findIndex(
      (spec) => attempt(() => makeRope(pe, spec)).failure === null,
    );
  },
});
