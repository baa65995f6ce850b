/** Workers of all runtimes: how they begin, and how they are heard. */

import { PosencTypeError } from '../base/errors.js';
import type { NodeProcess } from './port.js';

/** What is used of a worker, of a browser's or of Node's `worker_threads`. */
export interface WorkerLike {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
}

/** What a worker may have besides. */
interface Events {
  on?(event: string, hear: (value: unknown) => void): unknown;
  addEventListener?(event: string, hear: (event: unknown) => void): void;
  ref?(): void;
  unref?(): void;
}

/** Who hears a worker. */
export interface Hearers {
  message(data: unknown): void;
  /** The worker ended, or could not begin; why, if that is known. */
  death(why: string): void;
}

/** Hears what a worker sends, and its end. */
export function hear(worker: WorkerLike, { message, death }: Hearers): void {
  const events = worker as Events;
  const said = (given: unknown) => {
    const { message } = Object(given) as { readonly message?: unknown };
    return message ? String(message) : 'it ended';
  };
  if (events.on) {
    events.on('message', message);
    events.on('messageerror', (error) => death(said(error)));
    events.on('error', (error) => death(said(error)));
    events.on('exit', () => death('it ended'));
    return;
  }
  events.addEventListener?.('message', (event) => {
    message((event as { readonly data: unknown }).data);
  });
  events.addEventListener?.('messageerror', () => {
    death('a message could not be read');
  });
  events.addEventListener?.('error', (event) => {
    (event as { preventDefault?(): void }).preventDefault?.();
    const { message } = event as { readonly message?: string };
    death(message || 'its file could not be loaded');
  });
}

/** Lets a program end while a worker has nothing to do, but in browsers. */
export function hold(worker: WorkerLike, busy: boolean): void {
  const { ref, unref } = worker as Events;
  (busy ? ref : unref)?.call(worker);
}

interface Runtime {
  readonly process?: NodeProcess;
  readonly navigator?: { readonly hardwareConcurrency?: number };
  readonly document?: { readonly visibilityState?: string };
  readonly Deno?: unknown;
  readonly Bun?: unknown;
  readonly Worker?: new (url: URL, options: object) => WorkerLike;
}

const runtime = globalThis as unknown as Runtime;

/** Whether a person looks at the page; always, where there is none. */
export const visible = () => runtime.document?.visibilityState !== 'hidden';

/** Number of processors, at most 8; 2 if it is not known. */
export function processors(): number {
  const os = runtime.process?.getBuiltinModule?.('node:os');
  const { availableParallelism } = Object(os) as {
    availableParallelism?(): number;
  };
  const found =
    availableParallelism?.() ?? runtime.navigator?.hardwareConcurrency ?? 2;
  return Math.min(found, 8);
}

/**
 * Makes the workers of a runtime other than a browser; undefined in browsers,
 * where only the page's bundler knows the address.
 */
export function usualWorker(
  part: string | undefined,
): (() => WorkerLike) | undefined {
  const { process, Deno, Bun, Worker: WebWorker } = runtime;
  const node = process?.getBuiltinModule?.('node:worker_threads');
  // Deno's own workers cannot be let go while they are idle: those of its
  // `node:worker_threads` can.
  const { Worker } =
    node && !Bun
      ? (node as Pick<Runtime, 'Worker'>)
      : { Worker: Deno || Bun ? WebWorker : undefined };
  if (!Worker) return undefined;
  const file = part ? `./worker-run-${part}.js` : './worker-run.js';
  // Bundlers look for `new URL(…, import.meta.url)`, and warn of a file that they
  // cannot know; no bundler's page comes here.
  const url = Reflect.construct(URL, [file, import.meta.url]) as URL;
  return () => new Worker(url, { type: 'module' });
}

/** The error of a worker that is gone, or that never was. */
export function workerError(why: string): PosencTypeError {
  const message = `posenc/worker: a worker failed: ${why}`;
  return new PosencTypeError(message, { code: 'ERR_WORKER', param: 'worker' });
}
