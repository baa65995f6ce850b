/** The port of a worker to its client, in browsers, Deno, Bun and Node. */

import type { Ask } from './messages.js';
import type { Port } from './serve.js';

/** Node's way of finding a module of its own, which bundlers do not see. */
export interface NodeProcess {
  readonly versions?: { readonly node?: string };
  getBuiltinModule?(name: string): unknown;
}

/** What a worker has, in browsers and in Node. */
interface Scope {
  readonly process?: NodeProcess;
  onmessage?: ((event: { readonly data: Ask }) => void) | null;
  postMessage?(message: unknown, transfer: ArrayBuffer[]): void;
}

/** The parent's port of a worker of Node. */
interface ParentPort {
  on(event: 'message', hear: (ask: Ask) => void): void;
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
}

/** The port of the worker that runs this. */
export function ownPort(): Port {
  const scope = globalThis as unknown as Scope;
  const threads = scope.process?.getBuiltinModule?.('node:worker_threads');
  const { parentPort } = (threads ?? {}) as { parentPort?: ParentPort | null };
  if (parentPort && !scope.postMessage) {
    return {
      listen: (hear) => parentPort.on('message', hear),
      send: (answer, transfer) => parentPort.postMessage(answer, transfer),
    };
  }
  return {
    listen(hear) {
      scope.onmessage = ({ data }) => hear(data);
    },
    send: (answer, transfer) => scope.postMessage?.(answer, transfer),
  };
}
