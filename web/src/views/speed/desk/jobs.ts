// What a worker of this view can be asked.

import type { Sample } from '../timing.js';
import type { Contestant, WorkName } from '../works.js';

export interface Measured {
  readonly samples: Readonly<Record<Contestant, Sample>>;
  /** The shortest time that the worker's clock shows, in milliseconds. */
  readonly clockStep: number;
  /** What the package says of itself. */
  readonly engine: { readonly version: string; readonly simd: boolean };
}

export interface SpeedJobs {
  /** Measures a work beside plain JavaScript and its yardstick. */
  readonly measure: {
    readonly input: { readonly name: WorkName };
    readonly output: Measured;
  };
  /** Runs a work of the package for some time: how many runs a second. */
  readonly rate: {
    readonly input: { readonly name: WorkName; readonly milliseconds: number };
    readonly output: number;
  };
  /** Makes a worker ready: what it computes with is loaded. */
  readonly ready: { readonly input: null; readonly output: null };
}
