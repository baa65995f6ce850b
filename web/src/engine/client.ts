// The package's worker client for tables. It notices itself when a worker dies or
// falls silent, and begins another one with the next call.

import { createClient } from 'posenc/worker';
import type { Spec } from '../state/spec.js';
import { troubleOf } from './trouble.js';

/** A table as the package makes it, in memory of the page's own. */
export interface Made {
  readonly data:
    | Float32Array<ArrayBuffer>
    | Float64Array<ArrayBuffer>
    | Uint16Array<ArrayBuffer>;
  readonly shape: readonly number[];
  readonly dtype: 'float32' | 'float64' | 'float16' | 'bfloat16';
}

/** What is known of a table before it is made. */
export interface Planned {
  readonly shape: readonly number[];
  readonly bytes: number;
  readonly cost: number;
}

/**
 * Asks a worker of the package's for tables, one worker for all. A refused value
 * is thrown as the package's own error; a worker that dies or hangs is replaced
 * at the next call, and thrown as `WorkerTrouble`.
 */
export interface TableClient {
  plan(spec: Spec, signal: AbortSignal): Promise<Planned>;
  make(spec: Spec, signal: AbortSignal): Promise<Made>;
}

/** The calls of the client that are used; the page's specs may be wrong. */
interface Unchecked {
  plan(spec: Spec): Promise<unknown>;
  make(spec: Spec, how: object): Promise<unknown>;
  close(): Promise<void>;
}

export function createTableClient(): TableClient {
  let client: Unchecked | null = null;

  const started = (): Unchecked => {
    client ??= createClient({
      // What one worker makes is handed over; what several make is copied by
      // the page, which has no time for it.
      workers: 1,
      part: 'absolute',
      worker: () =>
        new Worker(new URL('posenc/worker/run/absolute', import.meta.url), {
          type: 'module',
        }),
    }) as unknown as Unchecked;
    return client;
  };

  /** The result of a call, whose worker may stop. */
  async function settled<T>(call: Promise<unknown>): Promise<T> {
    try {
      return (await call) as T;
    } catch (error) {
      throw troubleOf(error) ?? error;
    }
  }

  return {
    async plan(spec, signal) {
      const planned = await settled<Planned>(started().plan(spec));
      signal.throwIfAborted();
      return planned;
    },
    make: (spec, signal) => settled(started().make(spec, { signal })),
  };
}
