// The worker of the view of biases: the package computes here whatever the view
// draws, so that the page's own thread only draws.

import { load } from 'posenc/attention';
import { needed, serveDesk } from '../../../engine/serve.js';
import { lookUp } from '../buckets/look-up.js';
import { computeCurves, computeMap } from '../curves.js';
import type { BiasJobs } from './jobs.js';

const loading = needed(load());

serveDesk<BiasJobs>({
  curves: async (ask) => computeCurves(await loading, ask),
  map: async (ask) => computeMap(await loading, ask),
  rows: async (ask) => lookUp(await loading, ask),
});
