// What the worker of this view can be asked.

import type { LookAsk, Looked } from '../buckets/look-up.js';
import type { Curves, CurvesAsk, HeadMap, MapAsk } from '../curves.js';

interface Job<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

export interface BiasJobs {
  /** The bias of every head at distances. */
  curves: Job<CurvesAsk, Curves>;
  /** The map of one head. */
  map: Job<MapAsk, HeadMap>;
  /** The row of a table that a pair reads, and what else reads it. */
  rows: Job<LookAsk, Looked>;
}
