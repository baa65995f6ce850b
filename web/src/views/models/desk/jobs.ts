// What the workers of this view can be asked.

import type { CacheAsk } from '../cache/cache-shapes.js';

export interface ModelsJobs {
  /** The configuration in the header of a GGUF file, as text. */
  readonly gguf: { readonly input: File; readonly output: string };
}

export interface CacheJobs {
  /** A file with tables of cosines and sines. */
  readonly cache: { readonly input: CacheAsk; readonly output: Blob };
}
