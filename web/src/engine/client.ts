// The package's worker client for tables, under the page's own watchdog. The
// client waits long for a worker that has not answered yet, as a program may;
// a reader sees a page that hangs.

import { createClient } from 'posenc/worker';
import { failureOf } from '../shell/failure.js';
import type { Spec } from '../state/spec.js';
import { troubleOf, WorkerTrouble } from './trouble.js';
import { loadingMs, silenceMs, watch } from './watchdog.js';

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
  make(spec: Spec, cost: number, signal: AbortSignal): Promise<Made>;
}

/** The calls of the client that are used; the page's specs may be wrong. */
interface Unchecked {
  plan(spec: Spec): Promise<unknown>;
  make(spec: Spec, how: object): Promise<unknown>;
  close(): Promise<void>;
}

/** Operations a millisecond, at least, and how many times longer is too long. */
const slowest = 1e6 / 50;

export function createTableClient(): TableClient {
  let client: Unchecked | null = null;
  let answered = false;

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

  /** A call that is given up when it, or its worker, takes too long. */
  async function guarded<T>(
    call: (how: object) => Promise<unknown>,
    cost: number,
    signal: AbortSignal,
  ): Promise<T> {
    signal.throwIfAborted();
    const control = new AbortController();
    const abort = () => control.abort(signal.reason);
    signal.addEventListener('abort', abort);
    const limit = Math.max(answered ? silenceMs : loadingMs, cost / slowest);
    let hang: (error: unknown) => void = () => {};
    const hung = new Promise<never>((_, reject) => {
      hang = reject;
    });
    const dog = watch(limit, () => {
      const trouble = new WorkerTrouble('it was silent');
      hang(trouble);
    });
    try {
      const result = await Promise.race([
        call({ signal: control.signal, onProgress: dog.heard }),
        hung,
      ]);
      answered = true;
      return result as T;
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) {
        answered = answered || failureOf(error) !== null;
        throw error;
      }
      // A plan cannot be aborted, and would hold its worker for ever.
      void client?.close();
      client = null;
      answered = false;
      throw trouble;
    } finally {
      dog.stop();
      signal.removeEventListener('abort', abort);
    }
  }

  return {
    plan: (spec, signal) => guarded(() => started().plan(spec), 0, signal),
    make: (spec, cost, signal) =>
      guarded((how) => started().make(spec, how), cost, signal),
  };
}
