// What the worker of files can be asked.

import type { NumbersAsk } from './numbers.js';

export interface FileJobs {
  /** Writes a file of numbers, and tells how far it is: a part from 0 to 1. */
  write: { readonly input: NumbersAsk; readonly output: Written };
}

/** `file` is null until the whole of it is written. */
export interface Written {
  readonly share: number;
  readonly file: Blob | null;
}
