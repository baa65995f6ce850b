/** What the spec of a bias has inside attention besides its own options. */

import type { Checked } from '../describe/checks.js';
import type { MoreOptions } from '../terms/inside.js';
import { placed, placeParameters } from './placed.js';
import { gated, gateParameters } from './query-gate.js';

const parameters = { ...placeParameters, ...gateParameters };

export const biasOptions: MoreOptions = {
  parameters,
  apply(heap, method, planned, checked, sizes) {
    const own = checked as Checked<typeof parameters>;
    const here = placed(method, planned, own, sizes);
    return gated(heap, method, here, own.queryGate, sizes);
  },
};
