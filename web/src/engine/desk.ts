// Has jobs of the page done in a worker of the page. The jobs are written beside
// each other in the worker's file, which calls `serveDesk`; the page holds a desk
// of the same jobs, and gets promises.
//
// A table is made by the package's own client (`client.ts`): it is one call, whose
// result is moved. The client does one call of one method at a time, and hands each
// result over. That does not serve what follows from tables, ropes and attention:
//   - a figure takes several calls, each with the result of the one before, and with
//     vectors that the page makes: those of 100 000 words, 512 numbers each, are
//     200 MB, which would cross the page's thread in place of a sentence;
//   - a coarse picture comes before the fine one. The client tells how many rows are
//     done, and nothing of what is in them;
//   - a table is made once and then read, measured and painted many times. The
//     client's workers hold nothing from call to call, and paint no pixels.
// So a desk's worker loads the package itself and calls it directly.

import { PageLimit } from '../shell/failure.js';
import type { DeskAnswer, DeskAsk, Input, Output } from './messages.js';
import { WorkerTrouble } from './trouble.js';
import { loadingMs, silenceMs, type Watchdog, watch } from './watchdog.js';

export interface How<O> {
  /** Gives the job up: the promise is rejected with the reason at once. */
  readonly signal?: AbortSignal;
  /** Buffers of the input that move to the worker, and are lost here. */
  readonly move?: readonly ArrayBufferLike[];
  /** Hears coarser outputs, which come before the last. */
  readonly told?: (output: O) => void;
}

/**
 * A worker that does the jobs `J`.
 *
 *   begins   with the first job
 *   errors   a value that a job refused is thrown as `PageLimit`, with the
 *            message, `code` and `param` of the package's error. A worker that
 *            dies, or is silent for `silenceMs` while it has a job, is thrown
 *            away, and all its jobs are rejected with `WorkerTrouble`; the next
 *            job begins another worker, which knows nothing of what the last
 *            one held
 */
export interface Desk<J> {
  ask<N extends keyof J & string>(
    job: N,
    input: Input<J, N>,
    how?: How<Output<J, N>>,
  ): Promise<Output<J, N>>;
  /** Counts the workers: what one of them held is lost with it. */
  turn(): number;
  /**
   * Ends the worker, whose memory is free then. Jobs that are open are rejected
   * with an `AbortError`; the next job begins another worker.
   */
  close(): void;
}

interface Open {
  resolve(output: unknown): void;
  reject(error: unknown): void;
  told?: ((output: never) => void) | undefined;
}

export function createDesk<J>(make: () => Worker): Desk<J> {
  const open = new Map<number, Open>();
  let worker: Worker | null = null;
  let ready = false;
  let dog: Watchdog | null = null;
  let last = 0;
  let turn = 0;

  function guard(): void {
    dog?.stop();
    dog = null;
    if (open.size === 0) return;
    dog = watch(ready ? silenceMs : loadingMs, () => fail('it was silent'));
  }

  /** Throws the worker away, and tells all who wait for it why. */
  function drop(why: Error): void {
    worker?.terminate();
    worker = null;
    ready = false;
    turn += 1;
    const lost = [...open.values()];
    open.clear();
    guard();
    for (const { reject } of lost) reject(why);
  }

  const fail = (why: string) => drop(new WorkerTrouble(why));

  function settle(id: number): Open | undefined {
    const found = open.get(id);
    open.delete(id);
    if (open.size === 0) guard();
    return found;
  }

  function hear(answer: DeskAnswer): void {
    if (answer.kind === 'ready') {
      ready = true;
      guard();
      return;
    }
    dog?.heard();
    const { id } = answer;
    if (answer.kind === 'part') open.get(id)?.told?.(answer.output as never);
    else if (answer.kind === 'done') settle(id)?.resolve(answer.output);
    else if (answer.kind === 'refused') {
      settle(id)?.reject(new PageLimit(answer.failure));
    } else if (answer.kind === 'defect') {
      settle(id)?.reject(new Error(answer.message));
    }
  }

  function started(): Worker {
    if (worker !== null) return worker;
    const made = make();
    worker = made;
    made.onmessage = ({ data }: { readonly data: DeskAnswer }) => {
      if (made === worker) hear(data);
    };
    made.onmessageerror = () => {
      if (made === worker) fail('a message could not be read');
    };
    made.onerror = (event) => {
      event.preventDefault();
      const why = event.message || 'its file could not be loaded';
      if (made === worker) fail(why);
    };
    return made;
  }

  return {
    turn: () => turn,
    close() {
      if (worker !== null) drop(new DOMException('closed', 'AbortError'));
    },
    ask(job, input, { signal, move = [], told } = {}) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        last += 1;
        const id = last;
        const asked: DeskAsk = { id, job, input };
        started().postMessage(asked, [...move] as Transferable[]);
        open.set(id, { resolve: resolve as Open['resolve'], reject, told });
        if (open.size === 1) guard();
        signal?.addEventListener('abort', () => {
          if (settle(id) === undefined) return;
          worker?.postMessage({ id, abort: true } satisfies DeskAsk);
          reject(signal.reason);
        });
      });
    },
  };
}
