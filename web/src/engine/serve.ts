// What runs inside a worker of the page: it does the jobs that a desk asks for,
// as many at once as there are, each in turns of a few milliseconds.

import { failureOf } from '../shell/failure.js';
import { nextTask } from '../state/task.js';
import type { DeskAnswer, DeskAsk, Input, Output } from './messages.js';

/** Milliseconds after which a long job lets others have their turn. */
const turnMs = 12;

/** What a job has besides its input. */
export interface Turn<O> {
  /**
   * Lets other jobs run if this one has run for `turnMs`, and says that the
   * worker is well. Throws if the job is no longer wanted. To be awaited inside
   * of every long loop.
   */
  pause(): Promise<void>;
  /** Aborted once the job is no longer wanted, for what takes turns itself. */
  readonly signal: AbortSignal;
  /** Sends a coarser output before the last one. */
  tell(output: O, ...buffers: ArrayBufferLike[]): void;
  /** Buffers that leave with the last output, and need no copy. */
  give(...buffers: ArrayBufferLike[]): void;
}

export type Served<J> = {
  readonly [N in keyof J]: (
    input: Input<J, N>,
    turn: Turn<Output<J, N>>,
  ) => Output<J, N> | Promise<Output<J, N>>;
};

/** The scope of a worker; the types of the page have only that of a window. */
interface Scope {
  onmessage: (event: { readonly data: DeskAsk }) => void;
  postMessage(answer: DeskAnswer, transfer?: ArrayBufferLike[]): void;
}

/**
 * What a worker loads before its jobs. If that fails, the worker breaks with the
 * reason: the page says so, and may begin another worker, where a job that is
 * refused would be refused for ever.
 */
export function needed<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    loading.then(resolve, (error: unknown) => {
      setTimeout(() => {
        throw error;
      });
    });
  });
}

/** Answers a desk from now on. To be called once, by the file of a worker. */
export function serveDesk<J>(jobs: Served<J>): void {
  const scope = self as unknown as Scope;
  const open = new Map<number, AbortController>();

  async function run(id: number, name: string, input: unknown): Promise<void> {
    const control = new AbortController();
    open.set(id, control);
    const given: ArrayBufferLike[] = [];
    let begin = performance.now();
    const turn: Turn<unknown> = {
      async pause() {
        if (performance.now() - begin < turnMs) return;
        scope.postMessage({ kind: 'beat', id });
        await nextTask();
        control.signal.throwIfAborted();
        begin = performance.now();
      },
      signal: control.signal,
      tell: (output, ...buffers) =>
        scope.postMessage({ kind: 'part', id, output }, buffers),
      give: (...buffers) => given.push(...buffers),
    };
    try {
      const job = jobs[name as keyof J] as (
        input: unknown,
        turn: Turn<unknown>,
      ) => unknown;
      const output = await job(input, turn);
      if (control.signal.aborted) return;
      scope.postMessage({ kind: 'done', id, output }, [...new Set(given)]);
    } catch (error) {
      if (control.signal.aborted) return;
      const failure = failureOf(error);
      if (failure !== null) {
        scope.postMessage({ kind: 'refused', id, failure });
        return;
      }
      console.error(error);
      scope.postMessage({ kind: 'defect', id, message: String(error) });
    } finally {
      open.delete(id);
    }
  }

  scope.onmessage = ({ data }) => {
    if ('abort' in data) open.get(data.id)?.abort();
    else void run(data.id, data.job, data.input);
  };
  scope.postMessage({ kind: 'ready' });
}
