// What the worker of this view can be asked.

import type { Asked } from '../calls.js';
import type { Ids } from '../sequence/ids.js';
import type { Sequence } from '../sequence/models.js';
import type { Beyond } from '../ways.js';

interface Job<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** How alike a patch is to each patch, row by row. */
export type Alike = Float64Array<ArrayBuffer>;

export interface MapsAsk {
  readonly left: Asked;
  readonly right: Asked;
  /** NaN for the mean of all heads. */
  readonly head: number;
  readonly row: number;
}

export interface BeyondAsk {
  readonly asked: Asked;
  readonly head: number;
  readonly to: readonly number[];
  readonly hows: readonly Beyond[];
  /** The chosen patch in the grid of the training, and in the larger one. */
  readonly row: number;
  readonly rowBeyond: number;
}

export interface BeyondMaps {
  readonly trained: Alike;
  readonly larger: Partial<Readonly<Record<Beyond, Alike>>>;
}

export interface ImagesJobs {
  maps: Job<MapsAsk, { readonly left: Alike; readonly right: Alike }>;
  beyond: Job<BeyondAsk, BeyondMaps>;
  ids: Job<Sequence, Ids>;
}
