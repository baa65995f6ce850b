/**
 * Makes workers from a text in this file, for pages whose policy allows workers
 * from a `blob:`. It holds all methods, and takes the WebAssembly of `posenc`,
 * which it imports; `posenc/worker/run` costs a page less.
 *
 * @example
 * ```ts
 * import { createClient } from 'posenc/worker';
 * import { inlineWorker } from 'posenc/worker/inline';
 *
 * await using client = createClient({ worker: inlineWorker });
 * ```
 *
 * @packageDocumentation
 */

import { moduleBytes } from '../index.js';
import { text } from './inlined.js';
import type { WorkerLike } from './started.js';

/**
 * A new worker from a blob, for `createClient({ worker })`.
 *
 *   error    where a policy forbids it, calls of the client are rejected with the
 *            code `ERR_WORKER`
 */
export function inlineWorker(): WorkerLike {
  const blob = new Blob([text], { type: 'text/javascript' });
  const url = URL.createObjectURL(blob);
  const worker = new Worker(url);
  const bytes = moduleBytes().slice();
  worker.postMessage(bytes, [bytes.buffer]);
  // The worker has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return worker;
}
