// What the workers of this view can be asked.

import type { CacheAsk, CacheKind } from '../cache/cache-shapes.js';
import type { Scores, ScoresAsk } from '../context/scores.js';

export interface ModelsJobs {
  /** The configuration in the header of a GGUF file, as text. */
  readonly gguf: { readonly input: File; readonly output: string };
}

/** A file, and the table that it holds; '' for all of them. */
export interface CacheBlob {
  readonly table: string;
  readonly blob: Blob;
}

export interface RotaryJobs {
  /** Files with tables of cosines and sines. */
  readonly cache: {
    readonly input: { readonly ask: CacheAsk; readonly kind: CacheKind };
    readonly output: readonly CacheBlob[];
  };
  /** What is expected of scores by distance. */
  readonly scores: { readonly input: ScoresAsk; readonly output: Scores };
}
