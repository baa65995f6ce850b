/** How the ropes of layers are made. */

import type { Rope } from '../rotary/rope.js';
import type { ModelSpec } from './types.js';

/** Makes a rope of a spec, or throws as `rope` does. */
export type MakeRope = (spec: ModelSpec) => Rope;
