/**
 * The entry `posenc/worker`: a client that computes in workers. It holds no
 * WebAssembly and no methods: these are in the workers.
 *
 * @example
 * ```ts
 * import { createClient } from 'posenc/worker';
 *
 * const worker = () =>
 *   new Worker(new URL('posenc/worker/run', import.meta.url), { type: 'module' });
 * await using client = createClient({ worker });
 * const table = await client.sinusoidal({ length: 131072, dim: 1024 });
 * ```
 *
 * @packageDocumentation
 */

import {
  PosencTypeError,
  show,
  wrongKind,
  wrongValue,
} from '../base/errors.js';
import { partNames } from '../generated/parts.js';
import { begin, type Job } from './job.js';
import type { Facts } from './messages.js';
import { Pool } from './pool.js';
import { canShare } from './room.js';
import { processors, usualWorker, type WorkerLike } from './started.js';
import type {
  CallOptions,
  Client,
  ClientSignal,
  Names,
  Part,
} from './types.js';

export {
  type ErrorCode,
  type PosencError,
  PosencRangeError,
  PosencTypeError,
} from '../base/errors.js';
export type { WorkerLike } from './started.js';
export type * from './types.js';

/** Options of {@link createClient}. */
export interface ClientOptions<P extends Part = 'posenc'> {
  /**
   * Largest number of workers; each begins when there is work for it. Defaults to
   * the number of processors, at most 8.
   */
  readonly workers?: number | undefined;
  /**
   * The family whose methods the workers have, such as `'rotary'`: the entry of
   * the package without `posenc/`. Defaults to `'posenc'`, all methods.
   */
  readonly part?: P | undefined;
  /**
   * Makes a worker: `() => new Worker(new URL('posenc/worker/run',
   * import.meta.url), { type: 'module' })`, or with `posenc/worker/run/rotary` for
   * a part. Required in browsers; Node, Deno and Bun find the file themselves.
   */
  readonly worker?: (() => WorkerLike) | undefined;
}

const PARTS: readonly Part[] = ['posenc', ...partNames];

const name = 'createClient';

/**
 * A client that makes what `make` of the package makes, in workers. Methods give
 * promises of the results of direct calls, bit for bit, for any number of
 * workers.
 *
 *   range    `workers` from 1 to 64
 *   error    wrong options throw at once. Calls are rejected with the errors of
 *            direct calls; with the code `ERR_WORKER` if a worker could not
 *            begin, died or hung, after which the next call begins a new one;
 *            with `ERR_DISPOSED` after `close`
 *   cost     nothing until the first call; then as `load` for each worker.
 *            Options are copied for each worker that computes with them, and
 *            never transferred
 */
export function createClient<P extends Part = 'posenc'>(
  options: ClientOptions<P> = {},
): Client<Names<P>> {
  const { workers, make } = readOptions(options);
  const pool = new Pool(workers, make);
  const open = new Set<Job>();
  let closed = false;

  const start = (
    kind: 'open' | 'plan',
    called: string,
    given: unknown,
    how: unknown,
  ): Promise<unknown> => {
    const { signal, onProgress, shared } = readCall(called, how);
    refuseOut(called, given);
    if (closed) throw closedError();
    signal?.throwIfAborted();
    const told =
      onProgress &&
      ((done: number, total: number) => onProgress({ done, total }));
    const job = begin(pool, kind, called, given, { shared, onProgress: told });
    const abort = () => job.abort(signal?.reason);
    signal?.addEventListener('abort', abort);
    open.add(job);
    return job.result.finally(() => {
      signal?.removeEventListener('abort', abort);
      open.delete(job);
    });
  };

  const close = async () => {
    closed = true;
    for (const job of open) job.abort(closedError());
    await pool.close(closedError());
  };
  const own: Record<string | symbol, unknown> = {
    make: async (spec: unknown, how?: unknown) =>
      start('open', 'make', spec, how),
    plan: async (spec: unknown) =>
      factsForUsers((await start('plan', 'plan', spec, {})) as Facts),
    close,
    [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]: close,
  };
  const methods = new Map<string, unknown>();
  const method = (called: string) => {
    const known = methods.get(called);
    if (known) return known;
    const call = async (given?: unknown, how?: unknown) =>
      start('open', called, given, how);
    methods.set(called, call);
    return call;
  };
  // The client does not know the names of methods: its workers do.
  const client = new Proxy(Object.freeze(own), {
    get(_, key) {
      if (typeof key === 'symbol' || key in own) return own[key];
      // `await` asks for a member `then`: the client is no promise.
      return key === 'then' ? undefined : method(key);
    },
  });
  return client as unknown as Client<Names<P>>;
}

const closedError = () =>
  new PosencTypeError('posenc/worker: the client is closed', {
    ...{ code: 'ERR_DISPOSED', param: 'client' },
  });

/** Facts with lists that do not change. */
function factsForUsers(facts: Facts): Facts {
  for (const { shape } of Object.values(facts.outputs)) Object.freeze(shape);
  return Object.freeze(facts);
}

/** Throws unless an object has these members alone. */
function members(caller: string, given: unknown, known: readonly string[]) {
  if (typeof given !== 'object' || given === null) {
    const rule = `an object such as { ${known.join(', ')} }`;
    throw wrongKind(caller, 'options', rule, given);
  }
  const other = Object.keys(given).find((key) => !known.includes(key));
  if (other === undefined) return given as Readonly<Record<string, unknown>>;
  const message =
    `${caller}: there is no option ${show(other)}; there are ` +
    known.join(', ');
  const details = { code: 'ERR_UNKNOWN_OPTION', param: other } as const;
  throw new PosencTypeError(message, details);
}

function readOptions(options: unknown) {
  const known = ['workers', 'part', 'worker'];
  const { workers, part, worker } = members(name, options, known);
  const rule = 'an integer from 1 to 64';
  if (workers !== undefined && typeof workers !== 'number') {
    throw wrongKind(name, 'workers', rule, workers);
  }
  const count = workers ?? processors();
  if (!Number.isInteger(count) || count < 1 || count > 64) {
    throw wrongValue(name, 'workers', rule, count);
  }
  if (part !== undefined && !PARTS.includes(part as Part)) {
    const rule = `one of ${PARTS.join(', ')}`;
    throw typeof part === 'string'
      ? wrongValue(name, 'part', rule, part, 'ERR_CHOICE')
      : wrongKind(name, 'part', rule, part);
  }
  if (worker !== undefined && typeof worker !== 'function') {
    throw wrongKind(name, 'worker', 'a function that makes a worker', worker);
  }
  const own = part === 'posenc' ? undefined : (part as Part | undefined);
  const make = (worker as (() => WorkerLike) | undefined) ?? usualWorker(own);
  if (make) return { workers: count, make };
  const file = own ? `posenc/worker/run/${own}` : 'posenc/worker/run';
  throw new PosencTypeError(
    `${name}: worker is required in browsers: () => new Worker(new URL(` +
      `"${file}", import.meta.url), { type: "module" })`,
    { code: 'ERR_MISSING', param: 'worker' },
  );
}

/** Throws if a call names an array of the caller, which no worker reaches. */
function refuseOut(called: string, given: unknown): void {
  if (Object(given).out === undefined) return;
  throw new PosencTypeError(
    `${called}: out is not reached by workers; the result is a new one, in ` +
      'shared memory with { shared: true }',
    { code: 'ERR_CONFLICT', param: 'out' },
  );
}

/** Reads the options of a call's run. */
function readCall(called: string, given: unknown = {}) {
  const known = ['signal', 'onProgress', 'shared'];
  const { signal, onProgress, shared = false } = members(called, given, known);
  const aborts = Object(signal) as Partial<ClientSignal>;
  if (
    signal !== undefined &&
    (typeof aborts.throwIfAborted !== 'function' ||
      typeof aborts.addEventListener !== 'function')
  ) {
    throw wrongKind(called, 'signal', 'an AbortSignal', signal);
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw wrongKind(called, 'onProgress', 'a function', onProgress);
  }
  const rule = 'true or false';
  if (typeof shared !== 'boolean') {
    throw wrongKind(called, 'shared', rule, shared);
  }
  if (shared && !canShare()) {
    const rule = 'false on a page that is not cross-origin isolated';
    throw wrongValue(called, 'shared', rule, shared, 'ERR_CHOICE');
  }
  return {
    signal: signal as ClientSignal | undefined,
    onProgress: onProgress as CallOptions['onProgress'],
    shared,
  };
}
