// A worker of the view of speed: works run here, and nothing else.

import { load } from 'posenc/attention';
import { needed, serveDesk } from '../../../engine/serve.js';
import { measure, stepOf } from '../timing.js';
import { contestants, makeWork } from '../works.js';
import type { Measured, SpeedJobs } from './jobs.js';

const loading = needed(load());

const clock = () => performance.now();

const effort = { turns: 15, shortest: 20 };

serveDesk<SpeedJobs>({
  async measure({ name }, turn): Promise<Measured> {
    const pe = await loading;
    const work = makeWork(pe, name);
    const runs = contestants.map((one) => work[one]);
    const steps = measure(runs, effort);
    for (;;) {
      const { done, value } = steps.next();
      await turn.pause();
      if (!done) continue;
      const all = contestants.map((one, i) => [one, value[i]] as const);
      return {
        samples: Object.fromEntries(all) as Measured['samples'],
        clockStep: stepOf(clock),
        engine: { version: pe.version, simd: pe.simd },
      };
    }
  },

  async rate({ name, milliseconds }, turn) {
    const { posenc } = makeWork(await loading, name);
    posenc();
    const start = clock();
    let runs = 0;
    do {
      posenc();
      runs += 1;
      await turn.pause();
    } while (clock() - start < milliseconds);
    return (1000 * runs) / (clock() - start);
  },

  async ready() {
    await loading;
    return null;
  },
});
