/** Clients of workers for tests, and workers that say that rows take long. */

import { Worker } from 'node:worker_threads';
import { createClient, type WorkerLike } from 'posenc/worker';

const file = new URL('../../bindings/dist/worker-run.js', import.meta.url);

/** What has been seen of the workers of a client. */
export interface Seen {
  readonly workers: Worker[];
  /** Parts that workers were asked for, by the index of the worker. */
  readonly parts: number[];
  /** Bytes of memory that the client sent back to workers to be used again. */
  lent: number;
}

type Message = Readonly<Record<string, unknown>>;

/**
 * A client whose workers say that a row takes `rowMs` milliseconds: so it cuts
 * whatever can be cut.
 */
export function cuttingClient(workers: number, rowMs = 1000) {
  const seen: Seen = { workers: [], parts: [], lent: 0 };
  const worker = (): WorkerLike => {
    const made = new Worker(file);
    const index = seen.workers.push(made) - 1;
    seen.parts[index] = 0;
    return {
      postMessage(message: Message, transfer: ArrayBuffer[]) {
        if (message.kind === 'rows')
          seen.parts[index] = (seen.parts[index] ?? 0) + 1;
        for (const { byteLength } of transfer) seen.lent += byteLength;
        made.postMessage(message, transfer);
      },
      terminate: () => made.terminate(),
      ref: () => made.ref(),
      unref: () => made.unref(),
      on: (event: string, hear: (message: unknown) => void) =>
        made.on(event, (message: Message) =>
          hear(message?.kind === 'measured' ? { ...message, rowMs } : message),
        ),
    } as WorkerLike;
  };
  return { client: createClient({ workers, worker }), seen };
}
